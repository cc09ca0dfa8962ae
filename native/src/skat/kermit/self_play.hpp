// What Kermit's evaluation learns from: games of many contracts and discards, from good to odd,
// played to the end.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "skat/kermit/prospects.hpp"
#include "skat/monte_carlo/players.hpp"

namespace vorhand::skat {

inline constexpr std::uint16_t kNoRow = 0xFFFF;
inline constexpr std::size_t kMostGameRows = 12;

// Games, one after another.
struct WorthLessons {
  std::vector<std::uint8_t> kind;     // GameKind
  std::vector<std::uint16_t> rows;    // [games, kMostGameRows], filled up with kNoRow
  std::vector<std::uint8_t> outcome;  // bit 0 won, 1 schneider made, 2 schwarz made
  std::vector<std::uint32_t> deal;    // its number
};

// The bids that players find who read them, by seat: the others' limits, and the soloist's own as
// the highest of these. Not every such auction could happen.
std::array<std::uint16_t, kNumPlayers> shown_bids(const Setting& setting);

// From the deals first .. first + n - 1 of a seed. Each seat in turn is the soloist of several
// games; the others have bid as far as they would. Who bids, and what is played, is decided by the
// worth that games have so far; null: by the rule player. `player` plays the cards in all seats,
// `null_player` those of null games.
WorthLessons worth_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n,
                           const GameWorth* worth, const CardPlayer& player,
                           const CardPlayer& null_player);

}  // namespace vorhand::skat

// Training games of Kermit's evaluation: games of many contracts and discards, from good to odd,
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

// The bids that players find who read them, by seat, where there was no auction: those of the
// others, and the soloist's own as the highest of these. Not every such auction could happen.
std::array<std::uint16_t, kNumPlayers> shown_bids(const Setting& setting);

// Which games are played, and what is known of the others' bids.
struct WorthRecipe {
  enum Games : std::uint8_t { kAllGames, kTrumpGames, kNullGames };
  Games games = kAllGames;
  // True if the others' bids are those of an auction that the seat wins because it never passes;
  // else the values up to which they would bid if nobody else spoke.
  bool auctions = false;
  // The number of games of which one is played. The games of a deal are correlated, so fewer games
  // from more deals are worth more.
  int one_in = 1;
  bool best_discards = false;  // always, not mostly
};

// From the deals first .. first + n - 1 of a seed. Each seat in turn is the soloist of several
// games. What is played is decided by the worth that games have so far; null: by the rule player.
// The others bid by it too, in auctions each of them by it or as the rule player. `player` plays
// the cards in all seats.
WorthLessons worth_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n,
                           const GameWorth* worth, const CardPlayer& player,
                           const WorthRecipe& recipe);

}  // namespace vorhand::skat

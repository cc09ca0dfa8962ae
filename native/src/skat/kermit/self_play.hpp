// Training games for Kermit's evaluation: games of many contracts and discards, good and bad,
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

// Games, concatenated.
struct WorthLessons {
  std::vector<std::uint8_t> kind;     // GameKind of each game
  std::vector<std::uint16_t> rows;    // [games, kMostGameRows], padded with kNoRow
  std::vector<std::uint8_t> outcome;  // bit 0 won, 1 schneider made, 2 schwarz made
  std::vector<std::uint32_t> deal;    // number of the deal
};

// Return the bid of each seat as card players see it if there was no auction: the others' bids as
// given, and for the soloist the greater of them, at least 18. Not every such auction is possible.
std::array<std::uint16_t, kNumPlayers> shown_bids(const Setting& setting);

// Settings of training games: the choice of games, and the others' bids.
struct WorthRecipe {
  enum Games : std::uint8_t { kAllGames, kTrumpGames, kNullGames };
  Games games = kAllGames;
  // True: the others' bids are those of an auction that the seat wins because it never passes.
  // False: they are the highest values that the others would bid.
  bool auctions = false;
  // Play one in `one_in` games, chosen at random. The games of a deal are correlated, so fewer
  // games from more deals carry more information.
  int one_in = 1;
  bool best_discards = false;  // true: always the best discards; false: often others
};

// Return lessons from the deals first .. first + n - 1 of a seed. Each seat in turn is the soloist
// of several games, chosen by the evaluation `worth`, or by the rule player if it is nullptr. The
// others' bids come from the same source, in auctions also from the rule player. `player` plays the
// cards in all seats.
WorthLessons worth_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n,
                           const GameWorth* worth, const CardPlayer& player,
                           const WorthRecipe& recipe);

}  // namespace vorhand::skat

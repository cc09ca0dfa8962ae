// The scores of Belote and Contrée; docs/belote.md names the rule books that differ.
#pragma once

#include <array>
#include <cstdint>

namespace vorhand::belote {

enum class Made : std::uint8_t { kBid, kHalf, kMore };
enum class Contre : std::uint8_t { kPoints, kFlat, kBid };
enum class Announced : std::uint8_t { kKept, kWon, kMultiplied };

// The points on which the rule books of Contrée differ.
struct Scoring {
  Made made = Made::kHalf;                 // threshold for the takers' points
  Contre contre = Contre::kPoints;         // score of a doubled contract
  int surcontre = 4;                       // factor of a redoubled contract
  Announced announced = Announced::kKept;  // belote's 20 points if only one side scores

  bool operator==(const Scoring&) const = default;
};

struct Contract {
  int taker = -1;  // seat; -1: none yet
  int trump = -1;
  int value = 0;   // bid at Contrée; 0 in the plain game
  int factor = 1;  // doubled 2, redoubled 3 or 4

  bool operator==(const Contract&) const = default;
};

inline constexpr int kAllTricks = 250;  // bid
inline constexpr int kTotal = 162;
// Value of taking all tricks; taking none has the value -90.
inline constexpr int kMostPoints = 252;

// Return the scores of the taker's side and of the other. `points`: those of the taker's side, -90
// to 252; `belote_side`: the side that held king and queen of trumps, 0 the takers, 1 the others,
// -1 none.
std::array<int, 2> scores(const Scoring& scoring, const Contract& contract, int points,
                          int belote_side);

}  // namespace vorhand::belote

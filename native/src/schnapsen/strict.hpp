// Strict play: the talon is closed or used up, both hands are known, and the question is whether a
// side reaches its target first.
//
// A closed deal is such a race. Once the talon is used up, the questions of who wins and by how
// much are races too. If only one side can still reach its target, one stored number for the hands
// and the leader decides the race at every score: the points that this side can get. If both sides
// can, the number also depends on the sum of the points that they lack. Tables store bounds on
// these numbers, so that one entry serves every score.
#pragma once

#include <cstdint>
#include <vector>

#include "schnapsen/suit_tables.hpp"

namespace vorhand::schnapsen {

using Packed = std::uint32_t;  // 20 bits, five a suit; suit 3 is trumps

inline constexpr int kTrumps = 3;
inline constexpr Packed kTrumpCards = Packed{31} << 15;
constexpr Pattern pattern(Packed cards, int suit) { return cards >> (5 * suit) & 31; }
constexpr int packed_suit(int card) { return card / 5; }
constexpr int highest(Packed cards) { return static_cast<int>(std::bit_width(cards)) - 1; }
constexpr bool over(int led, int reply) {
  return packed_suit(reply) == packed_suit(led) ? reply > led : reply >= 5 * kTrumps;
}

// Moves of a node, best score first; equal scores keep their order.
struct MoveList {
  std::int8_t moves[8];
  int scores[8];
  int size = 0;

  void insert(int move, int score) {
    int place = size++;
    for (; place > 0 && scores[place - 1] < score; --place) {
      scores[place] = scores[place - 1];
      moves[place] = moves[place - 1];
    }
    scores[place] = score;
    moves[place] = static_cast<std::int8_t>(move);
  }
};

// Strict play between side 0, whose success is in question, and side 1. `need` is the number of
// points that a side still lacks, less its pending marriages, which count once it wins a trick.
struct Race {
  Packed hand[2];
  int need[2];
  bool trick[2];
  bool last;  // if neither side succeeds, the last trick decides (true) or side 0 fails (false)
};

class StrictSolver {
 public:
  explicit StrictSolver(const Rules& rules);

  // Forget the stored bounds, so that they do not affect other trumps or node counts.
  void start();

  // Tell whether side 0 succeeds first.
  bool wins(const Race& race, int leader);
  // Tell whether side 0 succeeds first if `led` is on the table and no longer in the leader's hand.
  bool wins_led(const Race& race, int leader, int led);

  std::uint64_t nodes() const { return nodes_; }

 private:
  struct RaceEntry {
    std::uint64_t key = 0;
    std::uint32_t generation = 0;
    std::int16_t low = 0, high = 0;
  };

  template <int kLeader, bool kLast>
  bool gains(Packed leader, Packed replier, int need, bool trick, int rest);
  template <int kLeader, bool kLast>
  bool gains_led(Packed leader, Packed replier, int led, int need, bool trick, int rest);
  bool one_gains(const Race& race, int side, int leader, int rest);
  bool wins(const Race& race, int leader, int rest);
  bool wins_led(const Race& race, int leader, int led, int rest);
  MoveList ordered_leads(Packed leader, Packed replier, Packed announced) const;

  int points(Packed cards) const;
  int marriages(Packed cards) const;
  int best_marriage(Packed cards) const;
  int cash(Packed leader, Packed replier) const;
  Packed replies(Packed replier, Packed leader, int led) const;

  int target_;
  int marriage_points_;
  int royal_points_;
  Packed pair_low_;  // the queens
  SuitTables tables_;
  std::int8_t value_[20];
  std::uint64_t generation_ = 0;
  std::uint32_t race_generation_ = 0;
  std::uint64_t nodes_ = 0;
  std::vector<std::uint64_t> table_;
  std::vector<RaceEntry> races_;
  friend class Solver;
};

inline int StrictSolver::points(Packed cards) const {
  return tables_.points[cards & 31] + tables_.points[cards >> 5 & 31] +
         tables_.points[cards >> 10 & 31] + tables_.points[cards >> 15];
}

inline int StrictSolver::marriages(Packed cards) const {
  const Packed pairs = cards & (cards >> 1) & pair_low_;
  if (!pairs) return 0;
  return marriage_points_ * std::popcount(pairs & ~kTrumpCards) +
         ((pairs & kTrumpCards) ? royal_points_ : 0);
}

inline int StrictSolver::best_marriage(Packed cards) const {
  const Packed pairs = cards & (cards >> 1) & pair_low_;
  if (!pairs) return 0;
  return (pairs & kTrumpCards) ? royal_points_ : marriage_points_;
}

}  // namespace vorhand::schnapsen

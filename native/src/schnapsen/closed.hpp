// Closed play: does the closer reach the target first?
//
// The talon sleeps, so both hands are known and only the closer's points count: unless
// both players could reach the target, the question is whether the closer can gain
// `need` points, and its answer for all needs is one number that depends on the two hands
// and the leader alone. The table stores bounds on that number, eight bytes an entry, so
// one entry serves every score at which the same cards are met again.
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
// Whether the reply beats the card led.
constexpr bool over(int led, int reply) {
  return packed_suit(reply) == packed_suit(led) ? reply > led : reply >= 5 * kTrumps;
}

// Moves of a node, best score first; equal scores keep the order of insertion.
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

// The two sides of a race: what each still needs and whether it has a trick. Pending
// marriages are already taken off the need.
struct Race {
  int need[2];
  bool trick[2];
};

class ClosedSolver {
 public:
  explicit ClosedSolver(const Rules& rules);

  // Forgets stored bounds, so that node counts do not depend on earlier calls.
  void start();

  // Whether the closer (side 0) reaches the target first; `leader` is a side.
  bool closer_wins(Packed closer, Packed opponent, int leader, const Race& race);
  // The same with `led` on the table, already taken from the leader's hand.
  bool closer_wins_led(Packed closer, Packed opponent, int leader, int led, const Race& race);

  std::uint64_t nodes() const { return nodes_; }

 private:
  template <int kLeader>
  bool gains(Packed leader, Packed replier, int need, bool trick, int rest);
  template <int kLeader>
  bool gains_led(Packed leader, Packed replier, int led, int need, bool trick, int rest);
  bool race(Packed closer, Packed opponent, int leader, const Race& race);
  bool race_led(Packed closer, Packed opponent, int leader, int led, const Race& race);

  int points(Packed cards) const;
  int marriages(Packed cards) const;
  int best_marriage(Packed cards) const;
  int cash(Packed leader, Packed replier) const;
  Packed leads(Packed leader, Packed replier) const;
  Packed replies(Packed replier, Packed leader, int led) const;

  int target_;
  int marriage_points_;
  int royal_points_;
  Packed pair_low_;  // queens
  SuitTables tables_;
  std::int8_t value_[20];
  std::uint64_t generation_ = 0;
  std::uint64_t nodes_ = 0;
  std::vector<std::uint64_t> table_;
  friend class Solver;
};

inline int ClosedSolver::points(Packed cards) const {
  return tables_.points[cards & 31] + tables_.points[cards >> 5 & 31] +
         tables_.points[cards >> 10 & 31] + tables_.points[cards >> 15];
}

inline int ClosedSolver::marriages(Packed cards) const {
  const Packed pairs = cards & (cards >> 1) & pair_low_;
  if (!pairs) return 0;
  return marriage_points_ * std::popcount(pairs & ~kTrumpCards) +
         ((pairs & kTrumpCards) ? royal_points_ : 0);
}

inline int ClosedSolver::best_marriage(Packed cards) const {
  const Packed pairs = cards & (cards >> 1) & pair_low_;
  if (!pairs) return 0;
  return (pairs & kTrumpCards) ? royal_points_ : marriage_points_;
}

}  // namespace vorhand::schnapsen

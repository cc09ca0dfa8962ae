// Zero-window search of trump games: does the soloist get at least `need` points?
//
// The answer is a bound (fail-soft, Fishburn 1983): a lower bound of the points if it is at least
// `need`, else an upper bound. It is often tighter than needed, and the table keeps the tighter
// bound: it answers much of the next question, which is one point away.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "skat/solver/bounds.hpp"
#include "skat/solver/facts.hpp"
#include "skat/solver/layout.hpp"
#include "skat/solver/moves.hpp"
#include "skat/solver/ordering.hpp"
#include "skat/solver/playing.hpp"
#include "skat/solver/table.hpp"

namespace vorhand::skat::solver {

inline constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};  // node budget without a limit

// The search needs more nodes than its budget.
struct NodeBudgetError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A position inside the search. `cards` are all cards in the hands and on the table.
struct Node {
  Set cards = 0;
  int rest = 0;    // points in `cards`
  int tricks = 0;  // tricks to be finished
  int leader = 0;
  int trick_size = 0;
  int led = -1, second = -1;
};

// A search of one deal at a time: `begin`, then questions about its positions.
template <class Policy = Playing>
class TrumpSearch {
 public:
  explicit TrumpSearch(Table& table) : table_(table) {}

  Policy& policy() { return policy_; }
  void begin(const Frame& frame, std::uint64_t node_budget);
  // Replace the learned move ordering, from the next deal on.
  void order_by(const Ordering& ordering) { ordering_ = &ordering; }
  bool at_least(const Node& node, int need) { return bound(node, need) >= need; }
  // Return a lower bound of the soloist's points if it is at least `need`, else an upper bound.
  int bound(const Node& node, int need);

  Set legal(const Node& node) const;
  // Return the node after a card; `won` gets the soloist's points of the trick if it is complete.
  Node play(const Node& node, int b, int& won) const;

  std::uint64_t nodes() const { return nodes_; }
  bool on(Technique technique) const { return policy_.on(technique); }
  DealFacts& facts() { return facts_; }

  // Indices of a card's weights in the move ordering.
  struct Origin {
    std::uint16_t trick = kNoWeight;
    std::int16_t context = kLead;
  };
  // Cards to try, best first. Each entry is the score, shifted left by eight bits, and the card.
  // The best card is known once all are added; each later one is selected when it is needed.
  struct Moves {
    static constexpr int kNothing = std::numeric_limits<int>::min();
    int size = 0;
    int best = kNothing;
    std::array<int, kHandSize> entries;
    std::array<Origin, Policy::kTracesScores ? kHandSize : 0> origins;

    static int card(int entry) { return entry & 0xFF; }
    void add(int b, int score, int context, int trick = kNoWeight) {
      const int entry = (score << 8) | b;
      if constexpr (Policy::kTracesScores) {
        origins[size] = {static_cast<std::uint16_t>(trick), static_cast<std::int16_t>(context)};
      }
      entries[size++] = entry;
      best = std::max(best, entry);
    }
    void next() {
      int below = kNothing;
      for (int i = 0; i < size; ++i) {
        below = std::max(below, entries[i] < best ? entries[i] : kNothing);
      }
      best = below;
    }
  };

 private:
  static constexpr int next(int seat, int by = 1) { return (seat + by) % kNumPlayers; }

  // The nodes of a trick, by the seat that leads. `need`, `rest` and the returned bound refer to
  // the start of the trick.
  template <int kLeader>
  int lead(Set cards, int rest, int need, int tricks);
  template <int kLeader>
  int second(Set cards, int led, int rest, int need, int tricks);
  template <int kLeader, bool kSecondWins>
  int third(Set cards, Set group, int winning, int on_table, int rest, int need, int tricks);
  template <int kLeader>
  int follow_up(Set cards, int led, int second, int rest, int need, int tricks);

  template <int kLeader>
  int last_trick(Set cards, int rest);
  template <int kLeader>
  Moves lead_moves(Set cards, const TrumpFacts& trumps, const SuitViews& suits);
  template <int kLeader>
  Moves second_moves(Set cards, int led);
  template <int kLeader, bool kSecondWins>
  Moves third_moves(Set cards, Set group, int winning, int on_table);

  // Cards to try among a seat's cards of the suit `group`, or among all its cards.
  struct Kept {
    Set distinct, dearest, cheapest;
  };
  template <int kSeat>
  Kept kept(Set cards);
  template <int kSeat>
  Kept kept_of(Set cards, Set group);
  // Add replies that follow suit, or ruffs and discards. `row` returns the index of a card's weight
  // in the trick, before its kind is added.
  template <int kSeat, class Row>
  void add_followers(Moves& moves, Set cards, Set tried, int context, Row&& row);
  template <int kSeat, class Row>
  void add_others(Moves& moves, Set cards, Set tried, int context, Row&& row);

  // Try the moves until one settles the question for the player at kSeat.
  template <int kSeat, class Try>
  int any(Moves& moves, Set cards, int need, int tricks, Try&& attempt);

  Table& table_;
  const Ordering* ordering_ = &Ordering::learned();
  DealFacts facts_;
  std::array<Set, kNumPlayers> owned_{};
  std::uint64_t nodes_ = 0;
  std::uint64_t node_budget_ = 0;
#if defined(_MSC_VER)
  [[msvc::no_unique_address]] Policy policy_;
#else
  [[no_unique_address]] Policy policy_;
#endif
};

extern template class TrumpSearch<Playing>;

}  // namespace vorhand::skat::solver

// Zero-window search of trump games: does the soloist get at least `need` points?
//
// The answer is a bound (fail-soft, Fishburn 1983): one that is at least `need` is a lower
// bound of the points, one below `need` an upper bound. It is often better than asked for, and the
// table keeps the better one: the next question, one point away, finds much of the tree settled.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "skat/solver/bounds.hpp"
#include "skat/solver/estimators.hpp"
#include "skat/solver/facts.hpp"
#include "skat/solver/layout.hpp"
#include "skat/solver/moves.hpp"
#include "skat/solver/ordering.hpp"
#include "skat/solver/table.hpp"
#include "skat/solver/techniques.hpp"
#include "skat/solver/trump_study.hpp"
#include "skat/solver/trump_tables.hpp"

namespace vorhand::skat::solver {

inline constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};  // as a budget of nodes

// The search would need more nodes than its budget.
struct NodeBudgetError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A position inside the search. `cards` are all cards in the hands and on the table.
struct Node {
  Set cards = 0;
  int rest = 0;    // points in `cards`
  int tricks = 0;  // to be finished
  int leader = 0;
  int trick_size = 0;
  int led = -1, second = -1;
};

// Statistics of one tried card, for training the move ordering. Its score is made of the
// weights of its suit's state, if that counts, and of its place in the trick, if it has one
// there.
struct OrderingSample {
  static constexpr std::uint16_t kNone = 0xFFFF;
  std::uint32_t decision;  // shared by its cards
  std::uint16_t trick = kNone;
  StateIndices state{kNone, kNone, kNone, kNone, kNone};
  std::uint32_t cost = 0;  // nodes
  bool cut = false;
};

// One deal at a time: `begin`, then any number of questions about positions of it.
// With forward pruning an answer is no proof, and the bounds are as good as the estimates.
template <Form kForm>
class TrumpSearch {
  static constexpr bool kSwitchable = kForm == Form::kSwitchable;

 public:
  explicit TrumpSearch(Table& table) : table_(table) {}

  void begin(const Frame& frame, std::uint32_t techniques, std::uint64_t node_budget);
  // Another order than the learned one, from the next deal on.
  void order_by(const Ordering& ordering) { ordering_ = &ordering; }
  bool at_least(const Node& node, int need) { return bound(node, need) >= need; }
  // A lower bound of the soloist's points if it is at least `need`, else an upper bound.
  int bound(const Node& node, int need);

  // What is known of the soloist's points at the start of a trick without any search.
  Table::Bounds static_bounds(const Node& node);
  // kPruning: what is pruned, from the next question on; it has to outlive them.
  void prune_by(const ForwardPruning& pruning) { pruning_ = &pruning; }
  // kTables: tables of suit games and of grand, or nullptr, which have to outlive the search.
  void look_up_in(const TrumpTables* suit, const TrumpTables* grand) { tables_ = {suit, grand}; }
  // kStudy: what is measured, which has to outlive the search.
  void measure(Study& study) { study_ = &study; }

  Set legal(const Node& node) const;
  // Plays a card; `won` gets the soloist's points of the trick if that completes it.
  Node play(const Node& node, int b, int& won) const;

  std::uint64_t nodes() const { return nodes_; }
  bool on(Technique technique) const {
    if constexpr (!kSwitchable) return true;
    return (techniques_ & technique) != 0;
  }

  // Training: now and then a decision tries all its cards and reports them; about as often
  // on each level of the tree.
  void record(std::vector<OrderingSample>* samples) { samples_ = samples; }

 private:
  // Where a card's score comes from, for training.
  struct Origin {
    std::uint16_t trick = OrderingSample::kNone;
    std::int16_t context = kLead;
  };
  // Cards to try, each with its score above eight bits of card; best first. The best is known as
  // soon as all are in; each later one is the best below the one before.
  struct Moves {
    static constexpr int kNothing = std::numeric_limits<int>::min();
    int size = 0;
    int best = kNothing;
    std::array<int, kHandSize> entries;
    std::array<Origin, kSwitchable ? kHandSize : 0> origins;

    static int card(int entry) { return entry & 0xFF; }
    void add(int b, int score, int context, int trick = OrderingSample::kNone) {
      const int entry = (score << 8) | b;
      if constexpr (kSwitchable) {
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

  static constexpr int next(int seat, int by = 1) { return (seat + by) % kNumPlayers; }

  // The players of a trick by the leader's seat; need, rest and the bound that is returned
  // as of the trick's start.
  template <int kLeader>
  int lead(Set cards, int rest, int need, int tricks);
  template <int kLeader>
  int second(Set cards, int led, int rest, int need, int tricks);
  template <int kLeader, bool kSecondWins>
  int third(Set cards, Set group, int winning, int on_table, int rest, int need, int tricks);
  template <int kLeader>
  int follow_up(Set cards, int led, int second, int rest, int need, int tricks);

  using Hands = std::array<Set, kNumPlayers>;
  // An estimate that answers the question, if it lies far enough from it: `need` or one less.
  template <int kLeader>
  std::optional<int> foreseen(const TrumpFacts& trumps, const SuitViews& suits, const Hands& hands,
                              int tricks, int rest, int need) const;
  template <int kLeader>
  int last_trick(Set cards, int rest) const;
  // kStudy: a table of its own.
  template <int kLeader>
  int kept_or_searched(Set cards, const TrumpFacts& trumps, const SuitViews& suits, int rest,
                       int need, int tricks);
  // A bound that rests on the ranks of some cards.
  int proved(int bound, [[maybe_unused]] Basis basis, [[maybe_unused]] Set cards) const {
    if constexpr (kForm == Form::kStudy) study_->note(basis, cards);
    return bound;
  }
  template <int kLeader>
  Moves lead_moves(Set cards, const TrumpFacts& trumps, const SuitViews& suits);
  template <int kLeader>
  Moves second_moves(Set cards, int led);
  template <int kLeader, bool kSecondWins>
  Moves third_moves(Set cards, Set group, int winning, int on_table);

  // Of a seat's cards of the suit `group`, or of all its cards, those worth a try.
  struct Kept {
    Set distinct, dearest, cheapest;
  };
  template <int kSeat>
  Kept kept(Set cards);
  template <int kSeat>
  Kept kept_of(Set cards, Set group);
  // Adds replies that follow suit, or ruffs and discards. `row` gives the place of a card's
  // weight in the trick without its kind.
  template <int kSeat, class Row>
  void add_followers(Moves& moves, Set cards, Set tried, int context, Row&& row);
  template <int kSeat, class Row>
  void add_others(Moves& moves, Set cards, Set tried, int context, Row&& row);

  // Tries the moves until one settles the question for the player at `seat`.
  template <int kSeat, class Try>
  int any(Moves& moves, Set cards, int need, int tricks, Try&& attempt);
  // Training: the cost of each move, as if it were tried first.
  template <int kSeat, class Try>
  void sample(const Moves& moves, Set cards, int need, Try&& attempt);
  bool sampled(int tricks);
  // Cards of each seat in the suit of card `b`, a side suit's in the lowest byte.
  std::array<Set, kNumPlayers> suit_hands(Set cards, int b) const;

  Table& table_;
  const Ordering* ordering_ = &Ordering::learned();
  DealFacts facts_;
  std::array<Set, kNumPlayers> owned_{};
  bool grand_ = false;
  const ForwardPruning* pruning_ = nullptr;
  std::array<const TrumpTables*, 2> tables_{};  // by TrumpKind
  Study* study_ = nullptr;
  std::uint32_t techniques_ = kAllTechniques;
  std::uint64_t nodes_ = 0;
  std::uint64_t node_budget_ = 0;
  std::vector<OrderingSample>* samples_ = nullptr;
  std::uint64_t visits_ = 0;
  std::uint32_t decisions_ = 0;
  bool sampling_ = false;
  std::vector<Table::Change> changes_;  // of the table, while sampling
};

extern template class TrumpSearch<Form::kPlain>;
extern template class TrumpSearch<Form::kSwitchable>;
extern template class TrumpSearch<Form::kPruning>;
extern template class TrumpSearch<Form::kTables>;
extern template class TrumpSearch<Form::kStudy>;

}  // namespace vorhand::skat::solver

#include "skat/studies/captures.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <span>

#include "suit_order.hpp"

namespace vorhand::skat::solver {
namespace {

using Sets = std::vector<CaptureSet>;
using Span = std::span<const CaptureSet>;

// Call `visit(begin, end)` for each clause of a function.
template <class Visit>
void each_clause(const Sets& sets, Visit&& visit) {
  for (std::size_t begin = 0, i = 0; i < sets.size(); ++i) {
    if (!(sets[i] & kClauseEnd)) continue;
    visit(sets.data() + begin, sets.data() + i + 1);
    begin = i + 1;
  }
}

constexpr std::size_t kMostSets = 400;  // limit of sets while composing

struct TooLarge {};

// The worth of a clause under eight valuations, and the end of its sets.
struct Clause {
  Eight worths;
  std::uint32_t end;
};

// Clauses one after another, without end marks.
struct Function {
  Sets sets;
  std::vector<Clause> clauses;

  void append(Span clause, Eight worths) {
    sets.insert(sets.end(), clause.begin(), clause.end());
    clauses.push_back({worths, static_cast<std::uint32_t>(sets.size())});
  }

  // Call `visit(sets, worths)` for each clause until it returns false; return true if it never
  // does.
  template <class Visit>
  bool each(Visit&& visit) const {
    std::size_t begin = 0;
    for (const auto& [worths, end] : clauses) {
      if (!visit(Span(sets.data() + begin, end - begin), worths)) return false;
      begin = end;
    }
    return true;
  }
};

}  // namespace

class CaptureSolver::Orders {
 public:
  explicit Orders(TrumpKind kind) : kind_(kind) {}

  const WorthOrder& of(const Split& split) {
    const auto found = orders_.find(split);
    return found != orders_.end() ? found->second
                                  : orders_.try_emplace(split, kind_, split).first->second;
  }

 private:
  const TrumpKind kind_;
  std::map<Split, WorthOrder> orders_;
};

// One of the two normal forms: a maximum of minima, or its dual, a minimum of maxima.
class CaptureSolver::Form {
 public:
  Form(Orders& orders, bool leasts) : orders_(orders), leasts_(leasts) {}

  // Throw TooLarge if more than `most` sets occur while composing.
  Sets solve(const Shape& shape, std::size_t most) {
    const Play play{shape, &orders_.of(shape.split), most};
    std::vector<Function> leads;
    for (unsigned cards = shape.owned[shape.leader]; cards; cards &= cards - 1) {
      leads.push_back(second(play, std::countr_zero(cards)));
    }
    Function found = combined(play, shape.leader == 0, leads);
    return in_order(std::move(found));
  }

 private:
  // Return the sets in canonical order, so that functions with equal clauses are stored once.
  static Sets in_order(Function function) {
    std::vector<Sets> clauses;
    function.each([&](Span sets, Eight) {
      clauses.emplace_back(sets.begin(), sets.end());
      std::ranges::sort(clauses.back());
      clauses.back().back() |= kClauseEnd;
      return true;
    });
    std::ranges::sort(clauses);
    Sets result;
    for (const Sets& clause : clauses) result.insert(result.end(), clause.begin(), clause.end());
    return result;
  }

  struct Play {
    const Shape& shape;
    const WorthOrder* order;
    std::size_t most;
  };

  template <class Card>
  static void each(unsigned cards, Card&& card) {
    for (; cards; cards &= cards - 1) card(std::countr_zero(cards));
  }

  static unsigned group_cards(const Shape& shape, int group) {
    int first = 0;
    for (int i = 0; i < group; ++i) first += shape.split[i];
    return ((1u << shape.split[group]) - 1) << first;
  }

  static unsigned legal(const Shape& shape, int seat, int led) {
    const unsigned following = shape.owned[seat] & group_cards(shape, shape.group_of(led));
    return following ? following : shape.owned[seat];
  }

  static bool beats(const Shape& shape, int card, int winning) {
    const int group = shape.group_of(card);
    if (group == shape.group_of(winning)) return card > winning;
    return group == kSideSuits;
  }

  Function second(const Play& play, int led) {
    const int seat = (play.shape.leader + 1) % kNumPlayers;
    std::vector<Function> cards;
    each(legal(play.shape, seat, led), [&](int card) { cards.push_back(third(play, led, card)); });
    return combined(play, seat == 0, cards);
  }

  Function third(const Play& play, int led, int second) {
    const int seat = (play.shape.leader + 2) % kNumPlayers;
    std::vector<Function> cards;
    each(legal(play.shape, seat, led),
         [&](int card) { cards.push_back(after_trick(play, {led, second, card})); });
    return combined(play, seat == 0, cards);
  }

  Function after_trick(const Play& play, const std::array<int, kNumPlayers>& trick) {
    const Shape& shape = play.shape;
    int winner = 0;
    for (int i = 1; i < kNumPlayers; ++i) {
      if (beats(shape, trick[i], trick[winner])) winner = i;
    }
    winner = (shape.leader + winner) % kNumPlayers;
    const unsigned gone = 1u << trick[0] | 1u << trick[1] | 1u << trick[2];
    const auto won = static_cast<CaptureSet>(winner == 0 ? gone : 0);
    if (shape.cards == 1) {
      Function function;
      function.append(std::span(&won, 1), play.order->worths(won));
      return function;
    }

    const unsigned rest = ((1u << (3 * shape.cards)) - 1) & ~gone;
    Shape left{.cards = shape.cards - 1, .leader = winner, .split = shape.split};
    for (const int card : trick) --left.split[shape.group_of(card)];
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      left.owned[seat] = static_cast<std::uint16_t>(numbers_in(shape.owned[seat], rest));
    }
    std::array<std::uint8_t, kSuitGroups> from{};
    const Shape below_shape = sorted(left, from);
    struct Moved {
      unsigned cards;
      int by;
    };
    std::array<Moved, kSuitGroups> suits{};  // map from the sorted shape to the original
    std::array<int, kSuitGroups> first{};
    for (int group = 1; group < kSuitGroups; ++group)
      first[group] = first[group - 1] + left.split[group - 1];
    for (int i = 0, at = 0; i < kSuitGroups; at += below_shape.split[i++]) {
      suits[i] = {((1u << below_shape.split[i]) - 1) << at, first[from[i]] - at};
    }
    const auto in_shape = [&](unsigned set) {
      unsigned moved = 0;
      for (const auto& [cards, by] : suits) {
        moved |= by < 0 ? (set & cards) >> -by : (set & cards) << by;
      }
      return static_cast<CaptureSet>(spread(moved, rest) | won);
    };
    const Sets& below = known(below_shape);
    Function result;
    Sets clause;
    each_clause(below, [&](const CaptureSet* begin, const CaptureSet* end) {
      clause.clear();
      Eight worths = 0;
      for (; begin != end; ++begin) {
        const CaptureSet set = in_shape(*begin);
        const Eight of_set = play.order->worths(set);
        worths = clause.empty() ? of_set : together(worths, of_set);
        put(*play.order, clause, set);
      }
      add(*play.order, result, clause, worths);
    });
    return result;
  }

  const Sets& known(const Shape& shape) {
    const std::uint64_t key = shape_key(shape);
    auto found = known_.find(key);
    if (found == known_.end()) {
      Sets sets;  // empty if the function is too large
      try {
        sets = solve(shape, kMostSets);
      } catch (const TooLarge&) {
      }
      sets.shrink_to_fit();
      found = known_.emplace(key, std::move(sets)).first;
    }
    if (found->second.empty()) throw TooLarge();
    return found->second;
  }

  // Return the function of the best card for the soloist, or for the defenders.
  Function combined(const Play& play, bool soloist, std::vector<Function>& of) const {
    std::ranges::sort(of, {}, [](const Function& one) { return one.sets.size(); });
    Function result = std::move(of[0]);
    for (std::size_t i = 1; i < of.size(); ++i) {
      if (soloist == leasts_) {
        of[i].each([&](Span sets, Eight worths) {
          add(*play.order, result, sets, worths);
          return true;
        });
      } else {
        result = joined(play, result, of[i]);
      }
    }
    return result;
  }

  // Join every clause of `a` with every clause of `b`.
  Function joined(const Play& play, const Function& a, const Function& b) const {
    const WorthOrder& order = *play.order;
    Function result, of_a, of_b;
    add_swallowed(order, a, b, result, of_a);
    add_swallowed(order, b, a, result, of_b);
    Sets clause;
    of_a.each([&](Span a_sets, Eight a_worths) {
      of_b.each([&](Span b_sets, Eight b_worths) {
        const Eight worths = together(a_worths, b_worths);
        if (!needed(order, result, {a_sets, b_sets}, worths)) return true;
        clause.assign(a_sets.begin(), a_sets.end());
        for (const CaptureSet set : b_sets) put(order, clause, set);
        replace(order, result, clause, worths);
        if (result.sets.size() > play.most) throw TooLarge();
        return true;
      });
      return true;
    });
    return result;
  }

  // Add to `result` the clauses of `of` that do not change if joined with some clause of `by`;
  // append the others to `left`.
  void add_swallowed(const WorthOrder& order, const Function& of, const Function& by,
                     Function& result, Function& left) const {
    of.each([&](Span sets, Eight worths) {
      if (needed(order, by, {sets, {}}, worths)) {
        left.append(sets, worths);
      } else {
        add(order, result, sets, worths);
      }
      return true;
    });
  }

  // Tell whether `b` is superfluous in a clause that contains `a`.
  bool covers(const WorthOrder& order, CaptureSet a, CaptureSet b) const {
    return leasts_ ? order.at_most(a, b) : order.at_most(b, a);
  }

  // Return the worth of a clause that joins two clauses of these worths.
  Eight together(Eight a, Eight b) const { return leasts_ ? lesser(a, b) : greater(a, b); }

  // Add a set to a clause unless it is superfluous; remove what it makes superfluous.
  void put(const WorthOrder& order, Sets& clause, CaptureSet added) const {
    for (const CaptureSet other : clause) {
      if (covers(order, other, added)) return;
    }
    std::erase_if(clause, [&](CaptureSet other) { return covers(order, added, other); });
    clause.push_back(added);
  }

  // Tell whether a clause with the sets `a` is superfluous in a function with the clause `b`.
  bool swallows(const WorthOrder& order, Span b, Eight b_worths, const std::array<Span, 2>& a,
                Eight a_worths) const {
    if (!(leasts_ ? none_greater(a_worths, b_worths) : none_greater(b_worths, a_worths)))
      return false;
    for (const CaptureSet set : b) {
      const auto covered = [&](CaptureSet other) { return covers(order, other, set); };
      if (!std::ranges::any_of(a[0], covered) && !std::ranges::any_of(a[1], covered)) return false;
    }
    return true;
  }

  bool needed(const WorthOrder& order, const Function& function, const std::array<Span, 2>& sets,
              Eight worths) const {
    return function.each([&](Span other, Eight other_worths) {
      return !swallows(order, other, other_worths, sets, worths);
    });
  }

  // Add a clause that is needed; remove those that it makes superfluous.
  void replace(const WorthOrder& order, Function& function, Span sets, Eight worths) const {
    std::size_t kept = 0, kept_clauses = 0, begin = 0;
    for (const Clause& clause : function.clauses) {
      const Span other{function.sets.data() + begin, clause.end - begin};
      begin = clause.end;
      if (swallows(order, sets, worths, {other, {}}, clause.worths)) continue;
      std::copy(other.begin(), other.end(), function.sets.begin() + kept);
      kept += other.size();
      function.clauses[kept_clauses++] = {clause.worths, static_cast<std::uint32_t>(kept)};
    }
    function.sets.resize(kept);
    function.clauses.resize(kept_clauses);
    function.append(sets, worths);
  }

  void add(const WorthOrder& order, Function& function, Span sets, Eight worths) const {
    if (needed(order, function, {sets, {}}, worths)) replace(order, function, sets, worths);
  }

  Orders& orders_;
  const bool leasts_;
  std::unordered_map<std::uint64_t, Sets> known_;
};

CaptureSolver::CaptureSolver(TrumpKind kind)
    : kind_(kind),
      orders_(std::make_unique<Orders>(kind)),
      leasts_(std::make_unique<Form>(*orders_, true)),
      mosts_(std::make_unique<Form>(*orders_, false)) {}

CaptureSolver::~CaptureSolver() = default;

std::optional<Captures> CaptureSolver::solve(const Shape& shape, int most) {
  const std::size_t on_the_way = std::min(2 * static_cast<std::size_t>(most), kMostSets);
  std::optional<Captures> best;
  const auto attempt = [&](Form& form, bool most_of_leasts) {
    try {
      Captures found{most_of_leasts, form.solve(shape, on_the_way)};
      if (static_cast<int>(found.sets.size()) > most) return;
      if (!best || found.sets.size() < best->sets.size()) best = std::move(found);
    } catch (const TooLarge&) {
    }
  };
  attempt(*mosts_, false);
  if (best && best->sets.size() <= 2) return best;  // the other form is seldom shorter
  attempt(*leasts_, true);
  return best;
}

}  // namespace vorhand::skat::solver

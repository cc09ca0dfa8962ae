#include "skat/solver/captures.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace vorhand::skat::solver {
namespace {

using Sets = std::vector<CaptureSet>;

// Clause after clause of a function: `clause(begin, end)`, end not included.
template <class Clause>
void each_clause(const Sets& sets, Clause&& clause) {
  for (std::size_t begin = 0, i = 0; i < sets.size(); ++i) {
    if (!(sets[i] & kClauseEnd)) continue;
    clause(sets.data() + begin, sets.data() + i + 1);
    begin = i + 1;
  }
}

struct TooLarge {};

}  // namespace

// One of the two ways to write functions: the most of leasts, or the least of mosts, in which
// everything is turned round.
class CaptureSolver::Form {
 public:
  Form(TrumpKind kind, bool leasts) : kind_(kind), leasts_(leasts) {}

  // Throws TooLarge.
  Sets solve(const Shape& shape) {
    const Play play{shape, order(shape.split)};
    std::vector<Sets> leads;
    each(shape.owned[shape.leader], [&](int card) { leads.push_back(second(play, card)); });
    return combined(*play.order, shape.leader == 0, leads);
  }

 private:
  static constexpr std::size_t kMostSets = 400;  // on the way
  struct Play {
    const Shape& shape;
    const WorthOrder* order;
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

  Sets second(const Play& play, int led) {
    const int seat = (play.shape.leader + 1) % kNumPlayers;
    std::vector<Sets> cards;
    each(legal(play.shape, seat, led), [&](int card) { cards.push_back(third(play, led, card)); });
    return combined(*play.order, seat == 0, cards);
  }

  Sets third(const Play& play, int led, int second) {
    const int seat = (play.shape.leader + 2) % kNumPlayers;
    std::vector<Sets> cards;
    each(legal(play.shape, seat, led),
         [&](int card) { cards.push_back(after_trick(play, {led, second, card})); });
    return combined(*play.order, seat == 0, cards);
  }

  Sets after_trick(const Play& play, const std::array<int, kNumPlayers>& trick) {
    const Shape& shape = play.shape;
    int winner = 0;
    for (int i = 1; i < kNumPlayers; ++i) {
      if (beats(shape, trick[i], trick[winner])) winner = i;
    }
    winner = (shape.leader + winner) % kNumPlayers;
    const unsigned gone = 1u << trick[0] | 1u << trick[1] | 1u << trick[2];
    const auto won = static_cast<CaptureSet>(winner == 0 ? gone : 0);
    if (shape.cards == 1) return {static_cast<CaptureSet>(won | kClauseEnd)};

    Shape left{.cards = shape.cards - 1, .leader = winner};
    std::array<std::uint8_t, 3 * kMostTableCards> card_of{}, from{};
    int at = 0;
    for (int card = 0, group = 0, end = shape.split[0]; card < 3 * shape.cards; ++card) {
      while (card >= end) end += shape.split[++group];
      if (gone >> card & 1) continue;
      card_of[at] = static_cast<std::uint8_t>(card);
      ++left.split[group];
      for (int seat = 0; seat < kNumPlayers; ++seat) {
        left.owned[seat] |= static_cast<std::uint16_t>((shape.owned[seat] >> card & 1) << at);
      }
      ++at;
    }
    const Sets& below = known(sorted(left, from));
    Sets moved, result;
    each_clause(below, [&](const CaptureSet* begin, const CaptureSet* end) {
      moved.clear();
      for (; begin != end; ++begin) {
        auto set = won;
        each(*begin & kCaptureCards,
             [&](int card) { set |= static_cast<CaptureSet>(1 << card_of[from[card]]); });
        put(*play.order, moved, set);
      }
      add(*play.order, result, moved);
    });
    return result;
  }

  const Sets& known(const Shape& shape) {
    const std::uint64_t key = shape_key(shape);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    return known_.emplace(key, solve(shape)).first->second;
  }

  const WorthOrder* order(const Split& split) {
    auto& order = orders_[split];
    if (!order) order = std::make_unique<WorthOrder>(kind_, split);
    return order.get();
  }

  // The best for the soloist, or for the defenders.
  Sets combined(const WorthOrder& order, bool soloist, std::vector<Sets>& of) const {
    std::ranges::sort(of, {}, &Sets::size);
    Sets result = std::move(of[0]);
    Sets clause;
    for (std::size_t i = 1; i < of.size(); ++i) {
      if (soloist == leasts_) {
        each_clause(of[i], [&](const CaptureSet* begin, const CaptureSet* end) {
          clause.assign(begin, end);
          add(order, result, clause);
        });
      } else {
        result = joined(order, result, of[i]);
      }
    }
    return result;
  }

  // Every clause of one with every clause of the other.
  Sets joined(const WorthOrder& order, const Sets& a, const Sets& b) const {
    Sets result, clause;
    each_clause(a, [&](const CaptureSet* a_begin, const CaptureSet* a_end) {
      each_clause(b, [&](const CaptureSet* begin, const CaptureSet* end) {
        clause.assign(a_begin, a_end);
        for (; begin != end; ++begin) put(order, clause, *begin & kCaptureCards);
        add(order, result, clause);
        if (result.size() > kMostSets) throw TooLarge();
      });
    });
    return result;
  }

  // Whether a clause that has `a` does not need `b`.
  bool covers(const WorthOrder& order, CaptureSet a, CaptureSet b) const {
    return leasts_ ? order.at_most(a & kCaptureCards, b & kCaptureCards)
                   : order.at_most(b & kCaptureCards, a & kCaptureCards);
  }

  // Adds a set to a clause unless it is not needed; takes out what it makes superfluous.
  void put(const WorthOrder& order, Sets& clause, unsigned set) const {
    const auto added = static_cast<CaptureSet>(set & kCaptureCards);
    for (const CaptureSet other : clause) {
      if (covers(order, other, added)) return;
    }
    std::erase_if(clause, [&](CaptureSet other) { return covers(order, added, other); });
    clause.push_back(added);
  }

  // Whether a function that has the clause `b` does not need the clause `a`.
  bool swallows(const WorthOrder& order, const CaptureSet* b, const CaptureSet* b_end,
                const CaptureSet* a, const CaptureSet* a_end) const {
    return std::all_of(b, b_end, [&](CaptureSet set) {
      return std::any_of(a, a_end, [&](CaptureSet other) { return covers(order, other, set); });
    });
  }

  void add(const WorthOrder& order, Sets& function, Sets& clause) const {
    for (CaptureSet& set : clause) set &= kCaptureCards;
    const CaptureSet* const begin = clause.data();
    const CaptureSet* const end = begin + clause.size();
    bool needed = true;
    each_clause(function, [&](const CaptureSet* other, const CaptureSet* other_end) {
      needed = needed && !swallows(order, other, other_end, begin, end);
    });
    if (!needed) return;
    std::size_t kept = 0;
    each_clause(function, [&](const CaptureSet* other, const CaptureSet* other_end) {
      if (swallows(order, begin, end, other, other_end)) return;
      for (; other != other_end; ++other) function[kept++] = *other;
    });
    function.resize(kept);
    clause.back() |= kClauseEnd;
    function.insert(function.end(), clause.begin(), clause.end());
  }

  const TrumpKind kind_;
  const bool leasts_;
  std::unordered_map<std::uint64_t, Sets> known_;
  std::map<Split, std::unique_ptr<WorthOrder>> orders_;
};

CaptureSolver::CaptureSolver(TrumpKind kind)
    : kind_(kind),
      leasts_(std::make_unique<Form>(kind, true)),
      mosts_(std::make_unique<Form>(kind, false)) {}

CaptureSolver::~CaptureSolver() = default;

std::optional<Captures> CaptureSolver::solve(const Shape& shape, int most) {
  std::optional<Captures> best;
  const auto attempt = [&](Form& form, bool most_of_leasts) {
    try {
      Captures found{most_of_leasts, form.solve(shape)};
      if (static_cast<int>(found.sets.size()) > most) return;
      if (!best || found.sets.size() < best->sets.size()) best = std::move(found);
    } catch (const TooLarge&) {
    }
  };
  attempt(*mosts_, false);
  if (best && best->sets.size() <= 2) return best;  // few need fewer sets the other way
  attempt(*leasts_, true);
  return best;
}

}  // namespace vorhand::skat::solver

#include "skat/solver/facts.hpp"

#include <algorithm>
#include <memory>

#include "skat/solver/moves.hpp"
#include "skat/solver/ordering.hpp"

namespace vorhand::skat::solver {
namespace {

using Hands = std::array<Set, kNumPlayers>;

int cheapest_points(Set cards, int n) {
  std::array<int, 11> points{};
  int held = 0;
  for (; cards; cards &= cards - 1) points[held++] = kBit.points[low(cards)];
  std::sort(points.begin(), points.begin() + held);
  int sum = 0;
  for (int i = 0; i < std::min(n, held); ++i) sum += points[i];
  return sum;
}

// Return the owners from the lowest card up as a number in base 3 with digits 1 .. 3, so that
// sequences of different length differ too.
std::uint32_t owner_key(const Hands& hands) {
  std::uint32_t key = 0;
  for (Set all = hands[0] | hands[1] | hands[2]; all;) {
    const int b = high(all);
    all ^= one(b);
    int owner = 0;
    while (!(hands[owner] & one(b))) ++owner;
    key = key * 3 + static_cast<std::uint32_t>(owner) + 1;
  }
  return key;
}

// The soloist leads the suit from the top (Furtak 2013, section 5.2). Each card that is higher than
// all cards of both opponents wins. If these exhaust both opponents, all cards of the suit win. An
// opponent who may ruff limits the rounds to those in which they have to follow. Opponents add at
// least their cheapest cards.
Cash cash_soloist(const Hands& hands, int ruffs) {
  const int longest = std::max(size(hands[1]), size(hands[2]));
  const Set others = hands[1] | hands[2];
  const Set top = above_all(hands[0], others);
  Set winners = size(top) >= longest ? hands[0] : top;
  int rounds = size(winners);
  for (int seat = 1; seat <= 2; ++seat) {
    if (ruffs >> (seat - 1) & 1) rounds = std::min(rounds, size(hands[seat]));
  }
  int points = 0;
  for (int i = 0; i < rounds; ++i) {
    const int b = high(winners);
    winners ^= one(b);
    points += kBit.points[b];
  }
  const int forced = cheapest_points(hands[1], rounds) + cheapest_points(hands[2], rounds);
  return Cash({.points = points + forced, .own = points, .rounds = rounds});
}

// A defender leads the suit from the top. The partner follows with the highest card that leaves the
// leader the lead; the count stops where that is impossible, or where the soloist may win.
Cash cash_defender(const Hands& hands, int leader, bool soloist_ruffs) {
  const int followers = size(hands[0]);
  const Set soloist = hands[0];
  Set own = hands[leader], partner = hands[3 - leader];
  int points = 0, rounds = 0;
  while (own) {
    const int b = high(own);
    const bool exhausted = rounds >= followers;
    if (exhausted ? soloist_ruffs : (soloist & ~up_to(b)) != 0) break;
    if (partner) {
      const Set under = partner & up_to(b);
      if (!under) break;
      partner ^= one(high(under));
      points += kBit.points[high(under)];
    }
    own ^= one(b);
    points += kBit.points[b];
    ++rounds;
  }
  const int thrown = rounds - (size(hands[3 - leader]) - size(partner));
  return Cash({.points = points + cheapest_points(soloist, rounds),
               .own = points,
               .rounds = rounds,
               .thrown = thrown,
               .entry = rounds > 0 && hands[3 - leader] != 0});
}

// Return the largest worth of `prey` that `hunters` can capture if each captures at most one lower
// card. From the lowest hunter up, each captures the most valuable card that it can beat: higher
// hunters can beat the same cards and more, so the greedy choice is best.
int captured_points(Set prey, Set hunters) {
  int points = 0;
  for (; hunters && prey; hunters &= hunters - 1) {
    Set reach = prey & up_to(low(hunters));
    int dearest = -1;
    for (; reach; reach &= reach - 1) {
      const int b = low(reach);
      if (dearest < 0 || kBit.points[b] > kBit.points[dearest]) dearest = b;
    }
    if (dearest < 0) continue;
    points += kBit.points[dearest];
    prey ^= one(dearest);
  }
  return points;
}

// Return the choices in one suit, as ranks. `shift` is 0 for a side suit in the lowest byte, else
// kTrumpShift.
template <class Ranks>
Choices<Ranks> choices_of(const Hands& hands, int shift) {
  Choices<Ranks> choices;
  const Set all = hands[0] | hands[1] | hands[2];
  const auto ranks = [&](Set cards) { return static_cast<Ranks>(cards >> shift); };
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    const Set own = hands[seat];
    const Set against = seat == 0 ? hands[1] | hands[2] : hands[0];
    const Set sure = above_all(own, against);
    choices.distinct[seat] = ranks(without_equals(own, all));
    choices.dearest[seat] = ranks(dearest(own, all));
    choices.cheapest[seat] = ranks(cheapest(own, all));
    choices.sure[seat] = ranks(sure);
  }
  return choices;
}

// Tricks that the trumps of `prey` win however play goes: each higher trump of `hunters` captures
// at most one of them. `spent`: these hunters, if every one of them must capture a trump to reach
// this minimum; empty if some are surplus.
struct SureTricks {
  int tricks;
  Set spent;
};

SureTricks sure_tricks(Set prey, Set hunters) {
  const Set spent = prey ? hunters & ~up_to(low(prey)) : 0;
  int captured = 0;
  for (Set left = prey, by = spent; by; by &= by - 1) {
    if (!(left & up_to(low(by)))) continue;
    left &= left - 1;
    ++captured;
  }
  return {size(prey) - captured, captured == size(spent) ? spent : 0};
}

SuitFacts compute_suit(const Hands& hands) {
  SuitFacts facts;
  facts.key = static_cast<std::uint16_t>(owner_key(hands));
  facts.choices = choices_of<std::uint8_t>(hands, 0);
  for (int ruffs = 0; ruffs < 4; ++ruffs) {
    facts.soloist_cash[ruffs] = cash_soloist(hands, ruffs);
  }
  for (int leader = 1; leader <= 2; ++leader) {
    for (int ruffs = 0; ruffs < 2; ++ruffs) {
      facts.defender_cash[leader - 1][ruffs] = cash_defender(hands, leader, ruffs != 0);
    }
  }
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    const Set against = (hands[0] | hands[1] | hands[2]) ^ hands[seat];
    const Set top = above_all(hands[seat], against);
    facts.top_points[seat] = static_cast<std::uint8_t>(set_points(top));
    facts.top_count[seat] = static_cast<std::uint8_t>(size(top));
    if (!hands[seat]) facts.voids |= static_cast<std::uint8_t>(1 << seat);
  }
  return facts;
}

const std::vector<SuitFacts>& suit_table() {
  static const std::vector<SuitFacts> table = [] {
    std::vector<SuitFacts> all;
    for (std::size_t state = 0; state < kSuitStates; ++state) {
      all.push_back(compute_suit(hands_in_state(state)));
    }
    return all;
  }();
  return table;
}

}  // namespace

void DealFacts::begin(const Frame& frame, const Ordering& ordering) {
  const std::vector<SuitFacts>& table = suit_table();
  owned_ = frame.owned;
  ordering_ = &ordering;
  for (int suit = 0; suit < kSideSuits; ++suit) {
    const auto held = static_cast<unsigned>(frame.cards() >> (8 * suit)) & (kSuitSubsets - 1);
    std::array<unsigned, kSuitSubsets> state;
    state[0] = 0;
    const auto note = [&](unsigned subset) {
      suits_[suit][subset] = table[state[subset]];
      suits_[suit][subset].scores = &ordering.suit(state[subset]);
    };
    note(0);
    for (unsigned subset = (0u - held) & held; subset; subset = (subset - held) & held) {
      const int rank = std::countr_zero(subset);
      unsigned owner = 0;
      while (!(owned_[owner] >> (8 * suit + rank) & 1)) ++owner;
      state[subset] = state[subset & (subset - 1)] | (owner + 1) << (2 * rank);
      note(subset);
    }
  }
  const auto held = static_cast<unsigned>(frame.cards() >> kTrumpShift);
  trumps_[0].ready = false;
  for (unsigned subset = (0u - held) & held; subset; subset = (subset - held) & held) {
    trumps_[subset].ready = false;
  }
}

void DealFacts::compute(TrumpFacts& facts, Set trumps) const {
  Hands hands;
  for (int seat = 0; seat < kNumPlayers; ++seat) hands[seat] = trumps & owned_[seat];
  facts.key = owner_key(hands);
  // The soloist draws trumps; opponents who still hold some after that may ruff.
  facts.cash[0] = cash_soloist(hands, 0);
  const int rounds = facts.cash[0].rounds();
  facts.ruffs[0] = static_cast<std::uint8_t>((size(hands[1]) > rounds ? 1 : 0) |
                                             (size(hands[2]) > rounds ? 2 : 0));
  for (int leader = 1; leader <= 2; ++leader) {
    facts.cash[leader] = cash_defender(hands, leader, false);
    const int drawn = facts.cash[leader].rounds();
    facts.ruffs[leader] = size(hands[0]) > drawn ? 1 : 0;
  }
  facts.holders = 0;
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    facts.count[seat] = static_cast<std::uint8_t>(size(hands[seat]));
    if (hands[seat]) facts.holders |= static_cast<std::uint8_t>(1 << seat);
  }
  for (int leader = 0; leader < kNumPlayers; ++leader) {
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      facts.left[leader][seat] =
          static_cast<std::uint8_t>(std::max(0, size(hands[seat]) - facts.cash[leader].rounds()));
    }
  }
  // Trumps that cannot all be captured: each higher trump of the other side takes one, a soloist's
  // trump one from each defender (Furtak 2013, chapter 5, sure tricks).
  facts.sure_soloist = static_cast<std::uint8_t>(set_points(hands[0]) -
                                                 captured_points(hands[0], hands[1] | hands[2]));
  facts.sure_defenders = static_cast<std::uint8_t>(set_points(hands[1] | hands[2]) -
                                                   captured_points(hands[1], hands[0]) -
                                                   captured_points(hands[2], hands[0]));
  const SureTricks soloist = sure_tricks(hands[0], hands[1] | hands[2]);
  const SureTricks next = sure_tricks(hands[1], hands[0]), last = sure_tricks(hands[2], hands[0]);
  const std::array<SureTricks, 2> sides{soloist, next.tricks >= last.tricks ? next : last};
  for (int side = 0; side < 2; ++side) {
    facts.sure_tricks[side] = static_cast<std::uint8_t>(sides[side].tricks);
    facts.spent[side] = static_cast<std::uint16_t>(sides[side].spent >> kTrumpShift);
  }
  // Trumps that were not cashed are cashed later.
  for (int leader = 0; leader < kNumPlayers; ++leader) {
    const int sure = leader == 0 ? facts.sure_soloist : facts.sure_defenders;
    facts.cash[leader] = facts.cash[leader].with(std::max(0, sure - facts.cash[leader].own()));
  }
  facts.choices = choices_of<std::uint16_t>(hands, kTrumpShift);
  facts.scored = 0;
  facts.ready = true;
}

void DealFacts::score(TrumpFacts& facts, Set trumps, int leader) const {
  Hands hands;
  for (int seat = 0; seat < kNumPlayers; ++seat) hands[seat] = trumps & owned_[seat];
  for (Set left = hands[leader]; left; left &= left - 1) {
    const int b = low(left);
    facts.lead_score[b - kTrumpShift] =
        ordering_->state_score(in_context(state_indices(hands, leader, b), kLeadTrump));
  }
  facts.scored |= static_cast<std::uint8_t>(1 << leader);
}

namespace {

// Worths of some cards of a side suit, or of some trumps, one byte each, from the lowest card.
using Worth = std::array<std::uint8_t, 16>;

Worth worth_of(unsigned subset, int shift) {
  Worth worth{};
  for (int i = 0; subset; subset &= subset - 1) {
    worth[i++] = kBit.points[shift + std::countr_zero(subset)];
  }
  return worth;
}

int increase(const Worth& from, const Worth& to) {
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += std::max(0, to[i] - from[i]);
  return sum;
}

const auto kTrumpWorth = [] {
  std::array<Worth, kTrumpSubsets> all;
  for (unsigned subset = 0; subset < kTrumpSubsets; ++subset) {
    all[subset] = worth_of(subset, kTrumpShift);
  }
  return all;
}();

}  // namespace

const SuitIncrease kSuitIncrease = [] {
  SuitIncrease all;
  for (unsigned from = 0; from < kSuitSubsets; ++from) {
    for (unsigned to = 0; to < kSuitSubsets; ++to) {
      all[from][to] = static_cast<std::uint8_t>(increase(worth_of(from, 0), worth_of(to, 0)));
    }
  }
  return all;
}();

int trump_increase(unsigned from, unsigned to) {
  return increase(kTrumpWorth[from], kTrumpWorth[to]);
}

}  // namespace vorhand::skat::solver

// The search itself, included where it is instantiated: by trump_search.cpp for play, by each study
// for its own policy.
#pragma once

#include <algorithm>
#include <string>

#include "skat/solver/trump_moves.hpp"
#include "skat/solver/trump_search.hpp"

namespace vorhand::skat::solver {

template <class Policy>
void TrumpSearch<Policy>::begin(const Frame& frame, std::uint64_t node_budget) {
  facts_.begin(frame, *ordering_);
  owned_ = frame.owned;
  nodes_ = 0;
  node_budget_ = node_budget;
  table_.clear();
}

template <class Policy>
int TrumpSearch<Policy>::bound(const Node& node, int need) {
  if (need <= 0) return 0;
  if (need > node.rest) return node.rest;
  const auto ask = [&]<int kLeader>() {
    if (node.trick_size == 0) return lead<kLeader>(node.cards, node.rest, need, node.tricks);
    if (node.trick_size == 1) {
      return second<kLeader>(node.cards, node.led, node.rest, need, node.tricks);
    }
    return follow_up<kLeader>(node.cards, node.led, node.second, node.rest, need, node.tricks);
  };
  if (node.leader == 0) return ask.template operator()<0>();
  if (node.leader == 1) return ask.template operator()<1>();
  return ask.template operator()<2>();
}

template <class Policy>
Set TrumpSearch<Policy>::legal(const Node& node) const {
  const Set table = (node.led >= 0 ? one(node.led) : 0) | (node.second >= 0 ? one(node.second) : 0);
  const Set hand = node.cards & ~table & owned_[next(node.leader, node.trick_size)];
  const Set following = node.trick_size > 0 ? hand & kBit.group[node.led] : 0;
  return following ? following : hand;
}

template <class Policy>
Node TrumpSearch<Policy>::play(const Node& node, int b, int& won) const {
  Node after = node;
  won = 0;
  if (node.trick_size == 0) {
    after.led = b;
  } else if (node.trick_size == 1) {
    after.second = b;
  } else {
    int winner = 0, winning = node.led;
    if (kBit.beaters[winning] & one(node.second)) winner = 1, winning = node.second;
    if (kBit.beaters[winning] & one(b)) winner = 2;
    const Set trick = one(node.led) | one(node.second) | one(b);
    const int points = set_points(trick);
    after = Node{.cards = node.cards & ~trick,
                 .rest = node.rest - points,
                 .tricks = node.tricks - 1,
                 .leader = next(node.leader, winner)};
    if (after.leader == 0) won = points;
    return after;
  }
  ++after.trick_size;
  return after;
}

// --- The three places of a trick ---

template <class Policy>
template <int kSeat, class Try>
int TrumpSearch<Policy>::any(Moves& moves, Set cards, int need, int tricks, Try&& attempt) {
  policy_.template before_moves<kSeat>(moves, cards, owned_, need, tricks, nodes_, attempt);
  int best = kSeat == 0 ? 0 : kTotalPoints;
  auto proof = policy_.proof();
  for (int left = moves.size;;) {
    proof.next_move();
    const int bound = attempt(Moves::card(moves.best));
    const bool settled = (bound >= need) == (kSeat == 0);
    proof.tried(settled);
    if (settled) return bound;
    best = kSeat == 0 ? std::max(best, bound) : std::min(best, bound);
    if (--left == 0) break;
    moves.next();
  }
  proof.refuted(cards & owned_[kSeat], cards);
  return best;
}

template <class Policy>
template <int kLeader>
int TrumpSearch<Policy>::lead(Set cards, int rest, int need, int tricks) {
  if (++nodes_ > node_budget_) [[unlikely]] {
    throw NodeBudgetError("node budget of " + std::to_string(node_budget_) + " used up");
  }
  if (tricks == 1) return last_trick<kLeader>(cards, rest);
  if (const auto value = policy_.value(cards, kLeader, tricks)) return *value;

  const TrumpFacts& trumps = facts_.trumps(cards);
  SuitViews suits;
  for (int i = 0; i < kSideSuits; ++i) suits[i] = &facts_.suit(i, cards);

  const std::array<Set, kNumPlayers> hands{cards & owned_[0], cards & owned_[1], cards & owned_[2]};
  Table::Slot slot{};
  if (on(kTranspositions)) {
    slot = table_.slot(shape_key({suits[0]->key, suits[1]->key, suits[2]->key, suits[3]->key},
                                 trumps.key, kLeader));
    Table::prefetch(slot);
  }
  const auto proved = [&](int bound, Basis basis) {
    policy_.rests_on(basis, cards);
    return bound;
  };
  // Static bounds: the points that the leader's side cashes from the top, and unbeatable trumps.
  if (on(kCashBounds)) {
    if constexpr (kLeader == 0) {
      const int least = soloist_cashes(trumps, suits, hands, tricks, rest);
      if (least >= need) return proved(least, Basis::kSoloistTops);
    } else {
      const int most = rest - defenders_cash<kLeader>(trumps, suits, hands, tricks, rest);
      if (most < need) return proved(most, Basis::kDefendersCash);
    }
  }
  if (on(kSureTrumps)) {
    if (trumps.sure_soloist >= need) return proved(trumps.sure_soloist, Basis::kTrumpRanks);
    if (const int most = rest - trumps.sure_defenders; most < need) {
      return proved(most, Basis::kTrumpRanks);
    }
    if constexpr (kLeader != 0) {
      const int least = soloist_sure(trumps, hands);
      if (least >= need) return proved(least, Basis::kTrumpRanks);
    } else {
      const int most = rest - defenders_sure(trumps, hands);
      if (most < need) return proved(most, Basis::kTrumpRanks);
    }
    if (kLeader != 0 && trumps.holders == 1) {
      const int least = soloist_alone_has_trumps(trumps, suits, hands, tricks, rest);
      if (least >= need) return proved(least, Basis::kSoloistTops);
    }
    if (trumps.holders != 0 && !(trumps.holders & 1)) {
      const int most = rest - defenders_alone_have_trumps(trumps, suits, hands, tricks, rest);
      if (most < need) return proved(most, Basis::kDefenderTops);
    }
  }

  const TrickStart start{cards, trumps, suits, hands, kLeader, tricks, rest, need};
  const auto by_moves = [&] {
    Moves moves = lead_moves<kLeader>(cards, trumps, suits);
    return any<kLeader>(moves, cards, need, tricks,
                        [&](int b) { return second<kLeader>(cards, b, rest, need, tricks); });
  };
  if (policy_.has_table()) return policy_.kept(start, by_moves);
  if (on(kTranspositions)) {
    const Table::Bounds known = table_.probe(slot, cards, need, on(kPayoffSimilarity));
    if (known.lower >= need) return known.lower;
    if (known.upper < need) return known.upper;
  }
  if (const auto known = policy_.known(start)) {
    // Copy to the small table, which fits in the cache.
    if (known->exact) {
      table_.store(slot, cards, known->value, true, rest);
      table_.store(slot, cards, known->value, false, rest);
    }
    return known->value;
  }

  int bound = by_moves();
  if (!on(kFailSoft)) bound = bound >= need ? need : need - 1;
  if (on(kTranspositions)) {
    policy_.before_store(slot);
    table_.store(slot, cards, bound, bound >= need, rest);
  }
  return bound;
}

template <class Policy>
template <int kLeader>
int TrumpSearch<Policy>::second(Set cards, int led, int rest, int need, int tricks) {
  ++nodes_;
  Moves moves = second_moves<kLeader>(cards, led);
  return any<next(kLeader)>(moves, cards, need, tricks, [&](int b) {
    return follow_up<kLeader>(cards, led, b, rest, need, tricks);
  });
}

template <class Policy>
template <int kLeader>
int TrumpSearch<Policy>::follow_up(Set cards, int led, int second, int rest, int need, int tricks) {
  const Set group = kBit.group[led];
  const int on_table = kBit.points[led] + kBit.points[second];
  policy_.second_played((group & one(second)) != 0);
  if (kBit.beaters[led] & one(second)) {
    return third<kLeader, true>(cards & ~one(led), group, second, on_table, rest, need, tricks);
  }
  return third<kLeader, false>(cards & ~one(second), group, led, on_table, rest, need, tricks);
}

template <class Policy>
template <int kLeader, bool kSecondWins>
int TrumpSearch<Policy>::third(Set cards, Set group, int winning, int on_table, int rest, int need,
                               int tricks) {
  ++nodes_;
  constexpr int kSeat = next(kLeader, 2);
  constexpr int kWinner = kSecondWins ? next(kLeader) : kLeader;
  const auto trick = policy_.trick();
  Moves moves = third_moves<kLeader, kSecondWins>(cards, group, winning, on_table);
  return any<kSeat>(moves, cards, need, tricks, [&](int b) {
    const int points = on_table + kBit.points[b];
    const Set after = cards & ~(one(winning) | one(b));
    const bool wins = (kBit.beaters[winning] & one(b)) != 0;
    policy_.trick_won(trick, winning, b, wins);
    const int left = rest - points;
    const int won = (wins ? kSeat : kWinner) == 0 ? points : 0;
    if (won >= need) return won;
    if (won + left < need) return won + left;
    if (wins) return won + lead<kSeat>(after, left, need - won, tricks - 1);
    return won + lead<kWinner>(after, left, need - won, tricks - 1);
  });
}

template <class Policy>
template <int kLeader>
int TrumpSearch<Policy>::last_trick(Set cards, int rest) {
  const int led = low(cards & owned_[kLeader]);
  const Set second = cards & owned_[next(kLeader)], third = cards & owned_[next(kLeader, 2)];
  int winner = kLeader;
  int winning = led;
  if (kBit.beaters[winning] & second) winner = next(kLeader), winning = low(second);
  if (kBit.beaters[winning] & third) winner = next(kLeader, 2), winning = low(third);
  policy_.last_trick_won(cards, winning);
  return winner == 0 ? rest : 0;
}

}  // namespace vorhand::skat::solver

#include "skat/solver/trump_search.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "permutation.hpp"
#include "skat/solver/static_bounds.hpp"
#include "skat/solver/trump_moves.hpp"

namespace vorhand::skat::solver {

template <Form kForm>
void TrumpSearch<kForm>::begin(const Frame& frame, std::uint32_t techniques,
                               std::uint64_t node_budget) {
  facts_.begin(frame, *ordering_);
  owned_ = frame.owned;
  grand_ = (frame.cards() & kTrumps & ~kJackBits) == 0;
  techniques_ = techniques;
  nodes_ = 0;
  node_budget_ = node_budget;
  table_.clear();
}

template <Form kForm>
int TrumpSearch<kForm>::bound(const Node& node, int need) {
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

template <Form kForm>
Set TrumpSearch<kForm>::legal(const Node& node) const {
  const Set table = (node.led >= 0 ? one(node.led) : 0) | (node.second >= 0 ? one(node.second) : 0);
  const Set hand = node.cards & ~table & owned_[next(node.leader, node.trick_size)];
  const Set following = node.trick_size > 0 ? hand & kBit.group[node.led] : 0;
  return following ? following : hand;
}

template <Form kForm>
Node TrumpSearch<kForm>::play(const Node& node, int b, int& won) const {
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

template <Form kForm>
template <int kSeat, class Try>
int TrumpSearch<kForm>::any(Moves& moves, [[maybe_unused]] Set cards, int need,
                            [[maybe_unused]] int tricks, Try&& attempt) {
  if constexpr (kSwitchable) {
    if (samples_ && moves.size > 1 && sampled(tricks)) sample<kSeat>(moves, cards, need, attempt);
  }
  int best = kSeat == 0 ? 0 : kTotalPoints;
  [[maybe_unused]] Set before = 0, refuted = 0;
  if constexpr (kForm == Form::kStudy) before = study_->used;
  for (int left = moves.size;;) {
    if constexpr (kForm == Form::kStudy) study_->used = 0;
    const int bound = attempt(Moves::card(moves.best));
    const bool settled = (bound >= need) == (kSeat == 0);
    if constexpr (kForm == Form::kStudy) {
      if (settled) {
        study_->used |= before;
      } else {
        refuted |= study_->used;
      }
    }
    if (settled) return bound;
    best = kSeat == 0 ? std::max(best, bound) : std::min(best, bound);
    if (--left == 0) break;
    moves.next();
  }
  if constexpr (kForm == Form::kStudy) {
    study_->used = before | with_runs_below(refuted, cards & owned_[kSeat], cards);
  }
  return best;
}

// Decisions high in the tree are rare and settle much, so more of them are sampled.
template <Form kForm>
bool TrumpSearch<kForm>::sampled(int tricks) {
  constexpr std::array<double, kHandSize + 1> kShare{0,    0,    .0015, .0015, .0015, .002,
                                                     .004, .008, .02,   .06,   .3};
  const auto draw = static_cast<double>(mix64(++visits_) >> 11) * 0x1p-53;
  return draw < kShare[static_cast<std::size_t>(tricks)];
}

// The table is restored after each card; later cards would profit from it otherwise.
template <Form kForm>
template <int kSeat, class Try>
void TrumpSearch<kForm>::sample(const Moves& moves, Set cards, int need, Try&& attempt) {
  std::vector<OrderingSample>* const samples = std::exchange(samples_, nullptr);
  const std::uint64_t before = nodes_;
  sampling_ = true;
  ++decisions_;
  for (int i = 0; i < moves.size; ++i) {
    const int b = Moves::card(moves.entries[i]);
    const auto [trick, context] = moves.origins[i];
    OrderingSample card{.decision = decisions_, .trick = trick};
    if (b < kTrumpShift || context == kLeadTrump) {
      const int rank = b < kTrumpShift ? b & 7 : b;
      card.state = in_context(state_indices(suit_hands(cards, b), kSeat, rank), context);
    }
    nodes_ = before;
    card.cut = (attempt(b) >= need) == (kSeat == 0);
    card.cost = static_cast<std::uint32_t>(nodes_ - before);
    samples->push_back(card);
    for (; !changes_.empty(); changes_.pop_back()) Table::undo(changes_.back());
  }
  sampling_ = false;
  nodes_ = before;
  samples_ = samples;
}

template <Form kForm>
std::array<Set, kNumPlayers> TrumpSearch<kForm>::suit_hands(Set cards, int b) const {
  const Set suit = cards & kBit.group[b];
  const int shift = b >= kTrumpShift ? 0 : b & ~7;
  return {(suit & owned_[0]) >> shift, (suit & owned_[1]) >> shift, (suit & owned_[2]) >> shift};
}

template <Form kForm>
template <int kLeader>
int TrumpSearch<kForm>::lead(Set cards, int rest, int need, int tricks) {
  if (++nodes_ > node_budget_) [[unlikely]] {
    throw NodeBudgetError("node budget of " + std::to_string(node_budget_) + " used up");
  }
  if (tricks == 1) return last_trick<kLeader>(cards, rest);
  if constexpr (kForm == Form::kStudy) {
    if (tricks <= study_->oracle_cards()) return study_->value(cards, kLeader);
  }

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
  // Static bounds: what the leader's side cashes from the top, and trumps nobody can take.
  if (on(kCashBounds)) {
    if constexpr (kLeader == 0) {
      const int least = soloist_cashes(trumps, suits, hands, tricks, rest);
      if (least >= need) return proved(least, Basis::kSoloistTops, cards);
    } else {
      const int most = rest - defenders_cash<kLeader>(trumps, suits, hands, tricks, rest);
      if (most < need) return proved(most, Basis::kDefendersCash, cards);
    }
  }
  if (on(kSureTrumps)) {
    if (trumps.sure_soloist >= need) return proved(trumps.sure_soloist, Basis::kTrumpRanks, cards);
    if (const int most = rest - trumps.sure_defenders; most < need) {
      return proved(most, Basis::kTrumpRanks, cards);
    }
    if constexpr (kLeader != 0) {
      const int least = soloist_sure(trumps, hands);
      if (least >= need) return proved(least, Basis::kTrumpRanks, cards);
    } else {
      const int most = rest - defenders_sure(trumps, hands);
      if (most < need) return proved(most, Basis::kTrumpRanks, cards);
    }
    if (kLeader != 0 && trumps.holders == 1) {
      const int least = soloist_alone_has_trumps(trumps, suits, hands, tricks, rest);
      if (least >= need) return proved(least, Basis::kSoloistTops, cards);
    }
    if (trumps.holders != 0 && !(trumps.holders & 1)) {
      const int most = rest - defenders_alone_have_trumps(trumps, suits, hands, tricks, rest);
      if (most < need) return proved(most, Basis::kDefenderTops, cards);
    }
  }

  if constexpr (kForm == Form::kStudy) {
    if (study_->keeps()) return kept_or_searched<kLeader>(cards, trumps, suits, rest, need, tricks);
  }
  if (on(kTranspositions)) {
    const Table::Bounds known = table_.probe(slot, cards, need, on(kPayoffSimilarity));
    if (known.lower >= need) return known.lower;
    if (known.upper < need) return known.upper;
  }

  if constexpr (kForm == Form::kTables) {
    const TrumpTables* const known = tables_[grand_ ? 1 : 0];
    if (known && tricks <= known->cards()) {
      // Kept in the small table too, which the cache holds.
      if (const auto value = known->value(known->place(suits, trumps, cards, kLeader))) {
        table_.store(slot, cards, *value, true, rest);
        table_.store(slot, cards, *value, false, rest);
        return *value;
      }
    }
  }

  if constexpr (kForm == Form::kPruning) {
    if (tricks >= kFewestEstimated) {
      if (const auto answer = foreseen<kLeader>(trumps, suits, hands, tricks, rest, need)) {
        return *answer;
      }
    }
  }

  Moves moves = lead_moves<kLeader>(cards, trumps, suits);
  int bound = any<kLeader>(moves, cards, need, tricks,
                           [&](int b) { return second<kLeader>(cards, b, rest, need, tricks); });
  if (!on(kFailSoft)) bound = bound >= need ? need : need - 1;
  if (on(kTranspositions)) {
    if constexpr (kSwitchable) {
      if (sampling_) changes_.push_back(Table::before_change(slot));
    }
    table_.store(slot, cards, bound, bound >= need, rest);
  }
  return bound;
}

template <Form kForm>
template <int kLeader>
int TrumpSearch<kForm>::kept_or_searched(Set cards, const TrumpFacts& trumps,
                                         const SuitViews& suits, int rest, int need, int tricks) {
  const auto [lower, upper] = study_->probe(cards, kLeader, need);
  if (lower >= need) return lower;
  if (upper < need) return upper;
  const Set before = std::exchange(study_->used, 0);
  Moves moves = lead_moves<kLeader>(cards, trumps, suits);
  const int bound = any<kLeader>(moves, cards, need, tricks, [&](int b) {
    return second<kLeader>(cards, b, rest, need, tricks);
  });
  study_->store(cards, kLeader, bound, bound >= need, study_->used);
  study_->used |= before;
  return bound;
}

template <Form kForm>
Table::Bounds TrumpSearch<kForm>::static_bounds(const Node& node) {
  const TrumpFacts& trumps = facts_.trumps(node.cards);
  SuitViews suits;
  for (int i = 0; i < kSideSuits; ++i) suits[i] = &facts_.suit(i, node.cards);
  const Hands hands{node.cards & owned_[0], node.cards & owned_[1], node.cards & owned_[2]};
  return solver::static_bounds(trumps, suits, hands, node.leader, node.tricks, node.rest);
}

template <Form kForm>
template <int kLeader>
std::optional<int> TrumpSearch<kForm>::foreseen(const TrumpFacts& trumps, const SuitViews& suits,
                                                const Hands& hands, int tricks, int rest,
                                                int need) const {
  const auto [least, most] = solver::static_bounds(trumps, suits, hands, kLeader, tricks, rest);
  const double margin = pruning_->margin(grand_, kLeader, tricks);
  const double points =
      std::clamp(pruning_->estimators->points(hands, grand_, kLeader, tricks, rest),
                 static_cast<double>(least), static_cast<double>(std::max(least, most)));
  if (points - margin >= need) return need;
  if (points + margin <= need - 1) return need - 1;
  return std::nullopt;
}

template <Form kForm>
template <int kLeader>
int TrumpSearch<kForm>::second(Set cards, int led, int rest, int need, int tricks) {
  ++nodes_;
  Moves moves = second_moves<kLeader>(cards, led);
  return any<next(kLeader)>(moves, cards, need, tricks, [&](int b) {
    return follow_up<kLeader>(cards, led, b, rest, need, tricks);
  });
}

template <Form kForm>
template <int kLeader>
int TrumpSearch<kForm>::follow_up(Set cards, int led, int second, int rest, int need, int tricks) {
  const Set group = kBit.group[led];
  const int on_table = kBit.points[led] + kBit.points[second];
  if constexpr (kForm == Form::kStudy) study_->contested = (group & one(second)) != 0;
  if (kBit.beaters[led] & one(second)) {
    return third<kLeader, true>(cards & ~one(led), group, second, on_table, rest, need, tricks);
  }
  return third<kLeader, false>(cards & ~one(second), group, led, on_table, rest, need, tricks);
}

template <Form kForm>
template <int kLeader, bool kSecondWins>
int TrumpSearch<kForm>::third(Set cards, Set group, int winning, int on_table, int rest, int need,
                              int tricks) {
  ++nodes_;
  constexpr int kSeat = next(kLeader, 2);
  constexpr int kWinner = kSecondWins ? next(kLeader) : kLeader;
  [[maybe_unused]] bool contested = false;
  if constexpr (kForm == Form::kStudy) contested = study_->contested;
  Moves moves = third_moves<kLeader, kSecondWins>(cards, group, winning, on_table);
  return any<kSeat>(moves, cards, need, tricks, [&](int b) {
    const int points = on_table + kBit.points[b];
    const Set after = cards & ~(one(winning) | one(b));
    const bool wins = (kBit.beaters[winning] & one(b)) != 0;
    if constexpr (kForm == Form::kStudy) {
      const bool same = (kBit.group[winning] & one(b)) != 0;
      if (same || (contested && !wins)) study_->used |= one(wins ? b : winning);
    }
    const int left = rest - points;
    const int won = (wins ? kSeat : kWinner) == 0 ? points : 0;
    if (won >= need) return won;
    if (won + left < need) return won + left;
    if (wins) return won + lead<kSeat>(after, left, need - won, tricks - 1);
    return won + lead<kWinner>(after, left, need - won, tricks - 1);
  });
}

template <Form kForm>
template <int kLeader>
int TrumpSearch<kForm>::last_trick(Set cards, int rest) const {
  const int led = low(cards & owned_[kLeader]);
  const Set second = cards & owned_[next(kLeader)], third = cards & owned_[next(kLeader, 2)];
  int winner = kLeader;
  int winning = led;
  if (kBit.beaters[winning] & second) winner = next(kLeader), winning = low(second);
  if (kBit.beaters[winning] & third) winner = next(kLeader, 2), winning = low(third);
  if constexpr (kForm == Form::kStudy) {
    if (cards & kBit.group[winning] & ~one(winning)) study_->used |= one(winning);
  }
  return winner == 0 ? rest : 0;
}

template class TrumpSearch<Form::kPlain>;
template class TrumpSearch<Form::kSwitchable>;
template class TrumpSearch<Form::kPruning>;
template class TrumpSearch<Form::kTables>;
template class TrumpSearch<Form::kStudy>;

}  // namespace vorhand::skat::solver

// Cards to try in a trump game, with their scores: the part of TrumpSearch about the hand of the
// player to move. Included by trump_search_impl.hpp alone.
#pragma once

#include "skat/solver/trump_search.hpp"

namespace vorhand::skat::solver {

template <class Policy>
template <int kLeader>
auto TrumpSearch<Policy>::lead_moves(Set cards, const TrumpFacts& trumps, const SuitViews& suits)
    -> Moves {
  constexpr int kNext = next(kLeader), kLast = next(kLeader, 2);
  constexpr int kOpponents = kLeader == 0 ? 6 : 1;
  const int ruffs = (trumps.holders >> kNext & 1) * 2 + (trumps.holders >> kLast & 1);
  Moves moves;
  const auto add = [&](const auto& choices, bool ruffed, int shift, const std::int8_t* scores,
                       int context) {
    unsigned tried = choices.distinct[kLeader];
    if (!on(kEquivalentCards)) {
      tried = static_cast<unsigned>((cards & owned_[kLeader] & kBit.group[shift]) >> shift);
    }
    // Keep only the most valuable of adjacent cards that surely take the trick.
    if (on(kDecidedTrick) && !ruffed) {
      const unsigned sure = choices.sure[kLeader];
      tried = (tried & ~sure) | (choices.dearest[kLeader] & sure);
    }
    for (; tried; tried &= tried - 1) {
      const int rank = std::countr_zero(tried);
      moves.add(rank + shift, on(kLearnedOrder) ? scores[rank] : 0, context);
    }
  };
  for (int i = 0; i < kSideSuits; ++i) {
    const bool ruffed = (suits[i]->voids & trumps.holders & kOpponents) != 0;
    const int context = kLead + ruffs;
    add(suits[i]->choices, ruffed, 8 * i, suits[i]->scores->of[context].data(), context);
  }
  if (trumps.count[kLeader] > 0) {
    add(trumps.choices, false, kTrumpShift, facts_.trump_scores(cards, kLeader), kLeadTrump);
  }
  return moves;
}

template <class Policy>
template <int kSeat>
auto TrumpSearch<Policy>::kept(Set cards) -> Kept {
  Kept kept{};
  for (int i = 0; i < kSideSuits; ++i) {
    const auto& choices = facts_.suit(i, cards).choices;
    kept.distinct |= Set{choices.distinct[kSeat]} << (8 * i);
    kept.dearest |= Set{choices.dearest[kSeat]} << (8 * i);
    kept.cheapest |= Set{choices.cheapest[kSeat]} << (8 * i);
  }
  if (cards & owned_[kSeat] & kTrumps) {
    const auto& choices = facts_.trumps(cards).choices;
    kept.distinct |= Set{choices.distinct[kSeat]} << kTrumpShift;
    kept.dearest |= Set{choices.dearest[kSeat]} << kTrumpShift;
    kept.cheapest |= Set{choices.cheapest[kSeat]} << kTrumpShift;
  }
  return kept;
}

template <class Policy>
template <int kSeat>
auto TrumpSearch<Policy>::kept_of(Set cards, Set group) -> Kept {
  const auto in = [&](const auto& choices, int shift) {
    return Kept{Set{choices.distinct[kSeat]} << shift, Set{choices.dearest[kSeat]} << shift,
                Set{choices.cheapest[kSeat]} << shift};
  };
  if (group == kTrumps) return in(facts_.trumps(cards).choices, kTrumpShift);
  const int shift = low(group);
  return in(facts_.suit(shift >> 3, cards).choices, shift);
}

template <class Policy>
template <int kSeat, class Row>
void TrumpSearch<Policy>::add_followers(Moves& moves, Set cards, Set tried, int context,
                                        Row&& row) {
  const int first = low(tried);
  const bool trump = first >= kTrumpShift;
  const int length = length_class(cards & owned_[kSeat] & kBit.group[first]) * kKinds;
  const std::int8_t* scores =
      trump ? nullptr : facts_.suit(first >> 3, cards).scores->of[context].data();
  for (; tried; tried &= tried - 1) {
    const int b = low(tried);
    const int trick = row(b) + length + kBit.kind[b];
    const int score = ordering_->weight(trick) + (trump ? 0 : scores[b & 7]);
    moves.add(b, on(kLearnedOrder) ? score : 0, context, trick);
  }
}

template <class Policy>
template <int kSeat, class Row>
void TrumpSearch<Policy>::add_others(Moves& moves, Set cards, Set tried, int context, Row&& row) {
  const Set hand = cards & owned_[kSeat];
  while (tried) {
    const int first = low(tried);
    const Set group = kBit.group[first];
    const bool trump = first >= kTrumpShift;
    const int length = length_class(hand & group) * kKinds;
    const std::int8_t* scores =
        trump ? nullptr : facts_.suit(first >> 3, cards).scores->of[context].data();
    Set of_suit = tried & group;
    tried ^= of_suit;
    for (; of_suit; of_suit &= of_suit - 1) {
      const int b = low(of_suit);
      const int trick = row(b, trump) + length + kBit.kind[b];
      const int score = ordering_->weight(trick) + (trump ? 0 : scores[b & 7]);
      moves.add(b, on(kLearnedOrder) ? score : 0, context, trick);
    }
  }
}

template <class Policy>
template <int kLeader>
auto TrumpSearch<Policy>::second_moves(Set cards, int led) -> Moves {
  constexpr int kSeat = next(kLeader), kThird = next(kLeader, 2);
  constexpr bool kThirdWithLeader = (kThird == 0) == (kLeader == 0);
  constexpr bool kThirdWithSecond = (kThird == 0) == (kSeat == 0);
  constexpr bool kWithLeader = (kLeader == 0) == (kSeat == 0);
  const Set group = kBit.group[led];
  const Set beaters = kBit.beaters[led];
  const Set hand = cards & owned_[kSeat];
  const Set following = hand & group;
  const Set legal = following ? following : hand;
  Set replies = cards & owned_[kThird] & group;
  if (!replies) replies = cards & owned_[kThird];
  const Set better = replies & beaters;  // replies that beat the card led
  const int third_class = !better ? 0 : better == replies ? 2 : 1;

  const Kept keep = following ? kept_of<kSeat>(cards, group) : kept<kSeat>(cards);
  const Set distinct = on(kEquivalentCards) ? keep.distinct : legal;
  Set tried = legal & distinct;
  if (on(kDecidedTrick)) {
    // Cards below the card led: the leader or the third player takes the trick.
    Set under = legal & ~beaters, over = legal & beaters;
    if (kThirdWithLeader || third_class != 1) {
      const bool ours = kThirdWithLeader || third_class == 0 ? kWithLeader : kThirdWithSecond;
      under &= ours ? keep.dearest : keep.cheapest;
    } else {
      under &= distinct;
    }
    // Cards that beat the one led: a sure winner if no reply is higher, useless if all replies are.
    if (kThirdWithSecond || !better) {
      over &= keep.dearest;
    } else {
      const Set sure = over & ~up_to(high(better));
      const Set vain = better == replies ? over & (one(low(better)) - 1) : 0;
      over = (over & ~sure & ~vain & distinct) | (sure & keep.dearest) | (vain & keep.cheapest);
    }
    tried = under | over;
  }
  Moves moves;
  if (!(tried & (tried - 1))) {
    moves.add(low(tried), 0, kFollow);
    return moves;
  }
  // Classify the third player: 0 cannot beat the better of the two cards, 1 can beat it, 2 must.
  const auto place = [&](int b, int mode) {
    const int beats = beaters >> b & 1;
    const Set still = beats ? better & ~up_to(b) : better;
    const int over = !still ? 0 : still == replies ? 2 : 1;
    const int base = ((kLeader * 3 + over) * 3 + point_class(kBit.points[led])) * 3 + mode;
    return kSecondAt + (base * 2 + beats) * 3 * kKinds;
  };
  if (following) {
    add_followers<kSeat>(moves, cards, tried, kFollow, [&](int b) { return place(b, 0); });
  } else {
    add_others<kSeat>(moves, cards, tried, kDiscard + kWithLeader,
                      [&](int b, bool trump) { return place(b, trump ? 1 : 2); });
  }
  return moves;
}

template <class Policy>
template <int kLeader, bool kSecondWins>
auto TrumpSearch<Policy>::third_moves(Set cards, Set group, int winning, int on_table) -> Moves {
  constexpr int kSeat = next(kLeader, 2);
  constexpr int kWinner = kSecondWins ? next(kLeader) : kLeader;
  constexpr bool kPartnerWins = (kWinner == 0) == (kSeat == 0);
  const Set beaters = kBit.beaters[winning];
  const Set hand = cards & owned_[kSeat];
  const Set following = hand & group;
  const Set legal = following ? following : hand;
  const Kept keep = following ? kept_of<kSeat>(cards, group) : kept<kSeat>(cards);
  Set tried = on(kEquivalentCards) ? legal & keep.distinct : legal;
  if (on(kDecidedTrick)) {
    const Set over = legal & beaters, under = legal & ~beaters;
    tried = (over & keep.dearest) | (under & (kPartnerWins ? keep.dearest : keep.cheapest));
  }
  Moves moves;
  if (!(tried & (tried - 1))) {
    moves.add(low(tried), 0, kFollow);
    return moves;
  }
  const int table_class = (on_table >= 2) + (on_table >= 8) + (on_table >= 14);
  const int base = ((kLeader * 2 + kSecondWins) * 4 + table_class) * 3;
  const auto place = [&](int b, int mode) {
    const int beats = beaters >> b & 1;
    return kThirdAt + ((base + mode) * 2 + beats) * 3 * kKinds;
  };
  if (following) {
    add_followers<kSeat>(moves, cards, tried, kFollow + 1, [&](int b) { return place(b, 0); });
  } else {
    add_others<kSeat>(moves, cards, tried, kDiscard + kPartnerWins,
                      [&](int b, bool trump) { return place(b, trump ? 1 : 2); });
  }
  return moves;
}

}  // namespace vorhand::skat::solver

#include "skat/rule_player/null_book.hpp"

#include <bit>

namespace vorhand::skat {

namespace {

constexpr std::array<std::uint8_t, 256> make_null_ordered() {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t ranks = 0; ranks < 256; ++ranks) {
    for (int rank = 0; rank < 8; ++rank) {
      if (ranks >> rank & 1) table[ranks] |= static_cast<std::uint8_t>(1 << kNullOrder[rank]);
    }
  }
  return table;
}
constexpr auto kNullOrdered = make_null_ordered();

float quarter(CardSet cards) { return static_cast<float>(count(cards)) * 0.25f; }

// Return the probability that the seat is forced to beat `card`: it holds the suit, but no lower
// card of it.
float must_beat(const Sight& sight, int seat, Card card) {
  const int suit = suit_of(card);
  const CardSet higher = sight.stronger(card);
  const CardSet lower = suit_mask(suit) & ~higher & ~bit(card);
  return sight.holds_none(seat, lower, suit) * (1 - sight.holds_none(seat, higher, suit));
}

struct NullProspect {
  float caught = 0;  // probability that the soloist takes the trick
  float mine = 0;
};

NullProspect null_prospect(const Sight& sight, Card card) {
  const SeatView& view = sight.view;
  NullProspect p;
  if (view.trick_size == 0) {
    if (sight.is_soloist) {
      const float over = sight.can_beat(sight.foe, card, card);
      const float other_over = sight.can_beat(sight.other, card, card);
      p.caught = p.mine = (1 - over) * (1 - other_over);
    } else {
      p.caught = must_beat(sight, view.soloist, card);
      p.mine = (1 - sight.can_beat(sight.foe, card, card)) *
               (1 - sight.can_beat(sight.other, card, card));
    }
    return p;
  }
  const bool takes = beats(view.contract, card, sight.winning);
  const Card best = takes ? card : sight.winning;
  const int best_seat = takes ? view.player : sight.winner;
  if (view.trick_size == 2) {
    p.caught = flag(best_seat == view.soloist);
    p.mine = flag(takes);
    return p;
  }
  const int last = (view.player + 1) % kNumPlayers;
  const float forced = must_beat(sight, last, best);
  if (last == view.soloist) {
    p.caught = forced;
  } else {
    p.caught = best_seat == view.soloist ? 1 - forced : 0.0f;
  }
  p.mine = takes ? 1 - forced : 0.0f;
  return p;
}

}  // namespace

int null_ordered(CardSet cards, int suit) { return kNullOrdered[cards >> (8 * suit) & 0xFF]; }

int null_gaps(int mine, int others) {
  int gaps = 0;
  while (mine && others) {
    if (std::countr_zero(static_cast<unsigned>(mine)) >
        std::countr_zero(static_cast<unsigned>(others))) {
      ++gaps;
    }
    mine &= mine - 1;
    others &= others - 1;
  }
  return gaps;
}

void judge_null_card(const Sight& sight, Card card, NullVerdicts& v) {
  v.fill(0.0f);
  const SeatView& view = sight.view;
  const int suit = suit_of(card);
  const CardSet self = bit(card);
  const CardSet cards_of_suit = suit_mask(suit);
  const CardSet mine = view.hand & cards_of_suit;
  const CardSet out = sight.unseen & cards_of_suit;
  const CardSet higher = sight.stronger(card);
  const float rank = static_cast<float>(kNullOrder[rank_of(card)]) / 7;
  const float late = static_cast<float>(kHandSize - count(view.hand)) / kHandSize;
  const NullProspect p = null_prospect(sight, card);

  v[kNullCaught] = p.caught;
  v[kNullCertain] = flag(p.caught > 0.999f);
  v[kNullITake] = p.mine;
  v[kNullRank] = rank;
  v[kNullLength] = quarter(mine);
  v[kNullOut] = quarter(out);
  v[kNullLowerOut] = quarter(out & ~higher);
  v[kNullHigherOut] = quarter(out & higher);
  v[kNullLowerHeld] = quarter(mine & ~higher & ~self);
  const int others = null_ordered(out, suit);
  const int gaps = null_gaps(null_ordered(mine, suit), others);
  v[kNullGaps] = static_cast<float>(gaps) * 0.5f;
  v[kNullGap] =
      static_cast<float>(gaps - null_gaps(null_ordered(mine & ~self, suit), others)) * 0.5f;
  v[kNullSingle] = flag(mine == self);
  const bool follows = view.trick_size == 0 || suit_of(view.trick[0]) == suit;
  if (!follows) {
    v[kNullThrow] = 1;
    v[kNullThrowRank] = rank;
  }
  v[kNullFoeVoid] = flag((sight.may_hold[sight.foe] & cards_of_suit) == 0);
  v[kNullFriendVoid] = flag((sight.may_hold[sight.other] & cards_of_suit) == 0);
  v[kNullFriendsSuit] = flag((view.led[sight.other] & cards_of_suit) != 0);
  v[kNullFoesSuit] = flag((view.led[sight.foe] & cards_of_suit) != 0);
  v[kNullLowest] = flag((mine & ~higher & ~self) == 0);
  if (view.trick_size > 0 && follows && !beats(view.contract, card, sight.winning)) {
    const CardSet under = mine & ~sight.stronger(sight.winning);
    v[kNullHighestUnder] = flag((under & higher) == 0);
  }
  v[kNullFresh] = flag(((view.played | view.skat) & cards_of_suit) == 0);
  v[kNullLateRank] = rank * late;
  v[kNullFoeLowHeld] = 1 - sight.holds_none(sight.foe, cards_of_suit & ~higher & ~self, suit);
}

}  // namespace vorhand::skat

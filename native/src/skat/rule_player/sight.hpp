// Inference from a player's view: who may hold the unseen cards, and how likely a seat is to beat a
// card. These are estimates that cost nanoseconds, not exact counts over worlds.
#pragma once

#include <array>

#include "skat/seat_view.hpp"

namespace vorhand::skat {

CardSet stronger_cards(Contract contract, Card card);

// Suits 0..3, trumps 4.
inline constexpr int kTrumpGroup = 4;
inline constexpr int kNumGroups = 5;

struct Sight {
  explicit Sight(const SeatView& view);

  int group_of(Card card) const { return (trumps & bit(card)) ? kTrumpGroup : suit_of(card); }
  CardSet group_cards(int group) const {
    return group == kTrumpGroup ? trumps : suit_mask(group) & ~trumps;
  }
  CardSet stronger(Card card) const { return stronger_cards(view.contract, card); }

  // Tell whether no stronger card of its group is out.
  bool is_master(Card card) const { return (stronger(card) & unseen) == 0; }

  // Return the probability that the seat holds none of `cards`, all of one group.
  float holds_none(int seat, CardSet cards, int group) const;

  // Return the probability that the seat, which still has to play to the trick led by `led`, can
  // beat `winning`.
  float can_beat(int seat, Card winning, Card led) const;

  const SeatView& view;
  CardSet trumps;
  CardSet unseen;  // cards in the other hands, or in an unknown skat
  CardSet legal;
  bool is_soloist;
  int foe;    // the soloist, or the next defender if this seat is the soloist
  int other;  // the partner, or the other defender
  std::array<CardSet, kNumPlayers> may_hold{};
  std::array<std::array<float, kNumGroups>, kNumPlayers>
      chance{};       // probability that a seat holds an unseen card, by seat and group of the card
  Card winning = -1;  // card that is winning the trick so far
  int winner = -1;    // seat of that card
  int table_points = 0;

 private:
  void place_unseen_cards(int next, int after);
};

}  // namespace vorhand::skat

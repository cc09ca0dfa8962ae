// Move ordering: a learned score for each card, a sum of weights that are looked up.
//
// Fastest-cut-first (Furtak and Buro, IJCAI 2009), as in the Skat solver: weights are fitted to the
// cost of trying each card; see docs/trick-games.md for the command. One array of weights serves
// all games, since a card is described by its part in the trick and in its suit alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "mixed_radix.hpp"
#include "tricks/position.hpp"

namespace vorhand::tricks {

// Indices of the weights of a card: who takes the trick, its rank, its points, and who else has its
// suit. The indices of a part are consecutive, numbered by digits of these bases.
inline constexpr int kOrderingParts = 4;
using OrderingIndices = std::array<std::uint16_t, kOrderingParts>;
inline constexpr std::array<std::array<int, 8>, kOrderingParts> kOrderingBases{
    {{3, 3, 2, 3, 2, 2, 2, 3},
     {3, 3, 2, 4, 3, 4, 2, 1},
     {3, 3, 2, 3, 4, 3, 1, 1},
     {3, 3, 2, 2, 2, 2, 2, 3}}};
inline constexpr std::array<int, kOrderingParts + 1> kOrderingStarts = [] {
  std::array<int, kOrderingParts + 1> starts{};
  for (std::size_t part = 0; part < kOrderingParts; ++part) {
    int size = 1;
    for (const int base : kOrderingBases[part]) size *= base;
    starts[part + 1] = starts[part] + size;
  }
  return starts;
}();
inline constexpr int kOrderingWeights = kOrderingStarts.back();
using OrderingWeights = std::array<std::int8_t, kOrderingWeights>;

// Return the engine's weights, read on first use.
const OrderingWeights& learned_ordering();

// The cost of one tried card, for fitting the weights.
struct OrderingSample {
  std::uint32_t decision;  // number of the decision, shared by its cards
  OrderingIndices indices;
  float habit;             // history score that was added to the weights
  std::uint32_t cost = 0;  // cost in nodes
  bool cut = false;
};

// Features for move ordering. The constructor computes those shared by all cards of the player to
// act; `of` computes the indices of one card's weights.
template <typename T>
class CardRoles {
 public:
  // `duck`: the contract's side may want no more points, so the other side gives points to it.
  CardRoles(const Contract& contract, const Position<T>& position, bool duck)
      : contract_(contract), position_(position), duck_(duck) {
    for (int seat = 0; seat < seats_of<T>(contract); ++seat) {
      const bool same = counts(contract, seat) == counts(contract, position.player);
      if (seat != position.player) (same ? partners_ : others_) |= hand(seat);
    }
    const int size = position.trick.size;
    place_ = size == 0 ? 0 : size < seats_of<T>(contract) - 1 ? 1 : 2;
    table_ = points_class(position.trick.points);
    trumped_ = contract.trumps() & (position.left() | position.trick.cards);
  }

  OrderingIndices of(int card) const {
    const Position<T>& p = position_;
    Trick trick = p.trick;
    trick.add(contract_, p.player, card);
    bool beaten = false, rescued = false;  // by seats that are still to play
    const bool ours = counts(contract_, p.player);
    int seat = p.player;
    for (int later = trick.size; later < seats_of<T>(contract_); ++later) {
      seat = seat_after<T>(contract_, seat);
      if (!can_beat(hand(seat), trick)) continue;
      (counts(contract_, seat) == ours ? rescued : beaten) = true;
    }
    const bool held = counts(contract_, trick.holder) == ours;
    const int holder = trick.holder == p.player ? 0 : held ? 1 : 2;
    const int fate = !beaten && (rescued || held) ? 0 : !rescued && (beaten || !held) ? 1 : 2;

    const Set trumps = contract_.trumps(), suit = contract_.suit_of(card), higher = above(card);
    const int kind = bit(card) & trumps ? 1 : place_ == 0 || (bit(card) & trick.led) ? 0 : 2;
    const Set own = hand(p.player) & suit, theirs = others_ & suit, partners = partners_ & suit;
    auto few = [](Set cards, int most) { return std::min(count(cards), most); };
    const bool partners_more = partners && partners > theirs;
    const int worth = card_class(contract_.points[static_cast<std::size_t>(card)]);
    const int points = points_class(trick.points);
    const int over = few(theirs & higher, 3), under = few(own & below(card), 2);
    const int length = few(own, 4) - 1, theirs_class = few(theirs, 4) / 2;
    const std::array<std::array<int, 8>, kOrderingParts> digits{
        {{place_, kind, duck_, holder, beaten, rescued, trumped_, points},
         {place_, kind, duck_, over, under, length, trumped_, 0},
         {place_, kind, duck_, fate, worth, table_, 0, 0},
         {place_, kind, duck_, partners_more, theirs == 0, partners == 0, trumped_, theirs_class}}};
    OrderingIndices indices;
    for (std::size_t part = 0; part < kOrderingParts; ++part) {
      MixedRadix number;
      for (std::size_t i = 0; i < 8; ++i) number(digits[part][i], kOrderingBases[part][i]);
      indices[part] = static_cast<std::uint16_t>(kOrderingStarts[part] + number.number());
    }
    return indices;
  }

 private:
  Set hand(int seat) const { return position_.hands[static_cast<std::size_t>(seat)]; }

  bool can_beat(Set cards, const Trick& trick) const {
    const Set trumps = contract_.trumps();
    const Set higher = above(trick.best);
    if (bit(trick.best) & trumps) return cards & higher & trumps && !(cards & trick.led & ~trumps);
    const Set follow = cards & trick.led;
    return follow ? follow & higher : cards & trumps;
  }

  // Return the class of the points on the table: none, fewer than the most valuable card has, or
  // at least as many.
  int points_class(int points) const {
    return points == 0 || contract_.dearest == 0 ? 0 : points < contract_.dearest ? 1 : 2;
  }
  // Return the class of a card's points: none, less than half of the most valuable card's, at least
  // half, or all of them.
  int card_class(int points) const {
    return points == 0 ? 0 : (2 * points >= contract_.dearest) + (points == contract_.dearest) + 1;
  }

  const Contract& contract_;
  const Position<T>& position_;
  bool duck_, trumped_ = false;  // trumped_: whether trumps are left or on the table
  Set partners_ = 0, others_ = 0;
  int place_, table_;
};

}  // namespace vorhand::tricks

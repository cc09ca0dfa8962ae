// Static bounds on the points of a side.
#pragma once

#include <algorithm>
#include <utility>

#include "tricks/payoffs.hpp"
#include "tricks/position.hpp"
#include "tricks/single_suits.hpp"

namespace vorhand::tricks {

// Return the points of the cards that are not in a full trick.
template <typename T>
int points_left(const Contract& contract, const Position<T>& position) {
  return contract.points_of(position.left()) + position.trick.points;
}

// Bounds on the further points of the contract's side, without a gift's; `rest`: `points_left`.
template <typename T>
int most(const Contract& contract, const Position<T>& position, int rest) {
  const int cards = position.to_play + position.trick.size;
  if (cards == 0) return 0;
  return rest + tricks_in<T>(contract, cards) * contract.trick_points + contract.last_points +
         (others_took(contract, position) ? 0 : contract.all_tricks);
}

template <typename T>
int least(const Contract& contract, const Position<T>& position) {
  const bool open = position.to_play || position.trick.size;
  return open && !ours_took(contract, position) ? -contract.all_tricks : 0;
}

// Return the cards of a hand in a suit that are above all of some others in it.
inline Set highest_of(Set own, Set others, Set suit) { return above_all(own & suit, others); }

// Return the cards that the leader can cash against the given hands, because nobody can beat them
// and no opponent can trump them. A partner who must trump counts as an opponent here. The cards
// are the high trumps. If they draw all trumps of the opponents, all high cards of the side suits
// are added; else only the high cards for the rounds in which every opponent with trumps must
// follow.
template <typename T>
Set cashed(const Contract& contract, const Position<T>& position) {
  const Set trumps = contract.trumps(),
            own = position.hands[static_cast<std::size_t>(position.player)];
  const Set others = position.left() & ~own;
  const bool ours = counts(contract, position.player);
  // A partner who must trump, or must beat, takes the trick.
  const bool spared = !contract.duties.trump || contract.duties.but_partner;
  auto threatens = [&](int seat) { return counts(contract, seat) != ours || !spared; };
  int longest = 0;  // most trumps of one opponent who may or must trump a card
  for (int k = 1; k < seats_of<T>(contract); ++k) {
    const int seat = seat_after<T>(contract, position.player, k);
    const Set hand = position.hands[static_cast<std::size_t>(seat)];
    if (threatens(seat)) longest = std::max(longest, count(hand & trumps));
  }
  const Set locked = position.open ? 0 : contract.locked;
  Set sure = highest_of(own, others & trumps, trumps) & ~locked;
  const bool drawn = count(sure) >= longest;
  for (int suit = 0; suit < contract.num_suits; ++suit) {
    const Set cards = contract.suits[static_cast<std::size_t>(suit)];
    if (cards == trumps) continue;
    Set high = highest_of(own, others & cards, cards) & ~locked;
    for (int k = 1; k < seats_of<T>(contract) && high && !drawn; ++k) {
      const int seat = seat_after<T>(contract, position.player, k);
      const Set hand = position.hands[static_cast<std::size_t>(seat)];
      if (!threatens(seat) || !(hand & trumps)) continue;
      while (count(high) > count(hand & cards)) high &= high - 1;
    }
    sure |= high;
  }
  return sure;
}

// Return the greatest number of cards of a set in any one hand.
template <typename T>
int in_one_hand(const Position<T>& position, Set cards) {
  int most = 0;
  for (const Set hand : position.hands) most = std::max(most, count(hand & cards));
  return most;
}

// Tell whether `sure_tricks` applies: partners opposite each other, no trumps, and no rule except
// following suit.
template <typename T>
bool by_single_suits(const Contract& contract) {
  const bool opposite = contract.side == 0b0101 || contract.side == 0b1010;
  const bool plain = contract.trump < 0 && !contract.obliged && !contract.tarok.must_beat;
  return T::kRoom == 4 && opposite && plain && !contract.locked && !contract.barred;
}

// Narrow the bounds at the beginning of a trick. Trumps of a side that are above all trumps of the
// other side win their points with any play, and each such trump of one hand wins a trick. Tricks
// that can be cashed count only if both sides want points (`greedy`). `single_suits`: also use
// `sure_tricks`.
template <typename T>
std::pair<int, int> bounds(const Contract& contract, const Position<T>& position, int low, int high,
                           bool greedy, bool single_suits) {
  if (may_meet(contract.tarok, position.hands)) return {low, high};
  const Set trumps = contract.trumps();
  const bool ours = counts(contract, position.player);
  Set with = 0, against = 0;
  for (int seat = 0; seat < seats_of<T>(contract); ++seat) {
    (counts(contract, seat) == ours ? with : against) |=
        position.hands[static_cast<std::size_t>(seat)];
  }
  const Set sure = greedy ? cashed(contract, position) : 0;
  int tricks = 0;
  if constexpr (T::kRoom == 4) {
    if (greedy && single_suits) tricks = sure_tricks(contract, position);
  }
  if (sure == position.hands[static_cast<std::size_t>(position.player)] ||
      tricks * seats_of<T>(contract) == position.to_play) {  // the side wins every trick
    return ours ? std::pair{high, high} : std::pair{low, low};
  }
  const Set top = highest_of(with, against & trumps, trumps);
  const Set other_top = highest_of(against, with & trumps, trumps);
  const int led = std::max(count(sure), in_one_hand(position, top));
  const int leads = std::max(contract.points_of(sure | top) + led * contract.trick_points,
                             tricks * contract.trick_points);
  const int answers =
      contract.points_of(other_top) + in_one_hand(position, other_top) * contract.trick_points;
  const bool leader_takes = (sure | top) != 0 || tricks > 0;
  const bool we_take = ours ? leader_takes : other_top != 0;
  const bool they_take = ours ? other_top != 0 : leader_takes;
  const int bonus = they_take && !others_took(contract, position) ? contract.all_tricks : 0;
  return {(we_take ? 0 : low) + (ours ? leads : answers), high - bonus - (ours ? answers : leads)};
}

}  // namespace vorhand::tricks

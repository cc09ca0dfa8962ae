// A deal in progress with all cards open, in places of the contract's order.
#pragma once

#include <array>

#include "tricks/rules.hpp"

namespace vorhand::tricks {

template <typename T>
struct Position {
  std::array<Set, T::kRoom> hands{};
  Trick trick;
  int player = 0;  // player to act; the leader if the table is empty
  int points = 0;  // points taken by the contract's side
  int tricks = 0;  // tricks taken by that side
  int extra = 0;   // extras of that side: its payoff in addition to that for points and tricks
  std::array<int, T::kRoom> taken{};  // points by seat, without the bonus for all tricks
  std::uint32_t busy = 0;             // seats that have a trick
  bool open = false;                  // a key was played, so that locked cards may be led
  int to_play = 0;  // number of cards that have not been played, also if the hands are unknown

  Set left() const {
    Set cards = 0;
    for (const Set hand : hands) cards |= hand;
    return cards;
  }
};

constexpr bool counts(const Contract& contract, int seat) { return contract.side >> seat & 1; }

// Tell whether the contract's side has a trick, or (the second function) anyone else.
template <typename T>
bool ours_took(const Contract& contract, const Position<T>& position) {
  return position.busy & contract.side;
}
template <typename T>
bool others_took(const Contract& contract, const Position<T>& position) {
  return position.busy & ~contract.side;
}

template <typename T>
bool partner_holds(const Contract& contract, const Position<T>& position) {
  const Trick& trick = position.trick;
  return trick.size > 0 && counts(contract, trick.holder) == counts(contract, position.player);
}

// Return the cards that the player to act must keep while they hold others.
template <typename T>
Set avoided(const Contract& contract, const Position<T>& position) {
  if (position.trick.size == 0) return position.open ? 0 : contract.locked;
  return position.to_play > contract.first ? contract.barred : 0;
}

template <typename T>
Set legal_cards(const Contract& contract, const Position<T>& position) {
  return legal_cards(contract, position.trick, partner_holds(contract, position),
                     position.hands[static_cast<std::size_t>(position.player)],
                     avoided(contract, position));
}

// Play a card of the player to act; score a full trick.
template <typename T>
void play(const Contract& contract, Position<T>& position, int card) {
  Trick& trick = position.trick;
  position.hands[static_cast<std::size_t>(position.player)] &= ~bit(card);
  trick.add(contract, position.player, card);
  --position.to_play;
  if (contract.keys & bit(card)) position.open = true;
  if (trick.size < seats_of<T>(contract)) {
    position.player = seat_after<T>(contract, position.player);
    return;
  }
  const bool ours = counts(contract, trick.holder);
  if (contract.tarok.special) take_extras(contract.tarok, contract.side, position, ours);
  position.player = trick.holder;
  position.tricks += ours;
  position.busy |= 1u << position.player;
  const int points =
      trick.points + contract.trick_points + (position.to_play ? 0 : contract.last_points);
  position.taken[static_cast<std::size_t>(position.player)] += points;
  if (ours) position.points += points;
  trick = Trick{};
  if (position.to_play != 0) return;
  if (!others_took(contract, position)) position.points += contract.all_tricks;
  if (!ours_took(contract, position)) position.points -= contract.all_tricks;
}

}  // namespace vorhand::tricks

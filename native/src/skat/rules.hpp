// The rules of card play, as pure functions on cards and masks (International Skat Order, section
// 4). The solvers have tables of their own (solver/layout.hpp).
#pragma once

#include "skat/cards.hpp"

namespace vorhand::skat {

// The contract, which determines the trumps. The number of a suit game is that of its suit.
enum class Contract : std::uint8_t { kDiamonds, kHearts, kSpades, kClubs, kGrand, kNull };
inline constexpr int kNumContracts = 6;

constexpr bool is_suit(Contract contract) { return contract < Contract::kGrand; }

constexpr CardSet trump_mask(Contract contract) {
  if (contract == Contract::kNull) return 0;
  if (contract == Contract::kGrand) return kJacks;
  return kJacks | suit_mask(static_cast<int>(contract));
}

// Return the lowest trump of a contract with trumps: the seven, in grand the jack of diamonds.
constexpr Card lowest_trump(Contract contract) {
  return is_suit(contract) ? make_card(static_cast<int>(contract), kSeven) : make_card(0, kJack);
}

// Return all cards that follow `led`: the trumps, or its suit without trumps.
constexpr CardSet follow_mask(Contract contract, Card led) {
  const CardSet trumps = trump_mask(contract);
  return (trumps & bit(led)) ? trumps : suit_mask(suit_of(led)) & ~trumps;
}

// Return the cards of `hand` that may be played; `led` is -1 for the leader.
constexpr CardSet legal_cards(Contract contract, CardSet hand, Card led) {
  if (led < 0) return hand;
  const CardSet following = hand & follow_mask(contract, led);
  return following ? following : hand;
}

// Rank order inside a suit: null counts 7 8 9 T J Q K A, all others 7 8 9 Q K T A.
inline constexpr int kNullOrder[8] = {0, 1, 2, 5, 6, 3, 7, 4};

// Return a card's strength: of two cards that both follow, or are both trumps, the stronger wins;
// any trump is stronger than any other card.
constexpr int strength(Contract contract, Card card) {
  if (contract == Contract::kNull) return kNullOrder[rank_of(card)];
  if (rank_of(card) == kJack) return 16 + suit_of(card);
  return rank_of(card) + ((trump_mask(contract) & bit(card)) ? 8 : 0);
}

// Tell whether `card`, played later, beats the winning card so far.
constexpr bool beats(Contract contract, Card card, Card winning) {
  const bool same_group = (follow_mask(contract, winning) & bit(card)) != 0;
  if (!same_group) return (trump_mask(contract) & bit(card)) != 0;
  return strength(contract, card) > strength(contract, winning);
}

// Return which of the three cards (0 = led) takes the trick.
constexpr int trick_winner(Contract contract, Card led, Card second, Card third) {
  const bool second_wins = beats(contract, second, led);
  const Card winning = second_wins ? second : led;
  if (beats(contract, third, winning)) return 2;
  return second_wins ? 1 : 0;
}

// Return the cards that a player who replied `played` cannot hold.
constexpr CardSet void_shown(Contract contract, Card led, Card played) {
  const CardSet following = follow_mask(contract, led);
  return (following & bit(played)) ? 0 : following;
}

}  // namespace vorhand::skat

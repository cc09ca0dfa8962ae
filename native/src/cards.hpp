// Cards and sets of cards of all games but those of the trick engine (tricks/cards.hpp).
//
// A card is suit * 8 + rank: suits diamonds 0, hearts 1, spades 2, clubs 3; each game has its own
// ranks. A set of cards is a 32-bit mask.
#pragma once

#include <bit>
#include <cstdint>

namespace vorhand {

using Card = int;
using CardSet = std::uint32_t;

constexpr int suit_of(Card card) { return card >> 3; }
constexpr int rank_of(Card card) { return card & 7; }
constexpr Card make_card(int suit, int rank) { return suit * 8 + rank; }
constexpr CardSet bit(Card card) { return CardSet{1} << card; }
constexpr CardSet suit_mask(int suit) { return CardSet{0xFF} << (8 * suit); }
constexpr int count(CardSet cards) { return std::popcount(cards); }
constexpr Card lowest(CardSet cards) { return std::countr_zero(cards); }

// Remove and return the lowest card of a set that is not empty.
constexpr Card pop_lowest(CardSet& cards) {
  const Card card = lowest(cards);
  cards &= cards - 1;
  return card;
}

// Return the n-th lowest card, n from 0 to count - 1. Halves the 32 bits five times without
// branches, since n is mostly random.
constexpr Card nth_card(CardSet cards, int n) {
  Card card = 0;
  for (int width = 16; width > 0; width /= 2) {
    const int low = count(cards & ((CardSet{1} << width) - 1));
    const int upper = -static_cast<int>(n >= low);  // all ones if in the upper half
    n -= low & upper;
    card += width & upper;
    cards >>= width & upper;
  }
  return card;
}

}  // namespace vorhand

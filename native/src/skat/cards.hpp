// Cards and sets of cards, in OpenSpiel's numbering.
//
// A card is suit * 8 + rank: suits diamonds 0, hearts 1, spades 2, clubs 3; ranks
// 7 8 9 Q K T A J = 0 .. 7. A set of cards is a 32-bit mask.
#pragma once

#include <bit>
#include <cstdint>

namespace vorhand::skat {

using Card = int;
using CardSet = std::uint32_t;

inline constexpr int kNumCards = 32;
inline constexpr int kNumPlayers = 3;
inline constexpr int kHandSize = 10;
inline constexpr int kSkatSize = 2;
inline constexpr int kNumTricks = 10;
inline constexpr int kTotalPoints = 120;
inline constexpr CardSet kAllCards = 0xFFFFFFFFu;
inline constexpr CardSet kJacks = 0x80808080u;

enum Rank : int { kSeven, kEight, kNine, kQueen, kKing, kTen, kAce, kJack };

constexpr int suit_of(Card card) { return card >> 3; }
constexpr int rank_of(Card card) { return card & 7; }
constexpr Card make_card(int suit, int rank) { return suit * 8 + rank; }
constexpr CardSet bit(Card card) { return CardSet{1} << card; }
constexpr CardSet suit_mask(int suit) { return CardSet{0xFF} << (8 * suit); }
constexpr int count(CardSet cards) { return std::popcount(cards); }
constexpr Card lowest(CardSet cards) { return std::countr_zero(cards); }

// Removes and returns the lowest card; the set must not be empty.
constexpr Card pop_lowest(CardSet& cards) {
  const Card card = lowest(cards);
  cards &= cards - 1;
  return card;
}

// The card with n lower ones in the set (n below its count): halves the 32 bits five times,
// without branches, for n is mostly a random number.
constexpr Card nth_card(CardSet cards, int n) {
  Card card = 0;
  for (int width = 16; width > 0; width /= 2) {
    const int low = count(cards & ((CardSet{1} << width) - 1));
    const int upper = -static_cast<int>(n >= low);  // all ones where it lies in the upper half
    n -= low & upper;
    card += width & upper;
    cards >>= width & upper;
  }
  return card;
}

// Card points (7 8 9: 0, queen 3, king 4, ten 10, ace 11, jack 2).
inline constexpr int kRankPoints[8] = {0, 0, 0, 3, 4, 10, 11, 2};

constexpr int card_points(CardSet cards) {
  constexpr CardSet kEachSuit = 0x01010101u;
  int points = 0;
  for (int rank = kQueen; rank <= kJack; ++rank) {
    points += kRankPoints[rank] * count(cards & (kEachSuit << rank));
  }
  return points;
}

}  // namespace vorhand::skat

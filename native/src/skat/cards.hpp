// The pack of Skat, in OpenSpiel's numbering: ranks 7 8 9 Q K T A J = 0 .. 7.
#pragma once

#include "../cards.hpp"

namespace vorhand::skat {

using namespace vorhand;  // makes the names of cards part of this namespace

inline constexpr int kNumCards = 32;
inline constexpr int kNumPlayers = 3;
inline constexpr int kHandSize = 10;
inline constexpr int kSkatSize = 2;
inline constexpr int kNumTricks = 10;
inline constexpr int kTotalPoints = 120;
inline constexpr CardSet kAllCards = 0xFFFFFFFFu;
inline constexpr CardSet kJacks = 0x80808080u;

enum Rank : int { kSeven, kEight, kNine, kQueen, kKing, kTen, kAce, kJack };

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

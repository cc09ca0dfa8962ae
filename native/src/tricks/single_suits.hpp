// Tricks that a side takes from one suit without losing the lead, by tables: bounds without search.
//
// After Furtak's thesis, chapter 5. Leader and partner play a suit as long as one of their two
// cards beats every card of it that an opponent may still hold: opponents keep their highest, and
// who has followed as often as they had cards is void. What counts is who leads afterwards:
//
//   keep       the leader
//   transfer   the partner
//   there and back   the leader, and the partner won a trick on the way
//
// For hands without trumps in which partners sit opposite each other.
#pragma once

#include <cstdint>
#include <vector>

#include "tricks/position.hpp"

namespace vorhand::tricks {

struct SuitTricks {
  std::int8_t keep = 0;
  std::int8_t transfer = -1;        // -1: cannot be had
  std::int8_t there_and_back = -1;  // the same
};

// The owners of the cards of a suit, weak to strong: 0 the leader, 1 the next to play, 2 the
// partner, 3.
using Owners = std::vector<int>;

// Searches all ways to play the suit; what the tables are made of.
SuitTricks suit_tricks(const Owners& owners);

constexpr int kMostInTable = 8;  // cards left in a suit

// The same from the table, for at most so many cards; `number`: owners as digits of base four, the
// strongest card first.
const SuitTricks& suit_tricks(int cards, unsigned number);

// Tricks that leader and partner are sure of at the beginning of a trick: each suit is played once,
// by the leader as far as they keep the lead, or by the partner where one suit takes the lead over.
// Who cannot follow discards what no suit needs, which is enough for as many tricks as there are.
int sure_tricks(const Contract& contract, const Position<Traits<4>>& position);

}  // namespace vorhand::tricks

// Tricks that a side takes from one suit without losing the lead, from tables: bounds without
// search.
//
// After Furtak's thesis, chapter 5. Leader and partner play a suit as long as one of their two
// cards beats every card of it that an opponent may still hold. Opponents keep their highest cards
// and are void after they have followed with all of them. There is one result for each way in which
// the lead may end:
//
//   keep       the leader
//   transfer   the partner
//   there and back   the leader, and the partner won a trick on the way
//
// This applies to hands without trumps, with partners opposite each other.
#pragma once

#include <cstdint>
#include <vector>

#include "tricks/position.hpp"

namespace vorhand::tricks {

struct SuitTricks {
  std::int8_t keep = 0;
  std::int8_t transfer = -1;        // -1: impossible
  std::int8_t there_and_back = -1;  // -1: impossible
};

// Owners of the cards of a suit, weak to strong: 0 the leader, 1 the next to play, 2 the partner, 3
// the last.
using Owners = std::vector<int>;

// Search all ways to play the suit; the source of the tables.
SuitTricks suit_tricks(const Owners& owners);

constexpr int kMostInTable = 8;  // cards left in a suit

// Return the table's entry, for at most kMostInTable cards; `number`: owners as digits of base
// four, the strongest card first.
const SuitTricks& suit_tricks(int cards, unsigned number);

// Return the tricks that leader and partner surely win from the beginning of a trick. Each suit is
// played once: by the leader as long as they keep the lead, or by the partner if one suit transfers
// the lead. A void player discards cards that no suit needs; there are always enough of these.
int sure_tricks(const Contract& contract, const Position<Traits<4>>& position);

}  // namespace vorhand::tricks

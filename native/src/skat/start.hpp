// Checks of the start of a deal.
#pragma once

#include "skat/deal.hpp"

namespace vorhand::skat {

// Throw InvalidDealError for an impossible start, quoting the card, seat or number. `any_past`: do
// not check the earlier tricks (earlier_tricks.hpp), nor that the matadors are given.
void check_start(const Start& start, bool any_past);

// Return the cards that are out of play: not in the pool or, if the cards are given, in no hand,
// not on the table and not in the skat.
CardSet cards_gone(const Start& start);

}  // namespace vorhand::skat

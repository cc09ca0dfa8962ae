// Checks of the start of a deal.
#pragma once

#include "skat/deal.hpp"

namespace vorhand::skat {

// Throw InvalidDealError, quoting the impossible card, seat or number. `any_past`: skip the check
// of the earlier tricks (earlier_tricks.hpp).
void check_start(const Start& start, bool any_past);

// If the deal begins during the card play, return the cards that are out of play: in no hand, not
// on the table and not in the skat.
CardSet cards_gone(const Start& start);

}  // namespace vorhand::skat

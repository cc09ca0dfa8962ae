// Checks of the start of a deal.
#pragma once

#include "skat/deal.hpp"

namespace vorhand::skat {

// Throw InvalidDealError, quoting the impossible card, seat or number. `any_past`: skip the check
// of the earlier tricks (earlier_tricks.hpp).
void check_start(const Start& start, bool any_past);

// Return the cards of a start at card play that are neither held, nor on the table, nor in the
// skat.
CardSet cards_gone(const Start& start);

}  // namespace vorhand::skat

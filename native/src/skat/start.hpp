// Checks that the start of a deal is possible, before the deal relies on it.
#pragma once

#include "skat/deal.hpp"

namespace vorhand::skat {

// Throws InvalidDealError, quoting the impossible card, seat or number. `any_past`: skip the check
// that the earlier tricks are possible with the cards (see past.hpp).
void check_start(const Start& start, bool any_past);

// Cards of a start at card play that are neither held, nor on the table, nor in the skat.
CardSet cards_gone(const Start& start);

}  // namespace vorhand::skat

// Checks that a deal can begin as asked. Kept apart from the deal, which trusts a checked start.
#pragma once

#include "skat/deal.hpp"

namespace vorhand::skat {

// Throws InvalidDealError, quoting the card, seat or number that cannot be. `any_past`: what is
// given of the earlier tricks need not be possible with the cards (see past.hpp).
void check_start(const Start& start, bool any_past);

// Cards of a start at card play that are neither held, nor on the table, nor in the skat.
CardSet cards_gone(const Start& start);

}  // namespace vorhand::skat

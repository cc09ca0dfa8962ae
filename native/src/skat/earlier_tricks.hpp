// Checks of the tricks before a start at card play.
#pragma once

#include "skat/deal.hpp"

namespace vorhand::skat {

// Check matadors, leader, the soloist's tricks and their points against the cards that are gone:
// some distribution of these over tricks, and over the skat if it is gone too, must exist in which
// the matadors win their tricks. Following suit and the leaders of earlier tricks are not checked.
//
// Throws InvalidDealError, quoting the impossible number and the possible ones.
void check_earlier_tricks(const Start& start, int hand_size);

}  // namespace vorhand::skat

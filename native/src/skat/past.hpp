// Checks that the earlier tricks given with a start at card play are possible.
#pragma once

#include "skat/deal.hpp"

namespace vorhand::skat {

// Compares matadors, leader, the soloist's tricks and the points in them with the cards that are
// gone: there must be a way to distribute these over tricks, and over the skat if it is gone too,
// in which the matadors win their tricks. It is not checked whether everybody could have followed
// suit, nor who led to any trick but the last.
//
// Throws InvalidDealError, quoting the impossible number and the possible ones.
void check_past(const Start& start, int hand_size);

}  // namespace vorhand::skat

// Checks of the tricks before a start at card play.
#pragma once

#include "skat/deal.hpp"

namespace vorhand::skat {

// Check that the matadors, the leader and the soloist's tricks and points are possible. The cards
// that are gone must fit into finished tricks (and the skat, if it is gone) such that the matadors
// win their tricks and these numbers result. Following suit and the leaders of earlier tricks are
// not checked.
//
// Throw InvalidDealError, quoting the impossible number and the possible ones.
void check_earlier_tricks(const Start& start, int hand_size);

}  // namespace vorhand::skat

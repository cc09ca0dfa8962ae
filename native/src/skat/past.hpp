// Whether what a start at card play tells of the tricks before it can have come about.
#pragma once

#include "skat/deal.hpp"

namespace vorhand::skat {

// Holds matadors, leader, the soloist's tricks and the points in them against the cards that
// are gone: there must be a way to give these out in tricks, and in the skat where it is gone
// too, in which the matadors win theirs. Whether everybody could have followed suit is not
// asked, nor who led to a trick but the last.
//
// Throws InvalidDealError, quoting the number that cannot be and those that can.
void check_past(const Start& start, int hand_size);

}  // namespace vorhand::skat

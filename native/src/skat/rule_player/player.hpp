// The rule player: every decision of a deal by rules of thumb, from the player's view. It is
// deterministic.
#pragma once

#include "skat/deal.hpp"
#include "skat/rule_player/bidding.hpp"
#include "skat/seat_view.hpp"

namespace vorhand::skat {

Card rule_card(const SeatView& view);

SeatView seat_view(const Deal& deal);

// Return the action of the seat to act, from its view alone; it neither makes nor answers offers. A
// taste applies until the card play. Throw IllegalActionError if no seat is to act.
Action rule_action(const Deal& deal, const Taste& taste = {});

}  // namespace vorhand::skat

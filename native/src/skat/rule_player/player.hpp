// The rule player: every decision of a deal by rules of thumb, from what the player
// knows. Deterministic.
#pragma once

#include "skat/deal.hpp"
#include "skat/rule_player/bidding.hpp"
#include "skat/seat_view.hpp"

namespace vorhand::skat {

// The card to play.
Card rule_card(const SeatView& view);

// Return the knowledge of the seat to act in the card play.
SeatView seat_view(const Deal& deal);

// The action of the seat to act, in any phase; depends on nothing that seat cannot see. A taste
// has a say until the card play.
// Throws IllegalActionError when no seat is to act.
Action rule_action(const Deal& deal, const Taste& taste = {});

}  // namespace vorhand::skat

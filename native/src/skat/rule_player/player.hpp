// The rule player: every decision of a deal by rules of thumb, from what the player
// knows. Deterministic.
#pragma once

#include "skat/deal.hpp"
#include "skat/seat_view.hpp"

namespace vorhand::skat {

// The card to play.
Card rule_card(const SeatView& view);

// What the seat to act knows of the card play.
SeatView seat_view(const Deal& deal);

// The action of the seat to act, in any phase; depends on nothing that seat cannot see.
// Throws IllegalActionError when no seat is to act.
Action rule_action(const Deal& deal);

}  // namespace vorhand::skat

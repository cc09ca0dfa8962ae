// The player of Schnapsen by rules of thumb: no search, and nothing drawn.
#pragma once

#include "schnapsen/deal.hpp"

namespace vorhand::schnapsen {

// Return the move of the player to act: exchange, announce, close with enough sure tricks, cash
// winners, save trumps, and keep marriages. Only what the player knows is used.
Action rule_action(const Rules& rules, const Deal& deal);

}  // namespace vorhand::schnapsen

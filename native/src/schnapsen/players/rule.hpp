// The player of Schnapsen by rules of thumb, without search or sampling.
#pragma once

#include "schnapsen/deal.hpp"

namespace vorhand::schnapsen {

// Return the move of the player to act. The rules: exchange, announce, close with enough sure
// tricks, cash winners, save trumps, and keep marriages. They use only the player's knowledge.
Action rule_action(const Rules& rules, const Deal& deal);

}  // namespace vorhand::schnapsen

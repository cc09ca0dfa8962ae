// Worlds played out by a policy that sees no hidden cards, up to where nothing is hidden.
#pragma once

#include "random.hpp"
#include "schnapsen/policy/policy.hpp"
#include "schnapsen/solver.hpp"

namespace vorhand::schnapsen {

// Game points for player 0 when both play by the policy until the talon is used up or closed. Then
// the exact value is taken: with the talon used up both know all cards.
int play_out(const Rules& rules, const Policy& policy, Solver& solver, Deal deal, Random& random);

// The same after each legal action of the player to move, for that player, in the order of the
// action numbers; the actions share the random numbers.
void playout_values(const Rules& rules, const Policy& policy, Solver& solver, const Deal& deal,
                    std::uint64_t seed, std::uint64_t number, std::int8_t* values);

}  // namespace vorhand::schnapsen

// Playouts by a policy until the talon is used up or closed.
#pragma once

#include "random.hpp"
#include "schnapsen/policy/policy.hpp"
#include "schnapsen/solver.hpp"

namespace vorhand::schnapsen {

// Return the game points of player 0 if both play by the policy until the talon is used up or
// closed, and perfectly afterwards.
int play_out(const Rules& rules, const Policy& policy, Solver& solver, Deal deal, Random& random);

// Write the game points of the player to move in one playout after each legal action, ascending.
// All playouts use the same random numbers.
void playout_values(const Rules& rules, const Policy& policy, Solver& solver, const Deal& deal,
                    std::uint64_t seed, std::uint64_t number, std::int8_t* values);

}  // namespace vorhand::schnapsen

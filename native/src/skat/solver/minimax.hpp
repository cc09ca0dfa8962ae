// What the solvers compute, as plainly as it can be said: minimax without pruning,
// without a table, one card at a time. Only for endings; the proofs compare with it.
#pragma once

#include "skat/solver/position.hpp"

namespace vorhand::skat::solver {

enum class Goal {
  kPoints,      // soloist's card points still to come, the current trick included
  kTakesAll,    // 1 if the soloist can take every trick left
  kTakesNone,   // 1 if the defenders can take every trick left
  kTimeToLive,  // null: trick (1 = current) that he is forced to win, 0 if never
};

// Value of a position under perfect play of all three.
int minimax(const Position& position, Goal goal);

// Value once `card` (legal) has been played; time is still counted from this trick.
int minimax_after(const Position& position, Card card, Goal goal);

}  // namespace vorhand::skat::solver

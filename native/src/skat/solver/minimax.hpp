// What the solvers compute, as plainly as it can be said: minimax without pruning,
// without a table, one card at a time. Only for endings; the proofs compare with it.
#pragma once

#include "skat/solver/position.hpp"

namespace vorhand::skat::solver {

// Soloist's card points still to come under perfect play (the current trick included).
int minimax_points(const Position& position);

// Number of the trick (1 = the current one) in which perfect defenders first make the
// soloist win a trick, 0 if he never has to. A soloist who must take one delays it.
int minimax_time_to_live(const Position& position);

// Whether under perfect play the soloist takes every trick.
bool minimax_takes_all(const Position& position);

}  // namespace vorhand::skat::solver

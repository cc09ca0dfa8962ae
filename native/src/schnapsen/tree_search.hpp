// Monte Carlo tree search over worlds, with random playouts.
//
// One tree of public actions: each iteration takes the next world, descends by UCB1 over the
// actions legal in that world (the parent count of an action: selections in which it was legal),
// adds one node and plays the rest at random (single-observer ISMCTS, Cowling, Powley and
// Whitehouse 2012). With one world it is plain UCT.
#pragma once

#include <vector>

#include "random.hpp"
#include "schnapsen/deal.hpp"

namespace vorhand::schnapsen {

// Return the visits of each legal action, ascending.
std::vector<std::int64_t> tree_search(const Rules& rules, const std::vector<Deal>& worlds,
                                      int simulations, double exploration, Random& random);

}  // namespace vorhand::schnapsen

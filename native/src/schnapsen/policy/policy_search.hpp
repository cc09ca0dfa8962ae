// A tree search over what one player sees, against an opponent who plays by a policy.
//
// Each iteration takes a world. The searching player's own actions are chosen in a tree whose nodes
// are what that player has seen since: the actions of both and the cards drawn. So one plan serves
// all worlds that look the same (no strategy fusion), unlike open hands. The opponent draws their
// actions from the policy by what they see in the world, so they neither know the player's hand nor
// forget their own. Beyond the tree both play by the policy; where the talon is used up or closed
// the exact value follows.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "random.hpp"
#include "schnapsen/eam_search.hpp"
#include "schnapsen/policy/policy.hpp"
#include "schnapsen/solver.hpp"

namespace vorhand::schnapsen {

struct SearchSettings {
  int iterations = 2000;
  double exploration = 1.0;  // weight of the policy's shares in the choice of an action
  bool closed_hidden = false;  // whether a closed talon is played on by tree and policy too
};

// What became of one action at the root.
struct Searched {
  std::int64_t visits = 0;
  double worth = 0;  // mean over the visits
};

// Of each legal action of the player to move, ascending. `worth` is that of -3 .. 3 game points to
// them, never falling; `world` gives the world of an iteration.
std::vector<Searched> policy_search(const Rules& rules, const Policy& policy, Solver& solver,
                                    const std::function<Deal(int)>& world,
                                    const std::array<double, 2 * kMostPoints + 1>& worth,
                                    const SearchSettings& settings, Random& random);

}  // namespace vorhand::schnapsen

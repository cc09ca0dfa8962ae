// Tree search over one player's observations, against an opponent who plays by a policy.
//
// Each iteration draws a world. The player's own actions are chosen in a tree whose nodes are the
// player's observations since the root: the actions of both and the cards drawn. So there is one
// plan for all indistinguishable worlds, whereas search with open hands makes a plan for each world
// (strategy fusion: Frank and Basin 1998). The opponent draws actions from the policy, given their
// own view of the world. Below the tree both play by the policy. Once the talon is used up or
// closed the exact value is taken; with the talon closed it assumes open hands of both.
//
// This is information set tree search (Cowling, Powley and Whitehouse 2012) with an opponent model,
// and with the policy as prior of the actions (PUCT: Rosin 2011; Silver et al. 2016).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "keep_going.hpp"
#include "random.hpp"
#include "schnapsen/eam_search.hpp"
#include "schnapsen/policy/policy.hpp"
#include "schnapsen/solver.hpp"
#include "schnapsen/worlds.hpp"

namespace vorhand::schnapsen {

inline constexpr std::size_t kMostNodes = 1 << 20;  // about 250 bytes per node

struct TreeSettings {
  std::int64_t iterations;
  double seconds;      // limit of wall-clock time, checked periodically
  double exploration;  // at least 0: weight of the prior, relative to the range of `worth`
  std::array<double, 2 * kMostPoints + 1> worth;  // worth of -3 .. 3 game points, non-decreasing
  std::int64_t least = 0;                         // fewest visits of each action
};

// Totals over the visits of a node or an action.
struct Tried {
  std::int64_t visits = 0;
  std::int64_t won = 0;  // visits in which the player won the deal
  double sum = 0;        // sum of the worth over the visits
  double squares = 0;    // sum of the squared worth

  void count(bool wins, double worth) {
    ++visits;
    won += wins;
    sum += worth;
    squares += worth * worth;
  }
};

struct TriedAction {
  Tried all;
  Tried first;             // totals of the first `TreeSettings::least` visits
  std::int64_t added = 0;  // visits added to reach `TreeSettings::least`
};

// Search a tree and return the results of each legal action, ascending. `numbers` are the numbers
// of some of the player's `worlds`. Each iteration draws one by `weights` and takes its hand; the
// order of the talon is drawn anew, so that a long search cannot learn it. The tree grows to
// kMostNodes. Visits added to reach `least` visits only improve the estimate of an action; the
// choice is the same without them.
//
// The mean of all visits of an action rises with their number, since early visits still explore the
// rest. So actions are compared by their first `least` visits: the trees below two actions share
// nothing, hence the k-th visit of an action has the same distribution whenever it happens.
//
// Throw std::invalid_argument for invalid weights and settings out of range. Stop early if
// `keep_going` returns false.
std::vector<TriedAction> policy_tree(const Rules& rules, const Policy& policy, const Worlds& worlds,
                                     std::span<const std::uint64_t> numbers,
                                     std::span<const double> weights, const TreeSettings& settings,
                                     Random& random, KeepGoing keep_going = KeepGoing());

}  // namespace vorhand::schnapsen

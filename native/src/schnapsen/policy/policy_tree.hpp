// A tree search over what one player sees, against an opponent who plays by a policy.
//
// Each iteration draws a world. The searching player's own actions are chosen in a tree whose nodes
// are what that player has seen since: the actions of both, and the cards drawn. So one plan serves
// all worlds that look the same, where open hands plan for each world anew (strategy fusion: Frank
// and Basin 1998). The opponent draws actions from the policy, by what they see in the world: they
// neither know the player's hand nor forget their own. Below the tree both play by the policy.
// Where the talon is used up or closed the exact value is taken: with the talon closed that is one
// of open hands, of the player as of the opponent.
//
// That is information set tree search (Cowling, Powley and Whitehouse 2012) with a model of the
// opponent, and with the policy's shares as what speaks for an action before it is tried (PUCT:
// Rosin 2011; Silver et al. 2016).
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

inline constexpr std::size_t kMostNodes = 1 << 20;  // some 250 bytes each

struct TreeSettings {
  std::int64_t iterations;
  double seconds;  // of the clock, after which no more are begun, now and then looked at
  double
      exploration;  // at least 0: weight of the policy's shares, in parts of the range of `worth`
  std::array<double, 2 * kMostPoints + 1> worth;  // of -3 .. 3 game points, never falling
  std::int64_t least = 0;  // visits of each action in the end; those missing follow the search
};

// Totals over visits of a node or an action.
struct Tried {
  std::int64_t visits = 0;
  std::int64_t won = 0;  // visits after which the player won the deal
  double sum = 0;        // of what the visits were worth
  double squares = 0;    // of the squares of that

  void count(bool wins, double worth) {
    ++visits;
    won += wins;
    sum += worth;
    squares += worth * worth;
  }
};

// The results of one action of the player to move.
struct TriedAction {
  Tried all;
  Tried first;             // the first `TreeSettings::least` visits
  std::int64_t added = 0;  // visits after the search, for `TreeSettings::least`
};

// Search a tree and return the results of each legal action of the player to move, ascending.
// `worlds` are those of this player's view, `numbers` some of them. Each iteration draws one by
// `weights` and takes its hand; the order of the talon is drawn anew, lest a long search comes to
// know it. The tree grows to kMostNodes. Visits added to reach `least` visits of each action only
// estimate the action's worth; the search, and so the choice, is the same without.
//
// The mean of all visits of an action rises with their number, for early visits still explore what
// follows. Actions are compared by their first `least` visits. The trees below two actions share
// nothing, so the k-th visit of an action has the same distribution whenever the search makes it.
//
// Throws std::invalid_argument for invalid weights and for settings outside the limits given above.
// Stops early where `keep_going` says so.
std::vector<TriedAction> policy_tree(const Rules& rules, const Policy& policy, const Worlds& worlds,
                                     std::span<const std::uint64_t> numbers,
                                     std::span<const double> weights, const TreeSettings& settings,
                                     Random& random, KeepGoing keep_going = KeepGoing());

}  // namespace vorhand::schnapsen

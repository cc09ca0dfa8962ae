// Agents of Schnapsen that play whole deals in compiled code.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "schnapsen/players/beliefs.hpp"
#include "schnapsen/policy/policy_tree.hpp"

namespace vorhand::schnapsen {

// The probability of each action.
using Chances = std::array<double, kNumActions>;

// Return the probabilities of the actions of the player to act, given the score before the deal.
// They depend only on the player's knowledge and on the seed. A player serves one thread at a time.
using Player =
    std::function<Chances(const PlayedDeal&, const std::array<int, 2>& score, std::uint64_t seed)>;
using PlayerMaker = std::function<Player()>;

// The worth of -3 .. 3 game points, non-decreasing.
using Worth = std::array<double, 2 * kMostPoints + 1>;

// The worth of game points for each score: by own points, then by the opponent's.
struct WorthByScore {
  std::size_t match_points = 0;
  std::vector<Worth> table;  // match_points * match_points

  // Throw std::invalid_argument for a score outside the table.
  const Worth& of(const std::array<int, 2>& score, int player) const;
};

enum class Ties { kShared, kFirst, kLast };

// Return a factory of players by rules of thumb.
PlayerMaker rule_player(const Rules& rules);
// Return a factory of PIMC players: the greatest mean worth of open-hand values in `worlds` worlds.
PlayerMaker pimc_player(const Rules& rules, std::uint64_t worlds, Ties ties, WorthByScore worth);
// Return a factory of players by presumed values (Wisser, IJCAI 2015) over `worlds` worlds, with
// errors at the first MIN node.
PlayerMaker presumed_player(const Rules& rules, std::uint64_t worlds, const Belief& belief,
                            WorthByScore worth);

struct TreePlayerSettings {
  std::int64_t iterations = 8000;
  double exploration = 1.0;
  std::uint64_t worlds = 16'384;       // largest number of worlds that hands are drawn from
  std::uint64_t worlds_at_last = 100;  // worlds of presumed values once no cards are drawn any more
};

// Return a factory of players by tree search over observations, or by presumed values once no cards
// are drawn any more. Schnapsen's pack only.
PlayerMaker tree_player(const Rules& rules, const TreePlayerSettings& settings,
                        const Belief& belief, WorthByScore worth);

// Return an action drawn by its probability.
Action drawn_action(const Chances& chances, Random& random);

}  // namespace vorhand::schnapsen

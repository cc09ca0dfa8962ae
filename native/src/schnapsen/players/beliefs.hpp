// Worlds by a player's belief: all equally likely, or inferred from the opponent's moves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "schnapsen/played_deal.hpp"
#include "schnapsen/policy/hand_inference.hpp"
#include "schnapsen/worlds.hpp"

namespace vorhand::schnapsen {

struct WeightedWorlds {
  std::vector<std::uint64_t> numbers;
  std::vector<double> weights;  // adding up to 1
};

// Draw n different worlds, all equally likely, or all worlds if there are fewer.
WeightedWorlds uniform_worlds(const Worlds& worlds, std::uint64_t n, std::uint64_t seed);

// Draw n worlds by the probabilities of the opponent's hands, with all orders of the talon equally
// likely. Draws are spread evenly over the probabilities, and a smaller sample is the beginning of
// a larger one. A world drawn twice counts double. If there are at most n worlds, all those with a
// positive probability are returned.
WeightedWorlds drawn_worlds(const Worlds& worlds, std::span<const double> chances, std::uint64_t n,
                            std::uint64_t seed);

struct Belief {
  const Policy* policy = nullptr;  // infers the opponent's hand; null: all worlds equally likely
  Reading reading{8, 0.05};
};

// Draw n worlds for the player to act.
WeightedWorlds believed_worlds(const Rules& rules, const PlayedDeal& played, const Worlds& worlds,
                               const Belief& belief, std::uint64_t n, std::uint64_t seed);

}  // namespace vorhand::schnapsen

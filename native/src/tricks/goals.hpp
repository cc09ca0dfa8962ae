// The goal of each seat, for searches in which all seats maximise their own worth.
#pragma once

#include <cstdint>
#include <vector>

#include "tricks/decisive.hpp"

namespace vorhand::tricks {

// For each seat the set of seats whose points it counts as its own, and tables of the worth of 0,
// 1, ... points: one table for each set of watched seats that have a trick.
struct Goals {
  std::vector<std::uint32_t> sides;
  std::vector<std::vector<double>> worths;
};

// Return the worth of the end of a deal to a seat.
template <typename T>
double worth_to(const Contract& contract, const Goals& goals, const Position<T>& end,
                std::size_t seat) {
  if (decided_by_another(contract, end, seat)) return contract.decisive.otherwise;
  std::size_t points = 0;
  for (std::size_t other = 0; other < seats_of<T, std::size_t>(contract); ++other) {
    if (goals.sides[seat] >> other & 1) points += static_cast<std::size_t>(end.taken[other]);
  }
  const std::size_t size = goals.worths[seat].size() >> count(contract.watched);
  return goals.worths[seat].at(table_of(contract, end.busy) * size + points);
}

struct TreeOptions {
  std::vector<int> wanted;  // tricks that each seat wants in playouts; empty: sides want all tricks
  int simulations = 1000;
  double exploration = 0.7;  // weight of exploration, for worths scaled to 0 .. 1
  double chance = 0.0;       // probability of a random card in playouts
  std::uint64_t seed = 0;
  std::vector<double> weights;  // weights of the worlds; empty: use the worlds in turn
};

}  // namespace vorhand::tricks

// What each seat plays for, where several search for their own good in one tree.
#pragma once

#include <cstdint>
#include <vector>

namespace vorhand::tricks {

// By seat: whose points count for it (a set of seats), and what 0, 1, ... of them are worth to it.
struct Goals {
  std::vector<std::uint32_t> sides;
  std::vector<std::vector<double>> worths;
};

struct TreeOptions {
  std::vector<int> wanted;  // of the playouts: tricks in all by seat; empty: all, with partners
  int simulations = 1000;
  double exploration = 0.7;  // of worths scaled to 0 .. 1
  double chance = 0.0;       // of a random card in playouts
  std::uint64_t seed = 0;
  std::vector<double> weights;  // by which worlds are drawn; empty: one after the other
};

}  // namespace vorhand::tricks

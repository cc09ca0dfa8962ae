// Inputs of the linear estimators: the features of Furtak and Buro (2011, section 4; Furtak's
// thesis, section 7.4) at the start of a trick. Each feature is an index into a table of weights;
// the estimate is the sum of the weights. Interchangeable suits share a table, and features of
// several suits ignore their order.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "skat/solver/layout.hpp"

namespace vorhand::skat::solver {

struct EstimateTable {
  const char* name;
  std::uint32_t size;  // number of entries
  int lookups;         // number of look-ups in one position
};

// Return the tables of suit games or of grand, in the order of the weights.
std::span<const EstimateTable> estimate_tables(bool grand);
std::uint32_t estimate_weights(bool grand);  // number of entries of all tables

inline constexpr int kMostEstimateFeatures = 21;

struct EstimateFeatures {
  std::array<std::uint32_t, kMostEstimateFeatures> index;  // indices into the weights
  int size = 0;
};

// Return the features of a position at the start of a trick. Seats are counted from the soloist;
// `rest` is the sum of the points of all hands.
EstimateFeatures estimate_features(const std::array<Set, kNumPlayers>& hands, bool grand, int rest);

}  // namespace vorhand::skat::solver

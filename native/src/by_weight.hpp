// Draws of indices by weight.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "random.hpp"

namespace vorhand {

class ByWeight {
 public:
  // Throw std::invalid_argument unless these are valid weights, one for each world.
  ByWeight(std::span<const double> weights, std::size_t worlds) : below_(weights.size()) {
    const auto good = [](double weight) { return weight >= 0 && std::isfinite(weight); };
    std::partial_sum(weights.begin(), weights.end(), below_.begin());
    if (weights.size() != worlds || !std::ranges::all_of(weights, good) || below_.empty() ||
        !good(below_.back()) || below_.back() == 0) {
      throw std::invalid_argument(
          "weights: expected one a world, finite, at least 0 and not all 0");
    }
  }

  std::size_t operator()(Random& random) const { return at(random.unit()); }

  // Return the index at a position in [0, 1) of the cumulative weights.
  std::size_t at(double place) const {
    const auto found = std::ranges::upper_bound(below_, place * below_.back());
    return std::min(static_cast<std::size_t>(found - below_.begin()), below_.size() - 1);
  }

 private:
  std::vector<double> below_;  // cumulative sums
};

}  // namespace vorhand

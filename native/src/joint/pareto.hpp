// Pareto fronts of vectors of levels, one level for each world.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vorhand::joint {

using Levels = std::vector<std::int16_t>;

// Vectors of which none equals or exceeds another one in every world.
using Front = std::vector<Levels>;

inline bool at_most(const Levels& low, const Levels& high) {
  for (std::size_t i = 0; i < low.size(); ++i) {
    if (low[i] > high[i]) return false;
  }
  return true;
}

inline bool is_within(const Levels& levels, const Front& front) {
  return std::any_of(front.begin(), front.end(),
                     [&](const Levels& other) { return at_most(levels, other); });
}

inline bool is_within(const Front& front, const Front& bound) {
  return std::all_of(front.begin(), front.end(),
                     [&](const Levels& levels) { return is_within(levels, bound); });
}

// Add a vector unless another one covers it; remove the vectors that it covers.
inline void add(Front& front, Levels levels) {
  if (is_within(levels, front)) return;
  std::erase_if(front, [&](const Levels& other) { return at_most(other, levels); });
  front.push_back(std::move(levels));
}

// Keep the vectors of greatest worth if there are more than `most`; 0: keep all. All vectors that
// remain are results that strategies reach.
template <typename Worth>
void shorten(Front& front, std::size_t most, Worth worth) {
  if (most == 0 || front.size() <= most) return;
  std::vector<std::pair<double, Levels>> rated;
  for (Levels& levels : front) {
    const double total = worth(levels);
    rated.emplace_back(total, std::move(levels));
  }
  std::stable_sort(rated.begin(), rated.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  front.clear();
  for (std::size_t i = 0; i < most; ++i) front.push_back(std::move(rated[i].second));
}

}  // namespace vorhand::joint

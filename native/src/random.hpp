// Small random streams, one per work item, named by seed and number: results do not depend on the
// distribution of work among threads.
#pragma once

#include <cstdint>

#include "permutation.hpp"

namespace vorhand {

// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
      : state_(mix64(seed) ^ mix64(~stream)) {}

  std::uint64_t next() {
    const std::uint64_t number = mix64(state_);
    state_ += 0x9E3779B97F4A7C15ull;
    return number;
  }

  // Return an unbiased number below `size` > 0.
  std::uint64_t below(std::uint64_t size) {
    if (size >> 32) {
      const std::uint64_t limit = UINT64_MAX - UINT64_MAX % size;
      std::uint64_t number = next();
      while (number >= limit) number = next();
      return number % size;
    }
    // Lemire, Fast Random Integer Generation in an Interval (2019), on 32 bits.
    std::uint64_t product = (next() >> 32) * size;
    if ((product & 0xFFFFFFFFu) < size) {
      const std::uint64_t threshold = (0x100000000ull - size) % size;
      while ((product & 0xFFFFFFFFu) < threshold) product = (next() >> 32) * size;
    }
    return product >> 32;
  }

  // Return a number in [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace vorhand

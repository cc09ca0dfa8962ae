// Checks of arguments that several bindings share.
#pragma once

#include "bindings.hpp"

namespace vorhand::bindings {

inline constexpr int kMostThreads = 256;

inline void check_threads(int threads) {
  if (threads < 1 || threads > kMostThreads) {
    throw std::invalid_argument("threads " + std::to_string(threads) + ": expected 1 to 256");
  }
}

// Return the number of entries of an array. Throw InputError if no memory could hold them.
inline std::size_t checked_size(std::initializer_list<std::size_t> shape) {
  constexpr std::size_t kMost = std::size_t{1} << 48;
  std::size_t size = 1;
  for (const std::size_t side : shape) {
    if (__builtin_mul_overflow(size, side, &size) || size > kMost) {
      throw std::invalid_argument("n " + std::to_string(side) +
                                  ": expected as many as memory can hold");
    }
  }
  return size;
}

}  // namespace vorhand::bindings

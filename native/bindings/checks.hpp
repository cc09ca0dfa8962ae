// Checks of arguments that several bindings share.
#pragma once

#include "bindings.hpp"

namespace vorhand::bindings {

inline constexpr int kMostThreads = 256;

// Throw an error unless the number is within these bounds.
template <class Error = std::invalid_argument>
void check_range(const std::string& name, int number, int least, int most) {
  if (number < least || number > most) {
    throw Error(name + " " + std::to_string(number) + ": expected " + std::to_string(least) +
                " to " + std::to_string(most));
  }
}

inline void check_count(const char* name, std::int64_t count) {
  if (count < 1) {
    throw std::invalid_argument(std::string(name) + " " + std::to_string(count) +
                                ": expected 1 or more");
  }
}

inline void check_threads(int threads) { check_range("threads", threads, 1, kMostThreads); }

// Return the number of entries of an array. Throw std::invalid_argument if it is too
// large for any memory.
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

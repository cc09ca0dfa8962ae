// A pseudo-random order of 0 .. size-1 without memory.
//
// A Feistel network permutes the numbers of 2k bits, the smallest such range that holds `size`;
// numbers outside follow their cycle until one falls inside (Black and Rogaway, Ciphers with
// Arbitrary Finite Domains, CT-RSA 2002). The first n places are a sample without replacement, all
// places an enumeration.
#pragma once

#include <bit>
#include <cstdint>

namespace vorhand {

// Finaliser of SplitMix64.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

class Permutation {
 public:
  Permutation(std::uint64_t size, std::uint64_t seed) : size_(size), seed_(mix64(seed)) {
    const int bits = size > 1 ? static_cast<int>(std::bit_width(size - 1)) : 1;
    half_ = (bits + 1) / 2;
    mask_ = (std::uint64_t{1} << half_) - 1;
  }

  // Return the number at a place; both are below size.
  std::uint64_t operator()(std::uint64_t place) const {
    std::uint64_t number = place;
    do {
      number = rounds(number);
    } while (number >= size_);
    return number;
  }

 private:
  // Four rounds suffice for large ranges. For ranges below a few dozen, four rounds are measurably
  // not uniform (over 200,000 seeds), but twelve rounds are.
  static constexpr int kRounds = 12;

  std::uint64_t rounds(std::uint64_t x) const {
    std::uint64_t left = x >> half_, right = x & mask_;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const std::uint64_t next = left ^ (mix64(right ^ seed_ ^ (round << 56)) & mask_);
      left = right;
      right = next;
    }
    return left << half_ | right;
  }

  std::uint64_t size_;
  std::uint64_t seed_;
  int half_;
  std::uint64_t mask_;
};

}  // namespace vorhand

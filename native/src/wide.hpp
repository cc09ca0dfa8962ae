// Unsigned integers of 256 bits, for counts beyond 64 bits; not all compilers have integers wider
// than that.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

#include "random.hpp"

namespace vorhand {

class Wide {
 public:
  constexpr Wide() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): plain integers convert to wide ones.
  constexpr Wide(std::uint64_t number)
      : limbs_{static_cast<Limb>(number), static_cast<Limb>(number >> kBits)} {}

  // Return the lowest 64 bits.
  constexpr std::uint64_t low() const {
    return static_cast<std::uint64_t>(limbs_[1]) << kBits | limbs_[0];
  }

  constexpr int bit_width() const {
    const std::size_t used = this->used();
    if (used == 0) return 0;
    return static_cast<int>((used - 1) * kBits) +
           static_cast<int>(std::bit_width(limbs_[used - 1]));
  }

  // Arithmetic is modulo 2^256.
  constexpr Wide& operator+=(const Wide& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < kLimbs; ++i) {
      carry += std::uint64_t{limbs_[i]} + other.limbs_[i];
      limbs_[i] = static_cast<Limb>(carry);
      carry >>= kBits;
    }
    return *this;
  }

  constexpr Wide& operator-=(const Wide& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < kLimbs; ++i) {
      const std::uint64_t here = std::uint64_t{limbs_[i]} - other.limbs_[i] - borrow;
      limbs_[i] = static_cast<Limb>(here);
      borrow = here >> 63;
    }
    return *this;
  }

  friend constexpr Wide operator*(const Wide& a, const Wide& b) {
    Wide product;
    const std::size_t size = a.used(), other = b.used();
    for (std::size_t i = 0; i < size; ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; i + j < kLimbs && (j < other || carry); ++j) {
        carry += product.limbs_[i + j] + std::uint64_t{a.limbs_[i]} * b.limbs_[j];
        product.limbs_[i + j] = static_cast<Limb>(carry);
        carry >>= kBits;
      }
    }
    return product;
  }

  friend constexpr bool operator==(const Wide&, const Wide&) = default;

  friend constexpr std::strong_ordering operator<=>(const Wide& a, const Wide& b) {
    for (std::size_t i = kLimbs; i-- > 0;) {
      if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] <=> b.limbs_[i];
    }
    return std::strong_ordering::equal;
  }

  std::string hex() const {
    std::string digits;
    for (std::size_t i = 8 * kLimbs; i-- > 0;) {
      const Limb digit = limbs_[i / 8] >> (4 * (i % 8)) & 15;
      if (digit || !digits.empty() || i == 0) digits += "0123456789abcdef"[digit];
    }
    return digits;
  }

  // Draw a number below `size` > 0 uniformly.
  static Wide below(Random& random, const Wide& size) {
    const auto bits = static_cast<std::size_t>(size.bit_width());
    while (true) {
      Wide number;
      for (std::size_t i = 0; i * kBits < bits; ++i) {
        const std::size_t spare = (i + 1) * kBits > bits ? (i + 1) * kBits - bits : 0;
        number.limbs_[i] = static_cast<Limb>(random.next() >> kBits >> spare);
      }
      if (number < size) return number;
    }
  }

 private:
  using Limb = std::uint32_t;
  static constexpr std::size_t kLimbs = 8, kBits = 32;

  // Return the number of limbs up to the highest that is not 0.
  constexpr std::size_t used() const {
    std::size_t size = kLimbs;
    while (size > 0 && limbs_[size - 1] == 0) --size;
    return size;
  }

  std::array<Limb, kLimbs> limbs_{};  // the lowest first
};

}  // namespace vorhand

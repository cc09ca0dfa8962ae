// Numbered subsets of a set of cards.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace vorhand {

// Pascal's triangle; the greatest, 64 over 32, has 61 bits.
inline constexpr auto kBinomials = [] {
  std::array<std::array<std::uint64_t, 65>, 65> table{};
  for (std::size_t n = 0; n < table.size(); ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}();

// Return the number of subsets of k out of n cards, for n up to 64; 0 for k below 0 or above n.
constexpr std::uint64_t binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  return kBinomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// Return the set of k cards with a number below the binomial, in colexicographic order.
template <typename Set>
constexpr Set numbered_subset(Set from, int k, std::uint64_t number) {
  Set chosen = 0;
  for (int i = std::popcount(from) - 1; k > 0; --i) {
    const Set card = std::bit_floor(from);
    from &= ~card;
    if (const std::uint64_t without = binomial(i, k); number >= without) {
      chosen |= card;
      number -= without;
      --k;
    }
  }
  return chosen;
}

}  // namespace vorhand

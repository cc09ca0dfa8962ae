// Order of a suit's cards in sets whose higher bits are the stronger cards: shared by the engine of
// trick-taking games and the solvers of single games.
#pragma once

#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace vorhand {

// Return the cards of a hand that are above all of some others.
template <typename Set>
constexpr Set above_all(Set own, Set others) {
  return others ? own & ~((std::bit_floor(others) << 1) - 1) : own;
}

// Return the n-th card of `cards` for each n in a set of numbers.
inline std::uint64_t spread(std::uint64_t numbers, std::uint64_t cards) {
#if defined(__BMI2__)
  return _pdep_u64(numbers, cards);
#else
  std::uint64_t result = 0;
  for (; numbers; numbers >>= 1, cards &= cards - 1) {
    result |= cards & -cards & -(numbers & 1);
  }
  return result;
#endif
}

// Return the set of the indices that the cards of `some` have in `cards`: 0 is the lowest.
inline std::uint64_t numbers_in(std::uint64_t some, std::uint64_t cards) {
#if defined(__BMI2__)
  return _pext_u64(some, cards);
#else
  std::uint64_t result = 0;
  for (std::uint64_t number = 1; cards; number <<= 1, cards &= cards - 1) {
    if (some & cards & -cards) result |= number;
  }
  return result;
#endif
}

// Return the cards of `cards` with a card of `cards` adjacent below: of equivalent ones only the
// lowest need be tried (Kupferschmid and Helmert 2006, section 4). Adjacency reaches through
// `gaps`, absent cards, and not below `bottoms`, the lowest of each run; the highest of a run must
// not be a gap, so that nothing reaches into the next. Moving each card up by one and adding the
// gaps lets the carry run through a gap to the next present card.
constexpr std::uint64_t linked_below(std::uint64_t cards, std::uint64_t gaps,
                                     std::uint64_t bottoms) {
  const std::uint64_t up = (cards << 1) & ~bottoms;
  const std::uint64_t landed = (up & ~gaps) | (((up & gaps) + gaps) & ~gaps);
  return cards & landed;
}

}  // namespace vorhand

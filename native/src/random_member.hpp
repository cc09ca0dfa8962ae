// Uniform draws from sets.
#pragma once

#include "cards.hpp"
#include "random.hpp"

namespace vorhand {

// Return a random card of a set that is not empty.
inline Card random_member(CardSet cards, Random& random) {
  return nth_card(cards, static_cast<int>(random.below(static_cast<std::uint64_t>(count(cards)))));
}

// Return a random member of a set of 64 bits that is not empty.
inline int random_member(std::uint64_t set, Random& random) {
  for (auto skip = random.below(static_cast<std::uint64_t>(std::popcount(set))); skip > 0; --skip) {
    set &= set - 1;
  }
  return std::countr_zero(set);
}

}  // namespace vorhand

// Positions to learn a policy from: what a search plays against itself.
#pragma once

#include <cstdint>
#include <vector>

#include "schnapsen/policy/policy.hpp"

namespace vorhand::schnapsen {

// Positions with a choice, as a policy sees them.
struct Lessons {
  std::vector<std::uint8_t> facts;   // of all positions, one after the other
  std::vector<std::uint8_t> seen;    // by position: how many of them
  std::vector<std::uint32_t> legal;  // choices, as bits
  std::vector<std::uint8_t> played;  // the choice of the search
};

// The deals first .. first + n - 1 of a seed, played by PIMC; it looks at `worlds` worlds at the
// first trick, twice as many at the second and four times from then on, of which the values are so
// much quicker. Once all cards are known there is nothing to learn.
Lessons policy_lessons(const Rules& rules, std::uint64_t seed, std::uint64_t first, std::uint64_t n,
                       int worlds);

}  // namespace vorhand::schnapsen

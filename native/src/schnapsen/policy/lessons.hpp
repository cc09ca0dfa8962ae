// Training positions of a policy: self-play of a search.
#pragma once

#include <cstdint>
#include <vector>

#include "schnapsen/policy/policy.hpp"

namespace vorhand::schnapsen {

// Decisions with several legal actions, encoded as the policy's inputs.
struct Lessons {
  std::vector<std::uint8_t> facts;   // facts of all positions, concatenated
  std::vector<std::uint8_t> seen;    // number of facts per position
  std::vector<std::uint32_t> legal;  // possible choices, as bits
  std::vector<std::uint8_t> played;  // choice made by the search
};

// Return lessons from the deals first .. first + n - 1 of a seed, played by PIMC with `worlds`
// worlds at the first trick, twice as many at the second and four times as many later, where values
// are computed quickly. Positions with all cards known are left out.
Lessons policy_lessons(const Rules& rules, std::uint64_t seed, std::uint64_t first, std::uint64_t n,
                       int worlds);

}  // namespace vorhand::schnapsen

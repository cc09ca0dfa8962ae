// Move ordering: a learned score for each card, looked up.
//
// Fastest-cut-first (Furtak & Buro 2009): try first the card with the best chance of a
// cutoff for its cost. The weights are fitted to search statistics; see
// docs/skat-solver.md for the command.
#pragma once

#include <array>
#include <cstdint>

#include "skat/solver/layout.hpp"

namespace vorhand::skat::solver {

inline constexpr int kKinds = 19;  // BitTables::kind
inline constexpr int kLeadClasses = 36;

// How a suit looks to the player who might lead it: who holds the top card (self, next,
// last), how many he has (1, 2, more), whether the next and the last player are void.
constexpr int lead_class(const std::array<Set, kNumPlayers>& hands, int leader) {
  const Set own = hands[leader], next = hands[(leader + 1) % 3], last = hands[(leader + 2) % 3];
  const int top = own >= next && own >= last ? 0 : next >= last ? 1 : 2;
  const int length = size(own) >= 3 ? 2 : size(own) == 2 ? 1 : 0;
  return ((top * 3 + length) * 2 + (next ? 0 : 1)) * 2 + (last ? 0 : 1);
}

// Weights are in the order of these indices; see the functions below.
inline constexpr int kLeadWeights = kNumPlayers * 4 * kLeadClasses * 2 * kKinds;
inline constexpr int kSecondWeights = kNumPlayers * 3 * 3 * 3 * 2 * 3 * kKinds;
inline constexpr int kThirdWeights = kNumPlayers * 2 * 4 * 3 * 2 * 3 * kKinds;
extern const std::array<std::int8_t, kLeadWeights> kLeadWeight;
extern const std::array<std::int8_t, kSecondWeights> kSecondWeight;
extern const std::array<std::int8_t, kThirdWeights> kThirdWeight;

// Points on the table, roughly.
constexpr int point_class(int points) { return points < 2 ? 0 : points < 10 ? 1 : 2; }
// 0 follows suit, 1 ruffs, 2 discards.
constexpr int play_mode(int b, Set group) {
  return (group & one(b)) ? 0 : b >= kTrumpShift ? 1 : 2;
}
constexpr int length_class(Set cards) { return size(cards) >= 3 ? 2 : size(cards) == 2 ? 1 : 0; }

}  // namespace vorhand::skat::solver

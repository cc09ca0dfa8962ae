// Techniques that can be switched off, for ablation and for proofs.
#pragma once

#include <cstdint>

namespace vorhand::skat::solver {

enum Technique : std::uint32_t {
  kEquivalentCards = 1 << 0,
  kDecidedTrick = 1 << 1,
  kTranspositions = 1 << 2,
  kPayoffSimilarity = 1 << 3,
  kCashBounds = 1 << 4,
  kSureTrumps = 1 << 5,
  kLearnedOrder = 1 << 6,
  kFirstGuess = 1 << 7,
  kGallop = 1 << 8,
  // Schwarz: partition search. Null: the soloist's ranks in safe suits are left out of the key.
  kLowestRank = 1 << 9,
  kFailSoft = 1 << 10,
  kAllTechniques = (1 << 11) - 1,
};

inline constexpr int kTableTricks = 3;  // smaller endings are searched faster than looked up

}  // namespace vorhand::skat::solver

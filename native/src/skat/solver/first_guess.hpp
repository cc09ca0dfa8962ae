// Where the value probably lies: a linear regression on what a glance at the hands shows.
//
// A good first question saves zero-window searches. The coefficients are fitted by the
// same command as the move ordering; see docs/skat-solver.md.
#pragma once

#include <array>

#include "skat/solver/bounds.hpp"

namespace vorhand::skat::solver {

inline constexpr int kGuessFeatures = 14;
using GuessFeatures = std::array<float, kGuessFeatures>;

// Shares of the points and tricks left. `leads` is how the trick in progress stands: 0 the
// soloist leads it, 1 or 2 the seat of the defender who does.
inline GuessFeatures guess_features(const TrumpFacts& trumps, const SuitViews& suits,
                                    const std::array<Set, kNumPlayers>& hands, int leader,
                                    int tricks, int rest) {
  const float points = 1.0f / static_cast<float>(rest > 0 ? rest : 1);
  const float cards = 1.0f / static_cast<float>(tricks > 0 ? tricks : 1);
  int tops = 0, top_points = 0, defenders_tops = 0, defenders_top_points = 0;
  float voids = 0, longest = 0;
  for (int i = 0; i < kSideSuits; ++i) {
    tops += suits[i]->top_count[0];
    top_points += suits[i]->top_points[0];
    defenders_tops += suits[i]->top_count[1] + suits[i]->top_count[2];
    defenders_top_points += suits[i]->top_points[1] + suits[i]->top_points[2];
    const auto held = static_cast<float>(size(hands[0] >> (8 * i) & 255));
    voids += held == 0;
    longest = held > longest ? held : longest;
  }
  const auto share = [&](int n) { return static_cast<float>(n) * cards; };
  const auto worth = [&](int n) { return static_cast<float>(n) * points; };
  return {1.0f,
          worth(set_points(hands[0])),
          share(trumps.count[0]),
          share(std::max(trumps.count[1], trumps.count[2])),
          worth(trumps.sure_soloist),
          worth(trumps.sure_defenders),
          share(tops),
          worth(top_points),
          share(defenders_tops),
          worth(defenders_top_points),
          leader == 0 ? 1.0f : 0.0f,
          leader == 1 ? 1.0f : 0.0f,
          voids * share(trumps.count[0]),
          longest * cards};
}

// Fitted separately for suit games and grand.
extern const std::array<GuessFeatures, 2> kGuessWeights;

}  // namespace vorhand::skat::solver

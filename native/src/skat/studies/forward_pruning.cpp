#include "skat/studies/forward_pruning.hpp"

#include <algorithm>

#include "skat/solver/trump_solver_impl.hpp"
#include "skat/studies/static_bounds.hpp"

namespace vorhand::skat::solver {

// The question is whether the soloist gets at least `need` points or at most `need` - 1.
std::optional<Known> ForwardPruning::known(const TrickStart& start) const {
  if (start.tricks < kFewestEstimated) return {};
  const auto [least, most] =
      static_bounds(start.trumps, start.suits, start.hands, start.leader, start.tricks, start.rest);
  const bool grand = (start.cards & kTrumps & ~kJackBits) == 0;
  const double margin = margins->of(grand, start.leader, start.tricks);
  const double points = std::clamp(
      margins->estimators->points(start.hands, grand, start.leader, start.tricks, start.rest),
      static_cast<double>(least), static_cast<double>(std::max(least, most)));
  if (points - margin >= start.need) return Known{start.need, false};
  if (points + margin <= start.need - 1) return Known{start.need - 1, false};
  return {};
}

template class TrumpSolver<ForwardPruning>;

}  // namespace vorhand::skat::solver

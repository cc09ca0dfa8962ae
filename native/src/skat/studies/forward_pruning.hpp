// Trump games by forward pruning (ProbCut, Buro 1995; Furtak and Buro 2011, section 4): if an
// estimate is far enough from the points in question, the search accepts it. So its answers are not
// proofs, and its bounds are only as good as the estimates.
#pragma once

#include <optional>

#include "skat/solver/trump_solver.hpp"
#include "skat/studies/estimators.hpp"

namespace vorhand::skat::solver {

class ForwardPruning : public Playing {
 public:
  // Not owned: the margins must exist as long as the solver searches.
  const Margins* margins = nullptr;

  std::optional<Known> known(const TrickStart& start) const;
};

extern template class TrumpSolver<ForwardPruning>;

}  // namespace vorhand::skat::solver

// Trump games by forward pruning (ProbCut, Buro 1995; Furtak and Buro 2011, section 4): where an
// estimate lies far enough from what is asked, the search believes it. An answer is then no proof,
// and the bounds are as good as the estimates.
#pragma once

#include <optional>

#include "skat/solver/trump_solver.hpp"
#include "skat/studies/estimators.hpp"

namespace vorhand::skat::solver {

class ForwardPruning : public Playing {
 public:
  // Has to outlive the questions.
  const Margins* margins = nullptr;

  std::optional<Known> known(const TrickStart& start) const;
};

extern template class TrumpSolver<ForwardPruning>;

}  // namespace vorhand::skat::solver

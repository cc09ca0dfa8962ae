// The static bounds all together, where the search asks them one by one and stops early.
#pragma once

#include <array>

#include "skat/solver/bounds.hpp"
#include "skat/solver/table.hpp"
#include "skat/solver/trump_solver.hpp"

namespace vorhand::skat::solver {

// Bound the soloist's points at the start of a trick without any search.
Table::Bounds static_bounds(const TrumpFacts& trumps, const SuitViews& suits,
                            const std::array<Set, kNumPlayers>& hands, int leader, int tricks,
                            int rest);

// The same of the start of a trick that the solver has taken up.
Table::Bounds static_bounds(TrumpSolver<>& solver);

}  // namespace vorhand::skat::solver

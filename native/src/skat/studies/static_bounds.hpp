// All static bounds together; the search asks for them one by one and stops early.
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

// Bound the position at the solver's root, a start of a trick.
Table::Bounds static_bounds(TrumpSolver<>& solver);

}  // namespace vorhand::skat::solver

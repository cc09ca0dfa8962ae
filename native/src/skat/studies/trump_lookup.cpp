#include "skat/studies/trump_lookup.hpp"

#include "skat/solver/trump_solver_impl.hpp"

namespace vorhand::skat::solver {

template class TrumpSolver<TrumpLookup>;

}  // namespace vorhand::skat::solver

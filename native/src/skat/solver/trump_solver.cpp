#include "skat/solver/trump_solver_impl.hpp"

namespace vorhand::skat::solver {

template class TrumpSolver<Playing>;

}  // namespace vorhand::skat::solver

#include "skat/solver/trump_search_impl.hpp"

namespace vorhand::skat::solver {

template class TrumpSearch<Playing>;

}  // namespace vorhand::skat::solver

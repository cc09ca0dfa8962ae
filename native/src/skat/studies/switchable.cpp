#include "skat/studies/switchable.hpp"

#include "permutation.hpp"
#include "skat/solver/trump_solver_impl.hpp"

namespace vorhand::skat::solver {

// Decisions high in the tree are rare and matter more, so they are sampled more often.
bool Switchable::drawn(int tricks) {
  constexpr std::array<double, kHandSize + 1> kShare{0,    0,    .0015, .0015, .0015, .002,
                                                     .004, .008, .02,   .06,   .3};
  const auto draw = static_cast<double>(mix64(++visits_) >> 11) * 0x1p-53;
  return draw < kShare[static_cast<std::size_t>(tricks)];
}

template class TrumpSolver<Switchable>;

}  // namespace vorhand::skat::solver

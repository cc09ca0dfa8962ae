// The extension module of the studies: systems from the papers that no player uses.
#include "studies.hpp"

using namespace vorhand::bindings;

NB_MODULE(VORHAND_MODULE, m) {
  m.doc() = "Studies of the Skat solver; use them through vorhand.native.studies.";
  bind_estimates(m);
  bind_null(m);
  bind_trump_tables(m);
  bind_solve(m);
  bind_minimax(m);
  bind_ordering(m);
  bind_study(m);
  bind_achievable_sets(m);
}

// The extension module of the studies: systems from the papers that no player uses.
#include <exception>

#include "skat/solver/batch.hpp"
#include "studies.hpp"

namespace nb = nanobind;
using namespace vorhand::bindings;
using namespace vorhand::skat::solver;

namespace {

// Raises the core's own exception of this name, so that a caller catches one class wherever it
// comes from.
template <class Error>
void translate(const char* name) {
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void* name) {
        try {
          std::rethrow_exception(thrown);
        } catch (const Error& error) {
          const nb::object core = nb::module_::import_("vorhand.native.skat_solver");
          PyErr_SetString(core.attr(static_cast<const char*>(name)).ptr(), error.what());
        }
      },
      const_cast<char*>(name));
}

}  // namespace

NB_MODULE(VORHAND_MODULE, m) {
  m.doc() = "Studies of the Skat solver; use them through vorhand.native.studies.";
  // The last one registered is asked first, and PositionError is the most general.
  translate<PositionError>("PositionError");
  translate<NodeBudgetError>("NodeBudgetError");
  translate<Cancelled>("Cancelled");
  bind_estimates(m);
  bind_null(m);
  bind_trump_tables(m);
  bind_solve(m);
  bind_minimax(m);
  bind_ordering(m);
  bind_study(m);
  bind_achievable_sets(m);
}

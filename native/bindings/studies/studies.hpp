// One function per file of this folder.
#pragma once

#include "bindings.hpp"

namespace vorhand::bindings {

void bind_solve(nb::module_& m);
void bind_minimax(nb::module_& m);
void bind_ordering(nb::module_& m);
void bind_estimates(nb::module_& m);
void bind_null(nb::module_& m);
void bind_trump_tables(nb::module_& m);
void bind_study(nb::module_& m);
void bind_achievable_sets(nb::module_& m);

}  // namespace vorhand::bindings

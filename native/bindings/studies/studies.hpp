// One function per file of this folder.
#pragma once

#include <nanobind/nanobind.h>

namespace vorhand::bindings {

void bind_solve(nanobind::module_& m);
void bind_minimax(nanobind::module_& m);
void bind_ordering(nanobind::module_& m);
void bind_estimates(nanobind::module_& m);
void bind_null(nanobind::module_& m);
void bind_trump_tables(nanobind::module_& m);
void bind_study(nanobind::module_& m);
void bind_achievable_sets(nanobind::module_& m);

}  // namespace vorhand::bindings

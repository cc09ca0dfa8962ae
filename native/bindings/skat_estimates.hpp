// Estimates of the Skat solver as Python holds them.
#pragma once

#include <nanobind/nanobind.h>

#include "skat/solver/estimators.hpp"

namespace vorhand::bindings {

// What the search may believe.
struct Pruning {
  skat::solver::ForwardPruning pruned;
};

void bind_skat_estimates(nanobind::module_& m);

}  // namespace vorhand::bindings

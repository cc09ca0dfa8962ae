// Estimates of the Skat solver as Python holds them.
#pragma once

#include <nanobind/nanobind.h>

#include "skat/studies/estimators.hpp"

namespace vorhand::bindings {

// Estimates that the search may believe.
struct Pruning {
  skat::solver::Margins margins;
};

}  // namespace vorhand::bindings

// Python's handle of estimates of the Skat solver.
#pragma once

#include "bindings.hpp"
#include "skat/studies/estimators.hpp"

namespace vorhand::bindings {

struct Pruning {
  skat::solver::Margins margins;
};

}  // namespace vorhand::bindings

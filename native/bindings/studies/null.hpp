// Python's handle of decision diagrams of null.
#pragma once

#include "bindings.hpp"
#include "skat/studies/null_diagrams.hpp"

namespace vorhand::bindings {

// Diagrams in a Python array, for instance a file mapped into memory.
struct KeptDiagrams {
  using Words = nb::ndarray<const std::uint32_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

  Words words;
  skat::solver::NullDiagrams diagrams;
};

}  // namespace vorhand::bindings

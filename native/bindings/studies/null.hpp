// Decision diagrams of null as Python holds them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "skat/studies/null_diagrams.hpp"

namespace vorhand::bindings {

// The words stay where they are, in a file mapped into memory for instance.
struct KeptDiagrams {
  using Words = nanobind::ndarray<const std::uint32_t, nanobind::shape<-1>, nanobind::c_contig,
                                  nanobind::device::cpu>;

  Words words;
  skat::solver::NullDiagrams diagrams;
};

}  // namespace vorhand::bindings

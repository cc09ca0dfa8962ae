// Look-up tables of trump games as Python holds them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "skat/solver/trump_tables.hpp"

namespace vorhand::bindings {

// The words stay where they are, in a file mapped into memory for instance.
struct KeptTables {
  using Words = nanobind::ndarray<const std::uint32_t, nanobind::shape<-1>, nanobind::c_contig,
                                  nanobind::device::cpu>;

  Words words;
  skat::solver::TrumpTables tables;
};

void bind_skat_trump_tables(nanobind::module_& m);

}  // namespace vorhand::bindings

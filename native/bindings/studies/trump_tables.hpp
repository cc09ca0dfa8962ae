// Look-up tables of trump games as Python holds them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <vector>

#include "skat/studies/trump_tables.hpp"

namespace vorhand::bindings {

// The words stay where they are, in a file mapped into memory for instance.
struct KeptTables {
  using Words = nanobind::ndarray<const std::uint32_t, nanobind::shape<-1>, nanobind::c_contig,
                                  nanobind::device::cpu>;

  Words words;
  skat::solver::TrumpTables tables;
};

// The tables of a call, which stay while it runs: whoever holds the list may empty it meanwhile.
struct TablesOfCall {
  // Throws PositionError unless there is at most one of each kind.
  explicit TablesOfCall(const std::vector<KeptTables*>& tables);

  std::array<const skat::solver::TrumpTables*, 2> by_kind{};

 private:
  std::vector<nanobind::object> kept_;
};

}  // namespace vorhand::bindings

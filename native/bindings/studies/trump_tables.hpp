// Python's handle of look-up tables of trump games.
#pragma once

#include "bindings.hpp"
#include "skat/studies/trump_tables.hpp"

namespace vorhand::bindings {

// Tables in a Python array, for instance a file mapped into memory.
struct KeptTables {
  using Words = nb::ndarray<const std::uint32_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

  Words words;
  skat::solver::TrumpTables tables;
};

// The tables of a call, kept alive because another thread may empty the list in the meantime.
struct TablesOfCall {
  // Throw PositionError for None and for two tables of one kind.
  explicit TablesOfCall(const std::vector<KeptTables*>& tables);

  std::array<const skat::solver::TrumpTables*, 2> by_kind{};

 private:
  std::vector<nb::object> kept_;
};

}  // namespace vorhand::bindings

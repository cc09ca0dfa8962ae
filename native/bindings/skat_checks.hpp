// Checks of arguments that the bindings of Skat share.
#pragma once

#include "checks.hpp"
#include "skat/rules.hpp"

namespace vorhand::bindings {

inline int checked_seat(int seat) {
  if (seat < 0 || seat >= skat::kNumPlayers) {
    throw nb::index_error(("seat " + std::to_string(seat) + ": expected 0 .. 2").c_str());
  }
  return seat;
}

// Return the number as a contract: 0 to 3 are the suits, 4 is grand, 5 null.
inline skat::Contract checked_contract(int contract) {
  check_range("contract", contract, 0, skat::kNumContracts - 1);
  return static_cast<skat::Contract>(contract);
}

}  // namespace vorhand::bindings

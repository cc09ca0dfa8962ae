// Checks of arguments that the bindings of Skat share.
#pragma once

#include "checks.hpp"
#include "skat/deal.hpp"

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

// Return the value. Throw InvalidDealError unless it is from 0 up to `end` - 1.
inline int checked_below(const char* what, int value, int end) {
  if (value < 0 || value >= end) {
    throw skat::InvalidDealError(std::string(what) + " " + std::to_string(value) +
                                 ": expected 0 .. " + std::to_string(end - 1));
  }
  return value;
}

inline skat::Declaration checked_declaration(int contract, int level, bool hand) {
  return {static_cast<skat::Contract>(checked_below("contract", contract, skat::kNumContracts)),
          static_cast<skat::Level>(checked_below("level", level, skat::kNumLevels)), hand};
}

}  // namespace vorhand::bindings

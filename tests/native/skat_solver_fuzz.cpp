// libFuzzer target: random bytes to positions, the solvers against plain minimax.
//
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -Inative/src \
//     tests/native/skat_solver_fuzz.cpp native/src/skat/*.cpp native/src/skat/solver/*.cpp
#include "skat_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t length) {
  static vorhand::skat::solver::Fuzz fuzz;
  fuzz.check(data, length, 3);
  return 0;
}

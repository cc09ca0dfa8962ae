// libFuzzer target: positions from random bytes, the solvers against plain minimax (`make fuzz`).
#include "skat_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t length) {
  static vorhand::skat::solver::Fuzz fuzz;
  fuzz.check(data, length, 4);
  return 0;
}

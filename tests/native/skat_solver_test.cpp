// The solvers against plain minimax on random endings, under the sanitizers.
#include "check.hpp"
#include "random.hpp"
#include "skat/studies/minimax.hpp"
#include "skat_fuzz.hpp"

using namespace vorhand::skat::solver;

int main() {
  vorhand::Random random{20260101};
  Fuzz fuzz;
  for (int i = 0; i < 4000; ++i) {
    std::array<std::uint8_t, 48> bytes;
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
    fuzz.check(bytes.data(), bytes.size(), 3);
  }
  CHECK(fuzz.checked > 3000);
  CHECK(fuzz.refused > 100);
  return 0;
}

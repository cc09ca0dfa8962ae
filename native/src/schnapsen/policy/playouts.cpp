#include "schnapsen/policy/playouts.hpp"

namespace vorhand::schnapsen {

int play_out(const Rules& rules, const Policy& policy, Solver& solver, Deal deal, Random& random) {
  while (!deal.terminal() && deal.open()) apply(rules, deal, policy.draw(rules, deal, random));
  return deal.terminal() ? deal.value() : solver.value(deal);
}

void playout_values(const Rules& rules, const Policy& policy, Solver& solver, const Deal& deal,
                    std::uint64_t seed, std::uint64_t number, std::int8_t* values) {
  const int sign = deal.to_move() == 0 ? 1 : -1;
  for (ActionSet left = legal_actions(rules, deal); left; left &= left - 1) {
    Random random(seed, number);
    Deal next = deal;
    apply(rules, next, std::countr_zero(left));
    *values++ = static_cast<std::int8_t>(sign * play_out(rules, policy, solver, next, random));
  }
}

}  // namespace vorhand::schnapsen

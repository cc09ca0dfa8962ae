#include "skat/studies/static_bounds.hpp"

#include <algorithm>

namespace vorhand::skat::solver {

Table::Bounds static_bounds(const TrumpFacts& trumps, const SuitViews& suits,
                            const std::array<Set, kNumPlayers>& hands, int leader, int tricks,
                            int rest) {
  int least = soloist_sure(trumps, hands), most = rest - defenders_sure(trumps, hands);
  if (leader == 0) {
    least = std::max(least, soloist_cashes(trumps, suits, hands, tricks, rest));
  } else {
    const int cashed = leader == 1 ? defenders_cash<1>(trumps, suits, hands, tricks, rest)
                                   : defenders_cash<2>(trumps, suits, hands, tricks, rest);
    most = std::min(most, rest - cashed);
  }
  if (leader != 0 && trumps.holders == 1) {
    least = std::max(least, soloist_alone_has_trumps(trumps, suits, hands, tricks, rest));
  }
  if (trumps.holders != 0 && !(trumps.holders & 1)) {
    most = std::min(most, rest - defenders_alone_have_trumps(trumps, suits, hands, tricks, rest));
  }
  return {.lower = least, .upper = most};
}

Table::Bounds static_bounds(TrumpSolver<>& solver) {
  const Node& root = solver.root();
  DealFacts& facts = solver.search().facts();
  SuitViews suits;
  for (int i = 0; i < kSideSuits; ++i) suits[i] = &facts.suit(i, root.cards);
  return static_bounds(facts.trumps(root.cards), suits, solver.frame().owned, root.leader,
                       root.tricks, root.rest);
}

}  // namespace vorhand::skat::solver

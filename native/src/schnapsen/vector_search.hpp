// Searches over a vector of worlds at once: vector minimax and payoff-reduction minimax.
//
// MAX must play the same in all worlds he cannot tell apart; MIN is taken to see the cards
// ("best defence"; Frank and Basin 1998; Frank, Basin and Matsubara 1998). At a MAX node
// the vector with the greatest sum is taken, at a MIN node each component's least. With
// payoff reduction no component may exceed the minimax value of a MIN node above it.
#pragma once

#include <vector>

#include "schnapsen/solver.hpp"

namespace vorhand::schnapsen {

class VectorSearch {
 public:
  // `depth` actions are searched, beyond them the exact solver answers; negative: no limit.
  VectorSearch(const Rules& rules, Solver& solver, int player, bool reduce_payoffs)
      : rules_(rules), solver_(solver), player_(player), reduce_(reduce_payoffs) {}

  // Values for the player after an action in each world.
  std::vector<int> values(std::vector<Deal> worlds, Action action, int depth);

 private:
  std::vector<int> search(const std::vector<Deal>& states, std::vector<int> caps, int depth);
  std::vector<int> max_node(const std::vector<Deal>& states, const std::vector<int>& caps,
                            int depth);
  std::vector<int> min_node(const std::vector<Deal>& states, std::vector<int> caps, int depth);
  int minimax(const Deal& deal) {
    return player_ == 0 ? solver_.value(deal) : -solver_.value(deal);
  }

  const Rules& rules_;
  Solver& solver_;
  int player_;
  bool reduce_;
};

}  // namespace vorhand::schnapsen

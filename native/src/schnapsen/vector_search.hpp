// Searches over a vector of worlds at once: vector minimax and payoff-reduction minimax.
//
// MAX must play the same in all worlds that MAX cannot tell apart; MIN is taken to see the cards
// ("best defence"; Frank and Basin 1998; Frank, Basin and Matsubara 1998). At a MAX node
// the vector with the greatest sum is taken, at a MIN node each component's least. With
// payoff reduction no component may exceed the minimax value of a MIN node above it.
//
// With only one world left, nothing binds MAX any more: the component is its minimax value (or the
// cap, if that is less), with payoff reduction too. The same holds where no choice of MAX is left
// within the depth. No component exceeds the minimax value of its world, so a move that gets it in
// all worlds ends the search of a MAX node.
#pragma once

#include <vector>

#include "schnapsen/solver.hpp"

namespace vorhand::schnapsen {

class VectorSearch {
 public:
  // `depth` actions are searched, beyond them the exact solver answers; negative: no limit.
  VectorSearch(const Rules& rules, Solver& solver, std::vector<Deal> worlds, int player,
               bool reduce_payoffs);

  // Values for the player after an action in each world.
  std::vector<int> values(Action action, int depth);

 private:
  // A position of one of the worlds; nothing above it lets its value exceed the cap.
  struct Cell {
    std::size_t world;
    Deal deal;
    int cap;
  };
  using Cells = std::vector<Cell>;

  std::vector<int> search(const Cells& cells, int depth);
  std::vector<int> max_node(const Cells& cells, int depth);
  std::vector<int> min_node(const Cells& cells, int depth);
  std::vector<int> capped_minimax(const Cells& cells);
  int minimax(const Cell& cell);
  Cells after(const Cells& cells, Action action) const;

  const Rules& rules_;
  Solver& solver_;
  std::vector<Deal> worlds_;
  std::vector<Solver::Share> shares_;  // of the solver's table, one a world
  int player_;
  bool reduce_;
};

}  // namespace vorhand::schnapsen

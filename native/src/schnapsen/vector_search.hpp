// Searches over a vector of worlds: vector minimax and payoff-reduction minimax.
//
// MAX must play the same in all worlds that MAX cannot distinguish; MIN sees the cards ("best
// defence"; Frank and Basin 1998; Frank, Basin and Matsubara 1998). A MAX node takes the vector
// with the greatest sum; a MIN node takes the minimum of each component. With payoff reduction no
// component exceeds the minimax value of a MIN node above it.
//
// If a single world is left, nothing restricts MAX, so the world gets its minimax value, but at
// most its cap. The same holds for every world if MAX has no choice left within the depth. No
// component exceeds the minimax value of its world, so a move that reaches it in all worlds ends
// the search of a MAX node.
#pragma once

#include <vector>

#include "schnapsen/solver.hpp"

namespace vorhand::schnapsen {

class VectorSearch {
 public:
  VectorSearch(const Rules& rules, Solver& solver, std::vector<Deal> worlds, int player,
               bool reduce_payoffs);

  // Return the values for the player after an action in each world. `depth` actions are searched,
  // then the exact solver answers; negative: no limit.
  std::vector<int> values(Action action, int depth);

 private:
  // A position in one world; the cap is an upper bound from the nodes above.
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
  std::vector<Solver::Share> shares_;  // shares of the solver's table, one per world
  int player_;
  bool reduce_;
};

}  // namespace vorhand::schnapsen

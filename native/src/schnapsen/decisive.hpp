// Error-allowing triples computed only as far as a decision needs them.
//
// A decision by presumed payoff or value (Wisser, IJCAI 2015, equations 2 to 5) takes the move with
// the greatest mean over the worlds of
//
//   w(m) + (1 - k) p (w(m + a) - w(m)),
//
// ties by the mean of w(m), then of w(m) + p (w(m + a) - w(m)); w is the worth of game points to
// MAX, k the share of MAX's hand that MIN knows. All m are computed first, as PIMC does. Unknown p
// and a are bounded: not all moves are errors, and no error gains more than MIN's points allow.
// The move with the greatest upper bound is then examined world by world, p before a (finding a
// costs nearly as much as finding p), until no other move can be as good, or all moves that can be
// as good are known exactly.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "schnapsen/eam_search.hpp"

namespace vorhand::schnapsen {

struct Judgement {
  std::array<double, 2 * kMostPoints + 1>
      worth;                    // worth of -3 .. 3 game points to MAX, non-decreasing
  std::vector<double> known;    // k after each legal action
  std::vector<double> weights;  // weights of the worlds
};

class Decision {
 public:
  // `player` is MAX, to move. Errors count at the first `depth` nodes of MIN; negative: at all
  // nodes.
  Decision(const Rules& rules, Solver& solver, std::vector<Deal> worlds, int player, int depth,
           Judgement judgement);

  void settle();

  // Return the triple of a legal action by index. m is exact; p and a are lower bounds; if `exact`,
  // the gain that follows from them is exact.
  Triple triple(std::size_t world, std::size_t move) const;
  bool exact(std::size_t world, std::size_t move) const { return !open(cell(world, move)); }

 private:
  enum class Asked { kNothing, kErrors, kAll };
  struct Cell {
    Deal deal;
    int m = 0;
    double p_low = 0, p_high = 0;
    int a_low = 0, a_high = 0;
    Asked asked = Asked::kAll;
    std::vector<Error> errors = {};  // set while p is known but a is not
  };
  // Means over the worlds: the worth of a move by m alone, and bounds on the gain from errors of a
  // MIN that does not know the cards.
  struct Sum {
    double now = 0, low = 0, high = 0;
  };

  const Cell& cell(std::size_t world, std::size_t move) const {
    return cells_[world * moves_ + move];
  }
  double worth(int points) const {
    return judgement_.worth[static_cast<std::size_t>(points + kMostPoints)];
  }
  double gained(const Cell& cell, double p, int a) const {
    return p * (worth(cell.m + a) - worth(cell.m));
  }
  double least(const Cell& cell) const { return gained(cell, cell.p_low, cell.a_low); }
  double most(const Cell& cell) const { return gained(cell, cell.p_high, cell.a_high); }
  bool open(const Cell& cell) const;
  double presumed(std::size_t move, double errors) const {
    return sums_[move].now + (1 - judgement_.known[move]) * errors;
  }
  Cell bounded(const Deal& deal, int m) const;
  void add_up(std::size_t move);
  bool settled(std::size_t move) const;
  bool beats(std::size_t move, std::size_t other) const;
  std::size_t leader() const;
  bool examine(std::size_t move);
  void ask(Cell& cell);

  const Rules& rules_;
  Solver& solver_;
  std::vector<Deal> worlds_;
  std::vector<Solver::Share> shares_;  // shares of the solver's table, one per world
  int player_;
  int depth_;
  Judgement judgement_;
  std::size_t moves_;
  std::vector<Cell> cells_;
  std::vector<Sum> sums_;
};

}  // namespace vorhand::schnapsen

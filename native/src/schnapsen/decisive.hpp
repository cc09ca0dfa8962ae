// Error-allowing triples only as far as a decision needs them.
//
// A decision by presumed payoff or value (Wisser, IJCAI 2015, equations 2 to 5) takes the move of
// greatest mean of  w(m) + (1 - k) p (w(m + a) - w(m))  over the worlds, ties by the mean of w(m),
// then by that of  w(m) + p (w(m + a) - w(m)); w is what game points are worth to MAX. All m are
// found first, as PIMC finds them. What is not known of p and a is bounded: not all replies are
// errors, and no error gains more than MIN's points allow. The move that may be best is then asked
// about, world by world, p before a (finding a costs nearly as much as finding p), until no
// other move can be as good, or only moves that are known wholly.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "schnapsen/eam_search.hpp"

namespace vorhand::schnapsen {

// The weights by which the triples are judged.
struct Judgement {
  std::array<double, 2 * kMostPoints + 1> worth;  // of -3 .. 3 game points to MAX, never falling
  std::vector<double> known;                      // k after each legal action
  std::vector<double> weights;                    // of the worlds
};

class Decision {
 public:
  // `player` is MAX and to move; errors count at the first `depth` nodes of MIN, at all if
  // negative.
  Decision(const Rules& rules, Solver& solver, std::vector<Deal> worlds, int player, int depth,
           Judgement judgement);

  // Asks until the best move is known.
  void settle();

  // Return the triple of an action, given by its place among the legal ones: m is exact, and so is
  // the share of p and a in its worth where `exact`; otherwise p and a may be greater.
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
    std::vector<Error> errors = {};  // once p is known and a is not
  };
  // Means over the worlds of what a move is worth by m, and of what MIN's errors add at least and
  // at most if MIN knows nothing.
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
  bool ask_about(std::size_t move);
  void ask(Cell& cell);

  const Rules& rules_;
  Solver& solver_;
  std::vector<Deal> worlds_;
  std::vector<Solver::Share> shares_;  // of the solver's table, one a world
  int player_;
  int depth_;
  Judgement judgement_;
  std::size_t moves_;
  std::vector<Cell> cells_;
  std::vector<Sum> sums_;
};

}  // namespace vorhand::schnapsen

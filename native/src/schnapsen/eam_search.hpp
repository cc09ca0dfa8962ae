// The search of error-allowing minimax, which asks the solver for values in one world.
#pragma once

#include <span>

#include "schnapsen/eam.hpp"

namespace vorhand::schnapsen {

inline constexpr int kMostPoints = 3;  // most game points of a deal

// A move of MIN that raises the value, with bounds on the value after it.
struct Error {
  Deal deal;
  int low, high;
};

// A node of MIN: its moves, its decisive errors, and the result of the other moves.
struct MinNode {
  Error errors[kNumActions];
  int num_errors = 0;
  int moves = 0;
  double sum = 0;  // sum of p over the moves, with 1 for errors
  int gain = 0;    // least gain (or greatest, by `greatest_gain`) after other moves; 0: none

  double p() const { return sum / moves; }
};

// A search of the world for which the solver has been prepared.
class ErrorSearch {
 public:
  ErrorSearch(const Rules& rules, Solver& solver, int max_player, const EamReading& reading = {})
      : rules_(rules), solver_(solver), max_player_(max_player), reading_(reading) {}

  // Return the triple of a position of minimax value m.
  Triple triple(const Deal& deal, int m, int depth);

  // Fill in a node with MIN to move; a then follows from the errors and the gain.
  void find_errors(const Deal& deal, int m, int depth, MinNode& node);
  // Return the least minimax value of the errors if below `limit`, else the limit.
  int least_value(std::span<Error> errors, int limit);

  // Return an upper bound of MAX's value if nobody closes by mistake.
  int most(const Deal& deal) const;
  // Tell whether, at depth 1 and given MIN's points, no reply to the card led can raise m.
  bool no_errors(const Deal& deal, int m, int depth) const {
    return depth == 1 && deal.led != kNoCard && m == most(deal);
  }

 private:
  bool exceeds(const Deal& deal, int bound) { return within(deal, bound, bound + 1) > bound; }
  int within(const Deal& deal, int low, int high);
  Triple at_max(const Deal& deal, int m, int depth);
  Triple at_min(const Deal& deal, int m, int depth);
  int greatest_value(std::span<const Error> errors, int limit);
  int of_two(int x, int y) const;

  const Rules& rules_;
  Solver& solver_;
  int max_player_;
  const EamReading reading_;
};

}  // namespace vorhand::schnapsen

// Error-allowing minimax: minimax against a clairvoyant opponent who may err.
//
// Definition (Wisser, "An Expert-Level Card Playing Agent Based on a Variant of Perfect
// Information Monte Carlo Sampling", IJCAI 2015, section on error-allowing minimax, after
// the paper of 2013). Values are for MAX. At every position let
//   m  be the minimax value.
// Let MAX play the strategy defined below and let MIN pick every move uniformly at
// random. A move of MIN is a decisive error if it leads to a position with a greater
// minimax value than the position before. Then
//   p  is the probability that MIN makes a decisive error before the play ends, and
//   a  is the least gain m(after) - m(before) over the decisive errors that can come
//      first (0 if there is none): the gain that MAX is guaranteed, whichever error is made.
// Triples are compared by m, then by the expected guaranteed gain p * a, then by p; MAX's
// strategy takes a move whose triple is greatest.
//
// Operators. At the end of play the triple is (u, 0, 0). At a MAX node it is the greatest
// triple of the successors, for MAX's own move changes neither p nor a and the greatest
// triple has m greatest. At a MIN node with successors 1..n, m = min m_i; successor i is
// an error if m_i > m, and else the first error lies below it:
//   p = 1/n * sum over i of (1 if m_i > m else p_i)
//   a = least of {m_i - m : m_i > m} and {a_i : m_i = m, p_i > 0}, 0 if both are empty.
//
// EAHYB considers errors only at the first `depth` MIN nodes of a line; beyond, only the minimax
// value counts: (m, 0, 0). Pruning: below a MAX node only successors with m_i = m can be greatest,
// and below a MIN node only those with m_i = m need triples, so m is found once by alpha-beta and
// everything else is found by narrow-window searches.
#pragma once

#include "schnapsen/solver.hpp"

namespace vorhand::schnapsen {

// Other interpretations of the definition, for comparison.
struct EamReading {
  bool winner_errors = false;  // errors are only moves that turn MAX's lost deal into a won one
  bool greatest_gain = false;  // a: the greatest gain of an error instead of the least
  bool chance_first = false;   // compare triples by m, then by p, then by a
};

struct Triple {
  int m = 0;
  double p = 0;
  int a = 0;
};

// Tell whether x is less than y in the order of the definition.
bool less(const Triple& x, const Triple& y, bool chance_first = false);

// Write the triples of all legal actions, ascending; MAX is the player to move. The solver must
// have been prepared for the deal. A negative depth never switches to plain alpha-beta.
void action_triples(const Rules& rules, Solver& solver, const Deal& deal, int depth,
                    Triple* triples, const EamReading& reading = {});

}  // namespace vorhand::schnapsen

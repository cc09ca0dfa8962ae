// Error-allowing minimax (Wisser 2013) over open hands: errors count at the first nodes of the
// other side; below, values are exact. `agents/generic/evaluators/error_allowing.py` states the
// definition.
#pragma once

#include <tuple>

#include "tricks/search.hpp"

namespace vorhand::tricks {

struct Triple {
  double m = 0, p = 0, a = 0;

  std::tuple<double, double, double> rank() const { return {m, p * a, p}; }
};

// `value(position)` is the exact value for the side that makes no errors: the contract's side if
// `ours`, else the other. `depth`: the number of moves of the other side after which `value` is
// used.
template <typename T, typename Value>
Triple errors_allowed(const Contract& contract, const Position<T>& position, bool ours, int depth,
                      Value& value) {
  if (depth == 0 || position.to_play == 0) return {value(position), 0, 0};
  const bool mine = counts(contract, position.player) == ours;
  std::vector<Triple> triples;
  for (Set left = legal_cards(contract, position); left;) {
    Position<T> next = position;
    play(contract, next, pop_lowest(left));
    triples.push_back(errors_allowed(contract, next, ours, depth - !mine, value));
  }
  if (mine) {
    return *std::max_element(triples.begin(), triples.end(),
                             [](const Triple& x, const Triple& y) { return x.rank() < y.rank(); });
  }
  Triple result = triples[0];
  for (const Triple& triple : triples) result.m = std::min(result.m, triple.m);
  double chances = 0;
  bool errs = false;
  result.a = 0;
  for (const Triple& triple : triples) {
    const bool error = triple.m > result.m;
    chances += error ? 1 : triple.p;
    if (!error && triple.p <= 0) continue;
    const double gain = error ? triple.m - result.m : triple.a;
    result.a = errs ? std::min(result.a, gain) : gain;
    errs = true;
  }
  result.p = chances / static_cast<double>(triples.size());
  return result;
}

}  // namespace vorhand::tricks

#include "laboratory/prefix_search.hpp"

#include <algorithm>
#include <numeric>

namespace vorhand::laboratory {

namespace {

constexpr int kInfinity = 1 << 20;

// Chance that a node evaluated so is worth at least `beta`, the error being uniform.
double cut_probability(int evaluation, int beta, int noise) {
  const int worlds = 2 * noise + 1;
  return std::clamp(evaluation + noise - beta + 1, 0, worlds) / static_cast<double>(worlds);
}

}  // namespace

// Writes the moves in the order they are to be searched; returns their number.
int PrefixSearch::order(const PrefixNode& node, int beta, int first_move, int* moves) const {
  const int count = node.branching();
  const int sign = node.max_to_move() ? 1 : -1;
  double promise[kMaxBranching];
  for (int move = 0; move < count; ++move) {
    const PrefixNode child = node.child(move);
    const int evaluation = sign * child.evaluation();
    // Ties, and moves without hope of a cut, go by evaluation.
    promise[move] = evaluation * 1e-6;
    if (move == first_move) {
      promise[move] = kInfinity;
    } else if (ordering_ == Ordering::kEvaluation || beta >= kInfinity) {
      promise[move] = evaluation;
    } else {
      // Where the child fails low for its mover, all its moves have to be looked at: the
      // cost of a cut grows with their number. Trying moves in order of probability over
      // cost gives the least expected cost until the first success.
      const double chance = child.leaf() ? (evaluation >= beta)
                                         : cut_probability(evaluation, beta, parameters_.noise);
      promise[move] += chance / std::max(child.branching(), 1);
    }
  }
  std::iota(moves, moves + count, 0);
  std::stable_sort(moves, moves + count, [&](int a, int b) { return promise[a] > promise[b]; });
  return count;
}

// Fail-soft negamax; with `scout`, later moves are tried with a zero window first.
int PrefixSearch::search(const PrefixNode& node, int alpha, int beta, bool scout) {
  int first_move = -1;
  if (remember_) {
    if (const auto known = table_.find(node.id()); known != table_.end()) {
      const Bounds& bounds = known->second;
      if (bounds.low >= beta || bounds.low == bounds.high) return bounds.low;
      if (bounds.high <= alpha) return bounds.high;
      alpha = std::max(alpha, bounds.low);
      beta = std::min(beta, bounds.high);
      first_move = bounds.best_move;
    }
  }
  ++nodes_;
  if (node.leaf()) return node.max_to_move() ? node.value() : -node.value();

  int moves[kMaxBranching];
  const int count = order(node, beta, first_move, moves);
  int best = -kInfinity, best_move = -1;
  for (int k = 0; k < count && best < beta; ++k) {
    const PrefixNode child = node.child(moves[k]);
    const int low = std::max(alpha, best);
    int value;
    if (scout && k > 0 && beta - low > 1) {
      value = -search(child, -low - 1, -low, scout);
      if (value > low && value < beta) value = -search(child, -beta, -value, scout);
    } else {
      value = -search(child, -beta, -low, scout);
    }
    if (value > best) {
      best = value;
      best_move = moves[k];
    }
  }
  if (remember_) {
    Bounds& bounds = table_.try_emplace(node.id(), Bounds{-kInfinity, kInfinity, -1}).first->second;
    if (best > alpha) bounds.low = std::max(bounds.low, best);
    if (best < beta) bounds.high = std::min(bounds.high, best);
    bounds.best_move = best_move;
  }
  return best;
}

int PrefixSearch::solve(Algorithm algorithm) {
  const PrefixNode root(parameters_);
  table_.clear();
  nodes_ = 0;
  remember_ = algorithm != Algorithm::kAlphaBeta;
  if (algorithm != Algorithm::kMtd) {
    return search(root, -kInfinity, kInfinity, algorithm == Algorithm::kNegaScout);
  }
  // Plaat, Schaeffer, Pijls and de Bruin (1996), from the root's evaluation.
  int guess = root.evaluation(), low = -kInfinity, high = kInfinity;
  while (low < high) {
    const int beta = guess == low ? guess + 1 : guess;
    guess = search(root, beta - 1, beta, false);
    (guess < beta ? high : low) = guess;
  }
  return guess;
}

}  // namespace vorhand::laboratory

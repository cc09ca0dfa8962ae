#include "laboratory/prefix_search.hpp"

#include <algorithm>
#include <numeric>

namespace vorhand::laboratory {

namespace {

constexpr int kInfinity = 1 << 20;

}  // namespace

void VisitedNodes::clear() {
  used_ = 0;
  entries_.assign(std::size_t{1} << 12, VisitedNode{});
}

std::size_t VisitedNodes::place(std::uint64_t id) const {
  std::size_t at = id & (entries_.size() - 1);
  while (entries_[at].pass && entries_[at].id != id) at = (at + 1) & (entries_.size() - 1);
  return at;
}

const VisitedNode* VisitedNodes::find(std::uint64_t id) const {
  const VisitedNode& entry = entries_[place(id)];
  return entry.pass ? &entry : nullptr;
}

VisitedNode& VisitedNodes::operator[](std::uint64_t id) {
  if (2 * used_ >= entries_.size()) {
    std::vector<VisitedNode> before(2 * entries_.size());
    before.swap(entries_);
    for (const VisitedNode& entry : before) {
      if (entry.pass) entries_[place(entry.id)] = entry;
    }
  }
  VisitedNode& entry = entries_[place(id)];
  used_ += entry.pass == 0;
  entry.id = id;
  return entry;
}

// Write the moves in search order; return their number.
int PrefixSearch::sort(const PrefixNode& node, int beta, int first_move, int* moves) const {
  const int count = node.branching();
  std::iota(moves, moves + count, 0);
  if (node.ply() + 1 == pass_) {  // first pass that reaches the child nodes
    if (first_move > 0) std::rotate(moves, moves + first_move, moves + first_move + 1);
    return count;
  }
  double promise[kMaxBranching];
  for (int move = 0; move < count; ++move) {
    const PrefixNode child = node.child(move);
    const VisitedNode* known = table_.find(child.id());
    promise[move] = -kInfinity;
    if (move == first_move) {
      promise[move] = kInfinity;
    } else if (known || order_.evaluate_unmet) {
      const int to_mover = node.max_to_move() ? child.evaluation() : -child.evaluation();
      const int estimate = known ? -known->estimate : to_mover;
      promise[move] = estimate;
      if (beta < kInfinity) {
        promise[move] += estimate >= beta ? order_.cut : 0;
        promise[move] -= order_.replies * child.branching();
      }
    }
  }
  const auto before = [&](int a, int b) {
    return promise[a] != promise[b] ? promise[a] > promise[b] : a < b;
  };
  std::sort(moves, moves + count, before);
  return count;
}

// Return the entry of a node, with bounds of the current pass.
VisitedNode& PrefixSearch::visited(const PrefixNode& node) {
  VisitedNode& entry = table_[node.id()];
  if (entry.pass != pass_) entry = {node.id(), pass_, -kInfinity, kInfinity, -1, entry.estimate};
  return entry;
}

// Fail-soft negamax; with `scout`, later moves are tried with a zero window first.
int PrefixSearch::search(const PrefixNode& node, int alpha, int beta, bool scout) {
  if (leaf(node)) {
    ++nodes_;
    const int value = node.max_to_move() ? node.evaluation() : -node.evaluation();
    if (pass_ < parameters_.depth) visited(node).estimate = value;
    return value;
  }
  int first_move = -1;
  if (use_bounds_) {
    if (const VisitedNode* known = table_.find(node.id()); known && known->pass == pass_) {
      if (known->low >= beta || known->low == known->high) return known->low;
      if (known->high <= alpha) return known->high;
      alpha = std::max(alpha, known->low);
      beta = std::min(beta, known->high);
      first_move = known->best_move;
    }
  }
  ++nodes_;

  int moves[kMaxBranching];
  const int count = sort(node, beta, first_move, moves);
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
  VisitedNode& entry = visited(node);
  if (best > alpha) entry.low = std::max(entry.low, best);
  if (best < beta) entry.high = std::min(entry.high, best);
  entry.best_move = best_move;
  entry.estimate = best;
  return best;
}

int PrefixSearch::solve(Algorithm algorithm) {
  table_.clear();
  nodes_ = 0;
  use_bounds_ = algorithm != Algorithm::kAlphaBeta;
  int value = PrefixNode(parameters_).evaluation();
  for (pass_ = 1; pass_ <= parameters_.depth; ++pass_) value = run_pass(algorithm, value);
  return value;
}

// Return the root's value in this pass; MTD(f) starts from the value of the previous pass.
int PrefixSearch::run_pass(Algorithm algorithm, int guess) {
  const PrefixNode root(parameters_);
  if (algorithm != Algorithm::kMtd) {
    return search(root, -kInfinity, kInfinity, algorithm == Algorithm::kNegaScout);
  }
  // MTD(f): Plaat, Schaeffer, Pijls and de Bruin (1996).
  int low = -kInfinity, high = kInfinity;
  while (low < high) {
    const int beta = guess == low ? guess + 1 : guess;
    guess = search(root, beta - 1, beta, false);
    (guess < beta ? high : low) = guess;
  }
  return guess;
}

}  // namespace vorhand::laboratory

// Alpha-beta, NegaScout and MTD(f) on prefix-value trees, counting nodes.
//
// Every search deepens iteratively: pass d takes the nodes d moves down for leaves, worth their
// evaluations (the last pass their payoffs), and orders moves by what the passes before found.
#pragma once

#include <cstdint>
#include <vector>

#include "laboratory/prefix_tree.hpp"

namespace vorhand::laboratory {

enum class Algorithm { kAlphaBeta, kNegaScout, kMtd };

// The move order (Furtak's thesis 2013, section 3.8): a child that was met before is ordered by
//   estimate + cut * [estimate >= beta] - replies * (its number of moves),
// where the estimate is what the search before found. With both weights 0 that is the order by
// value, else fastest cut first.
struct Order {
  double cut = 0;
  double replies = 0;
  // True if a child that was not met counts with its evaluation. If not, it stands behind those
  // that were met, in the order drawn.
  bool evaluate_unmet = false;
};

// Knowledge of a node, for its mover; the bounds are those of one pass.
struct MetNode {
  std::uint64_t id = 0;
  int pass = 0;
  int low = 0;
  int high = 0;
  int best_move = -1;
  int estimate = 0;
};

// Entries by the ids of nodes, which are well mixed already; open addressing.
class MetNodes {
 public:
  MetNodes() { clear(); }
  void clear();
  const MetNode* find(std::uint64_t id) const;
  MetNode& operator[](std::uint64_t id);

 private:
  std::size_t place(std::uint64_t id) const;

  std::size_t used_ = 0;
  std::vector<MetNode> entries_;  // pass 0: free
};

class PrefixSearch {
 public:
  PrefixSearch(const PrefixParameters& parameters, const Order& order)
      : parameters_(parameters), order_(order) {}

  // The root's minimax value by search; nodes() tells the cost.
  int solve(Algorithm algorithm);

  // Nodes entered in all passes and not answered by the table of earlier searches of the same pass.
  std::int64_t nodes() const { return nodes_; }

 private:
  int run_pass(Algorithm algorithm, int guess);
  int search(const PrefixNode& node, int alpha, int beta, bool scout);
  int sort(const PrefixNode& node, int beta, int first_move, int* moves) const;
  bool leaf(const PrefixNode& node) const { return node.ply() == pass_; }
  MetNode& met(const PrefixNode& node);

  const PrefixParameters parameters_;
  const Order order_;
  bool use_bounds_ = false;
  int pass_ = 0;
  std::int64_t nodes_ = 0;
  MetNodes table_;
};

}  // namespace vorhand::laboratory

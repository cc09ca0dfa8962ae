// Alpha-beta, NegaScout and MTD(f) on prefix-value trees, counting nodes.
//
// Every search deepens iteratively. Pass d treats the nodes at depth d as leaves with their
// evaluations as values (in the last pass their payoffs), and orders moves by the results of
// earlier passes.
#pragma once

#include <cstdint>
#include <vector>

#include "laboratory/prefix_tree.hpp"

namespace vorhand::laboratory {

enum class Algorithm { kAlphaBeta, kNegaScout, kMtd };

// The move order (Furtak's thesis 2013, section 3.8). A child visited in an earlier pass is ordered
// by estimate + cut * [estimate >= beta] - replies * (its number of moves), where the estimate is
// its value in that pass. With both weights 0 this orders by value, otherwise by fastest cut first.
struct Order {
  double cut = 0;
  double replies = 0;
  // True: a new child is ordered by its evaluation, unless it is a leaf of the pass. False: new
  // children follow the others, by number.
  bool evaluate_unmet = false;
};

// Results of a node from the view of its mover; the bounds are those of one pass.
struct VisitedNode {
  std::uint64_t id = 0;
  int pass = 0;
  int low = 0;
  int high = 0;
  int best_move = -1;
  int estimate = 0;
};

// An open-addressing hash table by node id; ids are well mixed already.
class VisitedNodes {
 public:
  VisitedNodes() { clear(); }
  void clear();
  const VisitedNode* find(std::uint64_t id) const;
  VisitedNode& operator[](std::uint64_t id);

 private:
  std::size_t place(std::uint64_t id) const;

  std::size_t used_ = 0;
  std::vector<VisitedNode> entries_;  // entries of pass 0 are free slots
};

class PrefixSearch {
 public:
  PrefixSearch(const PrefixParameters& parameters, const Order& order)
      : parameters_(parameters), order_(order) {}

  int solve(Algorithm algorithm);

  // Nodes entered in all passes, without those answered by the table within a pass.
  std::int64_t nodes() const { return nodes_; }

 private:
  int run_pass(Algorithm algorithm, int guess);
  int search(const PrefixNode& node, int alpha, int beta, bool scout);
  int sort(const PrefixNode& node, int beta, int first_move, int* moves) const;
  bool leaf(const PrefixNode& node) const { return node.ply() == pass_; }
  VisitedNode& visited(const PrefixNode& node);

  const PrefixParameters parameters_;
  const Order order_;
  bool use_bounds_ = false;
  int pass_ = 0;
  std::int64_t nodes_ = 0;
  VisitedNodes table_;
};

}  // namespace vorhand::laboratory

// Alpha-beta, NegaScout and MTD(f) on prefix-value trees, counting nodes.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "laboratory/prefix_tree.hpp"

namespace vorhand::laboratory {

enum class Algorithm { kAlphaBeta, kNegaScout, kMtd };

enum class Ordering {
  kEvaluation,       // best evaluation first
  kFastestCutFirst,  // most probable cut for the size of the subtree first
};

class PrefixSearch {
 public:
  PrefixSearch(const PrefixParameters& parameters, Ordering ordering)
      : parameters_(parameters), ordering_(ordering) {}

  // The root's minimax value by search; nodes() tells the cost.
  int solve(Algorithm algorithm);

  // Nodes entered and not answered by the table of the earlier searches of the same tree.
  std::int64_t nodes() const { return nodes_; }

 private:
  struct Bounds {
    int low;
    int high;
    int best_move;
  };

  int search(const PrefixNode& node, int alpha, int beta, bool scout);
  int order(const PrefixNode& node, int beta, int first_move, int* moves) const;

  const PrefixParameters parameters_;
  const Ordering ordering_;
  bool remember_ = false;
  std::int64_t nodes_ = 0;
  std::unordered_map<std::uint64_t, Bounds> table_;
};

}  // namespace vorhand::laboratory

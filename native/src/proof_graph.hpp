// Sizes of minimum proof graphs: as `proof_tree.hpp`, where equal positions meet again.
//
// Furtak's thesis (2013), section 3.5. In a directed acyclic graph a node with several parents, a
// transposition, is proven once and used often, so the sums of a tree count it too often. Which of
// them a minimum proof uses, and for which bound, is enumerated: not at all, at least, at most, or
// both. Given that choice a chosen node costs nothing where it is used, any other transposition
// may not be used, and the rest is a tree; the proofs of the chosen nodes themselves are added
// once. The choice that a minimum proof makes gives its size, every other choice that of some proof
// or more.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "proof_tree.hpp"

namespace vorhand {

// A graph in arrays; the children of node n are children[first[n]] .. children[first[n + 1] - 1],
// and come after it. Node 0 is the root; of MAX are the nodes with mover 0.
struct ArrayGraph {
  std::span<const std::int32_t> first;
  std::span<const std::int32_t> children;
  std::span<const std::int32_t> mover;
  std::span<const std::int32_t> payoff;

  std::size_t size() const { return mover.size(); }
  std::span<const std::int32_t> below(std::size_t node) const {
    return children.subspan(static_cast<std::size_t>(first[node]),
                            static_cast<std::size_t>(first[node + 1] - first[node]));
  }
};

class TooManyTranspositions : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

inline constexpr int kMaxTranspositions = 10;

// Nodes of the minimum proof graphs that the root is worth at least, at most, and exactly `target`.
// Throws TooManyTranspositions where more than kMaxTranspositions might serve in a proof.
ProofSizes proof_graph_sizes(const ArrayGraph& graph, int target);

}  // namespace vorhand

// Sizes of minimum proof graphs: like `proof_tree.hpp`, but equal positions are merged.
//
// Furtak's thesis (2013), section 3.5. In a directed acyclic graph a node with several parents, a
// transposition, is proven once and used often, so a sum over a tree counts it too often. For each
// transposition the enumeration decides which of its bounds get a separate proof: none, the lower,
// the upper or both. Parents use these bounds at no cost and cannot use other bounds of a
// transposition, so a tree remains. The size of a proof is that of the tree plus, once, that of
// each separate proof. The minimum over all choices is the size of a minimum proof.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "proof_tree.hpp"

namespace vorhand {

// A graph in arrays. The children of node n are children[first[n]] .. children[first[n + 1] - 1]
// and have higher numbers. Node 0 is the root; mover 0 is MAX.
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

// Return the numbers of nodes of the smallest proofs, as graphs, that the root is worth at least,
// at most, and exactly `target`. Throw TooManyTranspositions beyond kMaxTranspositions.
ProofSizes proof_graph_sizes(const ArrayGraph& graph, int target);

}  // namespace vorhand

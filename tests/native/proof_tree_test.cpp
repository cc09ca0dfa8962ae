// Minimum proof trees and the searches on prefix-value trees.
#include "proof_tree.hpp"

#include "check.hpp"
#include "laboratory/prefix_proof.hpp"
#include "laboratory/prefix_search.hpp"

using namespace vorhand;
using namespace vorhand::laboratory;

namespace {

// A prefix-value tree that does not reveal its values.
struct Unknown {
  PrefixNode node;
  bool leaf() const { return node.leaf(); }
  int value() const { return node.value(); }
  bool max_to_move() const { return node.max_to_move(); }
  template <class Visit>
  void children(Visit&& visit) const {
    node.children([&](const PrefixNode& child) { visit(Unknown{child}); });
  }
};

int minimax(const PrefixNode& node) {
  if (node.leaf()) return node.value();
  int best = node.max_to_move() ? -1000000 : 1000000;
  node.children([&](const PrefixNode& child) {
    const int value = minimax(child);
    if (node.max_to_move() ? value > best : value < best) best = value;
  });
  return best;
}

}  // namespace

int main() {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    PrefixParameters parameters;
    parameters.seed = seed;
    parameters.depth = 1 + static_cast<int>(seed % 5);
    parameters.min_branching = 1 + static_cast<int>(seed % 3);
    parameters.max_branching = 4;
    const PrefixNode root(parameters);
    CHECK(minimax(root) == root.minimax());
    const ProofSizes known = proof_sizes(root, 0), unknown = proof_sizes(Unknown{root}, 0);
    CHECK(known.exact == unknown.exact);
    CHECK(PrefixProof(parameters).size() == unknown.exact);
    for (int target = -3; target <= 3; ++target) {
      const ProofSizes sizes = proof_sizes(Unknown{root}, target);
      CHECK((sizes.at_least < kNoProof) == (root.minimax() >= target));
      CHECK((sizes.at_most < kNoProof) == (root.minimax() <= target));
      CHECK(proof_sizes(root, target, Proof::kAtLeast).at_least == sizes.at_least);
      CHECK(proof_sizes(root, target, Proof::kAtMost).at_most == sizes.at_most);
    }
    for (const Order order : {Order{}, Order{3.0, 0.5}, Order{0, 1, true}}) {
      for (const auto algorithm : {Algorithm::kAlphaBeta, Algorithm::kNegaScout, Algorithm::kMtd}) {
        PrefixSearch search(parameters, order);
        CHECK(search.solve(algorithm) == root.minimax());
        // MTD(f) may start from the exact value, and then needs only two proofs.
        CHECK(search.nodes() >= unknown.exact || algorithm == Algorithm::kMtd);
      }
    }
  }
  return 0;
}

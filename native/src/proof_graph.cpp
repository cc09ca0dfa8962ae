#include "proof_graph.hpp"

#include <string>

namespace vorhand {

namespace {

// The bounds of a transposition that have a separate proof.
enum Use : int { kUnused = 0, kLower = 1, kUpper = 2, kBoth = 3 };

class Enumeration {
 public:
  Enumeration(const ArrayGraph& graph, int target)
      : graph_(graph), target_(target), sizes_(graph.size()), use_(graph.size(), kUnused) {
    values();
    std::vector<int> parents(graph.size());
    parents[0] = 1;
    // A child that is listed twice has one parent, but counts as a transposition.
    for (const std::int32_t child : graph.children) ++parents[static_cast<std::size_t>(child)];
    for (std::size_t node = 1; node < graph.size(); ++node) {
      if (parents[node] > 1) shared_.push_back(node);
    }
    if (static_cast<int>(shared_.size()) > kMaxTranspositions) {
      throw TooManyTranspositions(std::to_string(shared_.size()) +
                                  " transpositions: expected at most " +
                                  std::to_string(kMaxTranspositions));
    }
    is_shared_.resize(graph.size());
    for (const std::size_t node : shared_) is_shared_[node] = true;
  }

  ProofSizes smallest() {
    best_ = ProofSizes{};
    choose(0, kUnused);
    return best_;
  }

 private:
  // Compute the minimax value of each node, which limits the bounds that can be proven of it.
  void values() {
    value_.resize(graph_.size());
    for (std::size_t node = graph_.size(); node-- > 0;) {
      const auto below = graph_.below(node);
      int value = below.empty() ? graph_.payoff[node] : value_[static_cast<std::size_t>(below[0])];
      for (const std::int32_t child : below) {
        const int other = value_[static_cast<std::size_t>(child)];
        value = graph_.mover[node] == 0 ? std::max(value, other) : std::min(value, other);
      }
      value_[node] = value;
    }
  }

  void choose(std::size_t next, int used) {
    if (next == shared_.size()) {
      evaluate(used);
      return;
    }
    const std::size_t node = shared_[next];
    for (const int use : {kUnused, kLower, kUpper, kBoth}) {
      if ((use & kLower) && value_[node] < target_) continue;
      if ((use & kUpper) && value_[node] > target_) continue;
      use_[node] = use;
      choose(next + 1, used | use);
    }
    use_[node] = kUnused;
  }

  void evaluate(int used) {
    for (std::size_t node = graph_.size(); node-- > 0;) sizes_[node] = proven(node);
    std::int64_t shared = 0;
    for (const std::size_t node : shared_) {
      const ProofSizes& own = sizes_[node];
      const std::int64_t cost[] = {0, own.at_least, own.at_most, own.exact};
      shared = detail::capped(shared + cost[use_[node]]);
    }
    const ProofSizes& root = sizes_[0];
    // A proof of one bound needs no proof of the other one, so choices with such a proof are
    // skipped.
    if (!(used & kUpper)) best_.at_least = std::min(best_.at_least, root.at_least + shared);
    if (!(used & kLower)) best_.at_most = std::min(best_.at_most, root.at_most + shared);
    best_.exact = std::min(best_.exact, root.exact + shared);
  }

  // Return the cost of a node for its parents, given the chosen uses of transpositions.
  ProofSizes seen_from_above(std::size_t node) const {
    if (!is_shared_[node]) return sizes_[node];
    ProofSizes sizes;
    if (use_[node] & kLower) sizes.at_least = 0;
    if (use_[node] & kUpper) sizes.at_most = 0;
    if (use_[node] == kBoth) sizes.exact = 0;
    return sizes;
  }

  ProofSizes proven(std::size_t node) const {
    const auto below = graph_.below(node);
    if (below.empty()) return detail::leaf_sizes(graph_.payoff[node], target_);
    return detail::inner_sizes(graph_.mover[node] == 0, [&](auto add) {
      for (const std::int32_t child : below) add(seen_from_above(static_cast<std::size_t>(child)));
    });
  }

  const ArrayGraph& graph_;
  const int target_;
  std::vector<int> value_;
  std::vector<std::size_t> shared_;
  std::vector<bool> is_shared_;
  std::vector<ProofSizes> sizes_;
  std::vector<int> use_;
  ProofSizes best_;
};

}  // namespace

ProofSizes proof_graph_sizes(const ArrayGraph& graph, int target) {
  return Enumeration(graph, target).smallest();
}

}  // namespace vorhand

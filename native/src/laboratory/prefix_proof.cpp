#include "laboratory/prefix_proof.hpp"

#include <algorithm>

namespace vorhand::laboratory {

namespace {

constexpr std::int64_t kNoLimit = std::int64_t{1} << 60;
constexpr std::int64_t kMostKnown =
    std::int64_t{1} << 50;  // does not overflow when multiplied by the number of moves

struct Candidate {
  int move;
  std::int64_t least;
};

}  // namespace

PrefixProof::PrefixProof(const PrefixParameters& parameters)
    : parameters_(parameters), target_(PrefixNode(parameters).minimax()) {
  one_[0] = all_[0] = 1;
  for (std::size_t height = 1; height <= kMaxDepth; ++height) {
    one_[height] = std::min(kMostKnown, 1 + all_[height - 1]);
    all_[height] = std::min(kMostKnown, 1 + parameters.min_branching * one_[height - 1]);
  }
}

std::int64_t PrefixProof::size() const { return exact(PrefixNode(parameters_)); }

// Return the cost of the exact proof of a node whose value is the target. A bound on one side needs
// a proof for all moves; the bound on the other side needs a second proof for one move that reaches
// the target, the one whose second proof costs least.
std::int64_t PrefixProof::exact(const PrefixNode& node) const {
  if (node.leaf()) return 1;
  const bool at_least = !node.max_to_move();  // the bound for which all moves must be shown
  std::int64_t all = 1, added = kNoLimit;
  node.children([&](const PrefixNode& child) {
    const std::int64_t side = bound(child, at_least, kNoLimit);
    all += side;
    if (child.minimax() == target_) added = std::min(added, exact(child) - side);
  });
  return all + added;
}

// Return the size of the smallest proof that the node is worth at least, or at most, the target;
// `limit` or more if it is that large.
std::int64_t PrefixProof::bound(const PrefixNode& node, bool at_least, std::int64_t limit) const {
  if (node.leaf()) return 1;
  return node.max_to_move() == at_least ? by_one(node, at_least, limit)
                                        : by_all(node, at_least, limit);
}

std::int64_t PrefixProof::by_one(const PrefixNode& node, bool at_least, std::int64_t limit) const {
  std::array<Candidate, kMaxBranching> candidates;
  int count = 0;
  for (int move = 0; move < node.branching(); ++move) {
    const PrefixNode child = node.child(move);
    const bool good = at_least ? child.minimax() >= target_ : child.minimax() <= target_;
    if (good) candidates[static_cast<std::size_t>(count++)] = {move, least(child)};
  }
  const auto end = candidates.begin() + count;
  std::sort(candidates.begin(), end, [](const Candidate& a, const Candidate& b) {
    return a.least != b.least ? a.least < b.least : a.move < b.move;
  });
  std::int64_t best = limit - 1;
  for (auto candidate = candidates.begin(); candidate != end; ++candidate) {
    if (candidate->least >= best) break;
    best = std::min(best, bound(node.child(candidate->move), at_least, best));
  }
  return best + 1;
}

std::int64_t PrefixProof::by_all(const PrefixNode& node, bool at_least, std::int64_t limit) const {
  const std::int64_t each = one_[static_cast<std::size_t>(node.height() - 1)];
  std::int64_t shown = 1, rest = node.branching() * each;
  for (int move = 0; move < node.branching(); ++move) {
    rest -= each;
    shown += bound(node.child(move), at_least, limit - shown - rest);
    if (shown + rest >= limit) return limit;
  }
  return shown;
}

// Return a lower bound of the size of the proof of a node at which all moves must be shown.
std::int64_t PrefixProof::least(const PrefixNode& candidate) const {
  if (candidate.leaf()) return 1;
  return 1 + candidate.branching() * one_[static_cast<std::size_t>(candidate.height() - 1)];
}

}  // namespace vorhand::laboratory

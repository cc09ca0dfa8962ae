// Sizes of minimum proof trees, in time linear in the size of the game tree.
//
// Furtak and Buro, "Minimum Proof Graphs and Fastest-Cut-First Search Heuristics" (IJCAI 2009);
// Furtak's thesis (2013), chapter 3. A proof that a node is worth at least t shows one good move
// where MAX is to move and all moves where MIN is; a proof of at most t the other way round; an
// exact proof is both at once, and shares nodes. Subtrees of a tree are disjoint, so the minima
// follow from those of the children:
//
//   MAX to move:  at_least = 1 + min at_least(c)
//   at_most = 1 + sum at_most(c)
//   exact = 1 + sum at_most(c) + min over c of (exact(c) - at_most(c))
//
// since only the move that reaches t must be proven both ways. A game tree is a type with
//
//   bool leaf() const;                  no moves
//   int value() const;                  payoff to MAX; for leaves only
//   bool max_to_move() const;           for other nodes only
//   void children(f) const;             calls f(child) for every move
//
// and optionally
//
//   int minimax() const;                value known beforehand; prunes impossible proofs
//   bool settled(int target, Proof) const;  a search would not enter the node; never for kExact
//   ProofSizes* remembered(int target, Proof) const;  cache entry of equal subtrees, or null
#pragma once

#include <algorithm>
#include <cstdint>

namespace vorhand {

inline constexpr std::int64_t kNoProof = std::int64_t{1} << 60;

// Numbers of nodes of the smallest proofs of one target; kNoProof if there is none.
struct ProofSizes {
  std::int64_t at_least = kNoProof;
  std::int64_t at_most = kNoProof;
  std::int64_t exact = kNoProof;
  bool known = false;
};

enum class Proof { kAtLeast, kAtMost, kExact };

namespace detail {

template <class Node>
concept KnowsValue = requires(const Node& node) { node.minimax(); };

template <class Node>
concept Settles = requires(const Node& node) { node.settled(0, Proof::kAtLeast); };

template <class Node>
concept Remembers = requires(const Node& node) { node.remembered(0, Proof::kExact); };

inline std::int64_t capped(std::int64_t size) { return std::min(size, kNoProof); }

template <class Node>
Proof asked(const Node& child, Proof parent, int target, bool max_to_move) {
  if (parent != Proof::kExact) return parent;
  if constexpr (KnowsValue<Node>) {
    if (child.minimax() != target) return max_to_move ? Proof::kAtMost : Proof::kAtLeast;
  }
  return Proof::kExact;
}

// Tell whether a child can be skipped, because it cannot be the one good move.
template <class Node>
bool hopeless(const Node& child, Proof parent, int target, bool max_to_move) {
  if constexpr (KnowsValue<Node>) {
    if (parent == Proof::kAtLeast && max_to_move) return child.minimax() < target;
    if (parent == Proof::kAtMost && !max_to_move) return child.minimax() > target;
  }
  return false;
}

// A settled bound costs nothing, so the exact proof is the proof of the other bound.
template <class Node>
void settle(const Node& node, int target, ProofSizes& sizes) {
  if constexpr (Settles<Node>) {
    const bool low = node.settled(target, Proof::kAtLeast);
    const bool high = node.settled(target, Proof::kAtMost);
    if (low) sizes.exact = sizes.at_most, sizes.at_least = 0;
    if (high) sizes.exact = low ? 0 : sizes.at_least, sizes.at_most = 0;
  }
}

inline ProofSizes leaf_sizes(int value, int target) {
  ProofSizes sizes;
  if (value >= target) sizes.at_least = 1;
  if (value <= target) sizes.at_most = 1;
  if (value == target) sizes.exact = 1;
  return sizes;
}

// Return the sizes of a node with children. `children(f)` calls f(sizes) for every child.
template <class Children>
ProofSizes inner_sizes(bool max_to_move, Children children) {
  std::int64_t all = 1, one = kNoProof, saved = kNoProof;
  children([&](const ProofSizes& found) {
    const std::int64_t shown_by_one = max_to_move ? found.at_least : found.at_most;
    const std::int64_t shown_by_all = max_to_move ? found.at_most : found.at_least;
    one = std::min(one, shown_by_one);
    all = capped(all + shown_by_all);
    if (found.exact < kNoProof) saved = std::min(saved, found.exact - shown_by_all);
  });
  ProofSizes sizes;
  (max_to_move ? sizes.at_least : sizes.at_most) = capped(one + 1);
  (max_to_move ? sizes.at_most : sizes.at_least) = all;
  if (all < kNoProof && saved < kNoProof) sizes.exact = all + saved;
  return sizes;
}

template <class Node>
ProofSizes walk(const Node& node, int target, Proof wanted);

}  // namespace detail

// Return the minimum proof sizes of `node` against `target`. kExact fills in all three sizes (where
// the value is known, only those that exist), other proofs only their own.
template <class Node>
ProofSizes proof_sizes(const Node& node, int target, Proof wanted = Proof::kExact) {
  if constexpr (detail::Settles<Node>) {
    if (wanted == Proof::kAtLeast && node.settled(target, wanted)) return {.at_least = 0};
    if (wanted == Proof::kAtMost && node.settled(target, wanted)) return {.at_most = 0};
  }
  ProofSizes* memory = nullptr;
  if constexpr (detail::Remembers<Node>) memory = node.remembered(target, wanted);
  if (memory && memory->known) return *memory;
  ProofSizes sizes = detail::walk(node, target, wanted);
  detail::settle(node, target, sizes);
  sizes.known = true;
  if (memory) *memory = sizes;
  return sizes;
}

namespace detail {

template <class Node>
ProofSizes walk(const Node& node, int target, Proof wanted) {
  if (node.leaf()) return leaf_sizes(node.value(), target);
  const bool max = node.max_to_move();
  return inner_sizes(max, [&](auto add) {
    node.children([&](const Node& child) {
      if (hopeless(child, wanted, target, max)) return;
      add(proof_sizes(child, target, asked(child, wanted, target, max)));
    });
  });
}

}  // namespace detail

}  // namespace vorhand

// Sizes of minimum proof trees, in time linear in the size of the game tree.
//
// Furtak and Buro, "Minimum Proof Graphs and Fastest-Cut-First Search Heuristics" (IJCAI
// 2009); Furtak's thesis (2013), chapter 3. A proof that a node is worth at least t shows
// one good move where MAX is to move and all moves where MIN is; a proof of at most t the
// other way round; a proof that it is worth exactly t is both at once, and shares nodes.
// In a tree the subtrees of two moves have nothing in common, so the minimum of each kind
// follows from the minima of the children:
//
//   MAX to move:  at_least = 1 + min at_least(c)         at_most = 1 + sum at_most(c)
//                 exact = 1 + sum at_most(c) + min over c of (exact(c) - at_most(c))
//
// since the move that reaches t must be proven both ways and the rest only from above.
//
// A game tree is given by a type with
//   bool leaf() const;                  no moves
//   int value() const;                  payoff to MAX; asked of leaves only
//   bool max_to_move() const;           asked of the others
//   void children(f) const;             calls f(child) for every move
// and, where minimax values are known beforehand,
//   int minimax() const;                spares walks that cannot prove anything
// and, where a search would not enter a node that cannot change the answer,
//   bool settled(int target, Proof) const;  counts nothing (never asked for kExact)
// and, where equal subtrees meet again,
//   ProofSizes* remembered(int target, Proof) const;  where to keep the answer, or null
#pragma once

#include <algorithm>
#include <cstdint>

namespace vorhand {

inline constexpr std::int64_t kNoProof = std::int64_t{1} << 60;

// Nodes of the smallest proofs against one target; kNoProof where there is none.
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

// Return the question for a child, given that for its parent.
template <class Node>
Proof asked(const Node& child, Proof parent, int target, bool max_to_move) {
  if (parent != Proof::kExact) return parent;
  if constexpr (KnowsValue<Node>) {
    if (child.minimax() != target) return max_to_move ? Proof::kAtMost : Proof::kAtLeast;
  }
  return Proof::kExact;
}

// Tell whether a child may be left out: it cannot be the one good move that is searched for.
template <class Node>
bool hopeless(const Node& child, Proof parent, int target, bool max_to_move) {
  if constexpr (KnowsValue<Node>) {
    if (parent == Proof::kAtLeast && max_to_move) return child.minimax() < target;
    if (parent == Proof::kAtMost && !max_to_move) return child.minimax() > target;
  }
  return false;
}

// A bound that is settled costs nothing, and the exact proof is then that of the other one.
template <class Node>
void settle(const Node& node, int target, ProofSizes& sizes) {
  if constexpr (Settles<Node>) {
    const bool low = node.settled(target, Proof::kAtLeast);
    const bool high = node.settled(target, Proof::kAtMost);
    if (low) sizes.exact = sizes.at_most, sizes.at_least = 0;
    if (high) sizes.exact = low ? 0 : sizes.at_least, sizes.at_most = 0;
  }
}

template <class Node>
ProofSizes walk(const Node& node, int target, Proof wanted);

}  // namespace detail

// Minimum proof sizes of `node` against `target`. kExact fills in all three sizes (under
// nodes of known value only those that exist); the others fill in only their own.
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
  ProofSizes sizes;
  if (node.leaf()) {
    if (node.value() >= target) sizes.at_least = 1;
    if (node.value() <= target) sizes.at_most = 1;
    if (node.value() == target) sizes.exact = 1;
    return sizes;
  }
  const bool max = node.max_to_move();
  std::int64_t all = 1, one = kNoProof, saved = kNoProof;
  node.children([&](const Node& child) {
    if (detail::hopeless(child, wanted, target, max)) return;
    const ProofSizes found = proof_sizes(child, target, detail::asked(child, wanted, target, max));
    const std::int64_t shown_by_one = max ? found.at_least : found.at_most;
    const std::int64_t shown_by_all = max ? found.at_most : found.at_least;
    one = std::min(one, shown_by_one);
    all = detail::capped(all + shown_by_all);
    if (found.exact < kNoProof) saved = std::min(saved, found.exact - shown_by_all);
  });
  (max ? sizes.at_least : sizes.at_most) = detail::capped(one + 1);
  (max ? sizes.at_most : sizes.at_least) = all;
  if (all < kNoProof && saved < kNoProof) sizes.exact = all + saved;
  return sizes;
}

}  // namespace detail

}  // namespace vorhand

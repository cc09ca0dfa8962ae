// The minimum minimax proof tree of a prefix-value tree, by branch and bound.
//
// proof_tree.hpp visits every move that may be the one good move. Here a candidate is abandoned
// once its proof is as large as the best found, and candidates with many replies are tried last. At
// depth 10 this is about 600 times as fast.
#pragma once

#include <array>
#include <cstdint>

#include "laboratory/prefix_tree.hpp"

namespace vorhand::laboratory {

inline constexpr int kMaxDepth = 32;

class PrefixProof {
 public:
  explicit PrefixProof(const PrefixParameters& parameters);

  // Return the number of nodes of the smallest proof of the root's value.
  std::int64_t size() const;

 private:
  std::int64_t exact(const PrefixNode& node) const;
  std::int64_t bound(const PrefixNode& node, bool at_least, std::int64_t limit) const;
  std::int64_t by_one(const PrefixNode& node, bool at_least, std::int64_t limit) const;
  std::int64_t by_all(const PrefixNode& node, bool at_least, std::int64_t limit) const;
  std::int64_t least(const PrefixNode& candidate) const;

  const PrefixParameters parameters_;
  const int target_;
  // Lower bounds of proof sizes by height above the leaves: `one_` where one move must be shown,
  // `all_` where all must.
  std::array<std::int64_t, kMaxDepth + 1> one_{}, all_{};
};

}  // namespace vorhand::laboratory

#include "skat/studies/proof_size.hpp"

#include <unordered_map>

#include "skat/studies/minimax.hpp"

namespace vorhand::skat::solver {
namespace {

struct Knowledge {
  Memory values;
  // Sizes by position, leader, points still needed and kind of proof.
  std::unordered_map<MemoryKey, ProofSizes, MemoryHash> proofs;
};

// A node of an ending, as proof_tree.hpp requires it.
class EndingNode {
 public:
  EndingNode(const Position& position, Knowledge& knowledge, int points = 0)
      : position_(position), knowledge_(&knowledge), points_(points) {}

  bool leaf() const { return position_.trick_size == 0 && position_.tricks_left() <= 1; }
  int value() const { return minimax(); }
  bool max_to_move() const { return position_.to_move() == position_.soloist; }
  int minimax() const {
    return points_ + solver::minimax(position_, Goal::kPoints, &knowledge_->values);
  }

  template <class Visit>
  void children(Visit&& visit) const {
    for (CardSet moves = position_.legal(); moves;) {
      Position next = position_;
      const int won = play(next, pop_lowest(moves));
      visit(EndingNode(next, *knowledge_, points_ + won));
    }
  }

  bool settled(int target, Proof proof) const {
    if (proof == Proof::kAtLeast) return points_ >= target;
    return points_ + card_points(position_.cards()) <= target;
  }

  ProofSizes* remembered(int target, Proof proof) const {
    if (position_.trick_size > 0) return nullptr;
    const auto& [first, second, third] = position_.hands;
    const auto question = static_cast<std::uint32_t>(
        position_.leader + 4 * static_cast<int>(proof) + 16 * (target - points_ + kTotalPoints));
    return &knowledge_->proofs[{first, second, third, question}];
  }

 private:
  Position position_;
  Knowledge* knowledge_;
  int points_;
};

}  // namespace

ValueProof minimum_proof(const Position& position) {
  Knowledge knowledge;
  const EndingNode root(position, knowledge);
  const int value = root.minimax();
  return {value,
          {.at_least = proof_sizes(root, value, Proof::kAtLeast).at_least,
           .at_most = proof_sizes(root, value, Proof::kAtMost).at_most,
           .exact = proof_sizes(root, value, Proof::kExact).exact}};
}

}  // namespace vorhand::skat::solver

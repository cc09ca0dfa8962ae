// The fewest nodes that a search of a trump game could visit: minimum proof trees of endings.
//
// Nodes are counted as the search counts them: each choice of a card is a node, and so is the last
// trick. A question that the points alone settle is not counted. So a search without table, bounds
// and equivalent cards visits at least that many, and the excess is what better move ordering could
// save.
#pragma once

#include "proof_tree.hpp"
#include "skat/solver/position.hpp"

namespace vorhand::skat::solver {

struct ValueProof {
  int value;         // soloist's points still to come
  ProofSizes sizes;  // proofs of at least, at most, and exactly this value
};

// Return the minimum proofs of a valid position of a trump game; practical up to six cards a hand.
ValueProof minimum_proof(const Position& position);

}  // namespace vorhand::skat::solver

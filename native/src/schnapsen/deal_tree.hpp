// Deals of a small pack as a game in arrays: chance draws one of the given deals, then it is
// played.
//
// A node from which all play is forced is terminal; its payoff is the game points of player 0.
// Information sets have perfect recall: a player knows their hand as dealt, their draws, the card
// turned up and all actions.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "array_tree.hpp"
#include "schnapsen/deal.hpp"

namespace vorhand::schnapsen {

struct DealTree : ArrayTree {
  std::int64_t states = 0;            // positions after the deal, including forced play
  std::int64_t information_sets = 0;  // including sets with only one legal action
};

class DealTreeTooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Return the tree over the deals. Each deal is a pack in the order of dealing, and all have the
// same card turned up. Throw DealTreeTooLarge beyond node_budget, std::invalid_argument for other
// packs.
DealTree deal_tree(const Rules& rules, const std::vector<std::vector<Card>>& packs, int leader,
                   std::size_t node_budget);

}  // namespace vorhand::schnapsen

// The last tricks of a Skat deal as a small game in arrays: chance draws one of the worlds that the
// public history allows, then the cards are played by the rules.
//
// Each seat knows its own cards, a soloist who took the skat also the discards, and everyone sees
// the cards played. The forced last trick is played in the node that begins it; the payoff is the
// soloist's score less a defender's.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "array_tree.hpp"
#include "skat/scoring.hpp"

namespace vorhand::skat {

// Public knowledge of a position at the beginning of a trick.
struct Ending {
  Declaration declaration;
  int bid = 0;
  int soloist = 0;
  bool soloist_knows_skat = true;
  int leader = 0;
  int soloist_points = 0;  // card points in the soloist's tricks, without the skat
  int soloist_tricks = 0;
  CardSet soloist_played = 0;
};

class EndingTooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Return the tree over the worlds (three hands and the skat each), scored by Seeger and Fabian.
// Throw EndingTooLarge beyond node_budget.
ArrayTree ending_tree(const Ending& ending, const std::vector<std::array<CardSet, 4>>& worlds,
                      std::size_t node_budget);

}  // namespace vorhand::skat

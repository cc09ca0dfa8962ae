// The last tricks of a Skat deal as a small game in arrays: chance draws one of the worlds that the
// public history allows, then the cards are played by the rules.
//
// Each seat knows its own cards, a soloist who took the skat also the discards, and everyone sees
// the cards played. Nodes are in preorder, world after world, so the first child of a node follows
// it. The forced last trick is played in the node that begins it.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

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

struct EndingTree {
  static constexpr std::int8_t kTerminal = -1;
  static constexpr std::int8_t kForced = 3;

  std::vector<std::int32_t> roots;        // first node of each world
  std::vector<std::int8_t> level;         // cards played since the beginning
  std::vector<std::int8_t> mover;         // seat that chooses, kForced or kTerminal
  std::vector<std::int8_t> moves;         // number of children
  std::vector<std::int32_t> set;          // information set, -1 if nobody chooses
  std::vector<float> payoff;              // payoff at terminals: soloist's score less a defender's
  std::vector<std::int8_t> moves_of_set;  // moves by information set
};

class EndingTooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Return the tree over the worlds (three hands and the skat each), scored by Seeger and Fabian.
// Throw EndingTooLarge beyond node_budget.
EndingTree ending_tree(const Ending& ending, const std::vector<std::array<CardSet, 4>>& worlds,
                       std::size_t node_budget);

}  // namespace vorhand::skat

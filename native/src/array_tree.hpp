// A small game in arrays: chance draws one of some deals, which the players then play.
//
// Nodes are in preorder, deal after deal, so the first child of a node follows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vorhand {

struct ArrayTree {
  static constexpr std::int8_t kTerminal = -1;
  static constexpr std::int8_t kForced = 3;

  std::vector<std::int32_t> roots;        // first node of each deal
  std::vector<std::int8_t> level;         // moves since the root
  std::vector<std::int8_t> mover;         // player who chooses, kForced or kTerminal
  std::vector<std::int8_t> moves;         // number of children
  std::vector<std::int32_t> set;          // information set, -1 if nobody chooses
  std::vector<float> payoff;              // at terminals
  std::vector<std::int8_t> moves_of_set;  // moves by information set

  // Add a terminal node; return its number.
  std::size_t add_node(int its_level) {
    level.push_back(static_cast<std::int8_t>(its_level));
    mover.push_back(kTerminal);
    moves.push_back(0);
    set.push_back(-1);
    payoff.push_back(0.0f);
    return level.size() - 1;
  }
};

}  // namespace vorhand

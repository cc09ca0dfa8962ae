// EPIMC: Perfect Information Monte Carlo with postponed open hands (Arjonilla, Saffidine and
// Cazenave, "Perfect Information Monte Carlo with Postponing Reasoning", 2024).
//
// The first moves are a game of imperfect information over the sampled worlds; hands are opened
// after `plies` moves of all seats. Within these moves, each seat plays the same move in all worlds
// of the sample that it cannot distinguish: the player and partners by the greatest mean, opponents
// by the least, by backward induction (information set search). One ply is PIMC. A mean includes
// every world in which the node can be reached, with its weight in the sample, even if the other
// players' choices would not lead there.
#pragma once

#include "joint/worlds_together.hpp"

namespace vorhand::joint {

template <typename Game>
class Epimc : public WorldsTogether<Game> {
  using Base = WorldsTogether<Game>;
  using typename Base::CellOf;
  using typename Base::Cells;

 public:
  using Base::Base;

  Found operator()(std::span<const int> moves) {
    return this->deepened(moves, false, [&](int move, int plies) {
      return search(this->after(this->roots(), move), plies - 1);
    });
  }

 private:
  std::vector<int> search(const Cells& cells, int plies) {
    std::vector<int> levels;
    for (const CellOf& cell : cells) levels.push_back(cell.top);
    // A single world has no hidden cards.
    if (cells.size() == 1 || this->role(cells) == Role::kOver || is_fixed(cells)) return levels;
    if (plies <= 0) {
      this->cut_ = true;
      return levels;
    }
    const int sign = this->role(cells) == Role::kOpponent ? -1 : 1;
    const auto parts = this->groups(cells);
    std::vector<double> best(parts.size(), -std::numeric_limits<double>::infinity());
    MoveSet all = 0;
    for (const CellOf& cell : cells) all |= this->legal(cell);
    for (const int move : this->in_order(all)) {
      Cells able;
      std::vector<std::size_t> place(cells.size(), cells.size());
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!(this->legal(cells[i]) >> move & 1)) continue;
        place[i] = able.size();
        able.push_back(cells[i]);
      }
      const std::vector<int> found = search(this->after(able, move), plies - 1);
      for (std::size_t g = 0; g < parts.size(); ++g) {
        if (place[parts[g][0]] == cells.size()) continue;
        double total = 0;
        for (const std::size_t i : parts[g]) {
          total += sign * this->worth(cells[i].world, found[place[i]]);
        }
        if (total <= best[g] + Base::kRounding) continue;
        best[g] = total;
        for (const std::size_t i : parts[g]) levels[i] = found[place[i]];
      }
    }
    return levels;
  }

  bool is_fixed(const Cells& cells) const {
    return std::all_of(cells.begin(), cells.end(),
                       [&](const CellOf& cell) { return this->game_.is_fixed(cell); });
  }
};

}  // namespace vorhand::joint

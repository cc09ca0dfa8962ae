// Alpha-mu (Cazenave and Ventos, "The alpha-mu search algorithm for the game of Bridge", 2020, and
// "Optimizing alpha-mu", 2021).
//
// A node has a Pareto front of vectors of levels, which the player's strategies reach against
// opponents who see all cards. At a node of the player the front is the union of the moves' fronts.
// At a node of an opponent every combination of strategies for the different moves is considered,
// with the minimum in each world. A partner also sees all cards and takes the maximum. After a
// number of own moves hands are opened; one own move is PIMC.
//
// Cuts: no vector exceeds the open-hand levels (`top`) of its node. So a node is left out if a
// vector found elsewhere is at least `top` in every world (early cut), and a node of the player is
// finished once a vector of its own front reaches `top` in every world. A world whose top is 0 does
// not influence the front. Below an opponent's node no component above the node's top counts, since
// the opponent has a reply that holds it there.
#pragma once

#include "joint/pareto.hpp"
#include "joint/worlds_together.hpp"

namespace vorhand::joint {

template <typename Game>
class AlphaMu : public WorldsTogether<Game> {
  using Base = WorldsTogether<Game>;
  using typename Base::CellOf;
  using typename Base::Cells;

 public:
  using Base::Base;

  // Value moves by the strategy with the greatest mean, with at most Limits::plies own moves.
  Found operator()(std::span<const int> moves) {
    return this->deepened(moves, true, [&](int move, int plies) {
      const Cells cells = this->after(this->roots(), move);
      const Front front = search(cells, plies - 1, {});
      const Levels& best = *std::max_element(
          front.begin(), front.end(),
          [&](const Levels& a, const Levels& b) { return sum(cells, a) < sum(cells, b); });
      return std::vector<int>(best.begin(), best.end());
    });
  }

  // Return the front after a move, in no particular order.
  Front front(int move, int plies) {
    return search(this->after(this->roots(), move), plies - 1, {});
  }

 private:
  double sum(const Cells& cells, const Levels& levels) const {
    double total = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      total += this->worth(cells[i].world, levels[i]);
    }
    return total;
  }

  void shorten(Front& front, const Cells& cells, std::size_t slack = 1) const {
    const std::size_t most = this->limits_.vectors;
    if (front.size() <= most * slack) return;
    joint::shorten(front, most, [&](const Levels& levels) { return sum(cells, levels); });
  }

  static Levels tops(const Cells& cells) {
    Levels levels;
    for (const CellOf& cell : cells) levels.push_back(static_cast<std::int16_t>(cell.top));
    return levels;
  }

  // Return the front of a node; vectors that `bound` covers may be left out or too great.
  Front search(const Cells& cells, int plies, const Front& bound) {
    const Levels all = tops(cells);
    std::vector<std::size_t> places;
    Cells open;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].top == 0) continue;
      places.push_back(i);
      open.push_back(cells[i]);
    }
    if (open.size() <= 1 || this->role(open) == Role::kOver || is_within(all, bound) ||
        !may_fall(open)) {
      return {all};
    }
    if (plies <= 0) {
      this->cut_ = true;
      return {all};
    }
    Front part;
    for (const Levels& levels : bound) part.push_back(picked(levels, places));
    const Front found = open_node(open, plies, part);
    Front front;
    for (const Levels& levels : found) {
      Levels whole(cells.size(), 0);
      for (std::size_t i = 0; i < places.size(); ++i) whole[places[i]] = levels[i];
      front.push_back(std::move(whole));
    }
    return front;
  }

  bool may_fall(const Cells& cells) const {
    return std::any_of(cells.begin(), cells.end(),
                       [&](const CellOf& cell) { return this->game_.may_fall(cell); });
  }

  static Levels picked(const Levels& levels, const std::vector<std::size_t>& places) {
    Levels some;
    for (const std::size_t place : places) some.push_back(levels[place]);
    return some;
  }

  Front open_node(const Cells& cells, int plies, const Front& bound) {
    if (this->role(cells) != Role::kOwn) return other_node(cells, plies, bound);
    const auto parts = this->groups(cells);
    if (parts.size() == 1) return own_node(cells, plies, bound);
    // The player distinguishes the groups, so every combination of strategies is possible.
    Front front{Levels(cells.size(), 0)};
    for (const auto& places : parts) {
      Cells part;
      for (const std::size_t place : places) part.push_back(cells[place]);
      front = combined(cells, front, own_node(part, plies, {}), places,
                       [](std::int16_t, std::int16_t level) { return level; });
    }
    return front;
  }

  Front own_node(const Cells& cells, int plies, const Front& bound) {
    const Levels all = tops(cells);
    const MoveSet legal = this->legal(cells[0]);
    MoveSet distinct = 0;
    for (const CellOf& cell : cells) {
      distinct |= this->game_.distinct(cell.world, cell.place, legal);
    }
    std::vector<std::pair<double, Cells>> moves;
    for (MoveSet left = distinct; left; left &= left - 1) {
      Cells next = this->after(cells, std::countr_zero(left));
      const double most = sum(next, tops(next));
      moves.emplace_back(most, std::move(next));
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    Front front, known = bound;
    for (const auto& [most, next] : moves) {
      for (Levels& levels : search(next, plies - 1, known)) {
        add(known, levels);
        add(front, std::move(levels));
      }
      if (is_within(all, front)) break;
    }
    shorten(front, cells);
    return front;
  }

  Front other_node(const Cells& cells, int plies, const Front& bound) {
    const bool partner = this->role(cells) == Role::kPartner;
    Front front{partner ? Levels(cells.size(), 0) : tops(cells)};
    std::vector<MoveSet> legal;
    MoveSet all = 0;
    for (const CellOf& cell : cells) {
      legal.push_back(this->legal(cell));
      all |= legal.back();
    }
    for (; all; all &= all - 1) {
      Cells able;
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!(legal[i] & all & -all)) continue;
        places.push_back(i);
        able.push_back(cells[i]);
        if (!partner) able.back().cap = cells[i].top;
      }
      const bool bounded = !partner && able.size() == cells.size();
      const Front found =
          search(this->after(able, std::countr_zero(all)), plies, bounded ? bound : Front{});
      front = combined(cells, front, found, places, [&](std::int16_t a, std::int16_t b) {
        return partner ? std::max(a, b) : std::min(a, b);
      });
      if (!partner && is_within(front, bound)) break;
    }
    return front;
  }

  // Combine every vector of a front with every vector of `some`, which has the worlds at `places`.
  template <typename Combine>
  Front combined(const Cells& cells, const Front& front, const Front& some,
                 const std::vector<std::size_t>& places, Combine combine) const {
    Front result;
    for (const Levels& levels : front) {
      for (const Levels& other : some) {
        Levels both = levels;
        for (std::size_t i = 0; i < places.size(); ++i) {
          std::int16_t& level = both[places[i]];
          level = combine(level, other[i]);
        }
        add(result, std::move(both));
        shorten(result, cells, 4);
      }
    }
    shorten(result, cells);
    return result;
  }
};

}  // namespace vorhand::joint

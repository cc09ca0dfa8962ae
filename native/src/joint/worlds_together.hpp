// Base of the joint searches: one player searches several worlds at once, in any game with an
// open-hand solver.
//
// A node is a set of positions, one for each world, that share their public history. The player's
// moves are the same in all worlds that they cannot distinguish. Values are levels: 0 is the worst
// for the player, and a greater level of the same world is worth more.
//
// A `Game` has
//   Place                          a position in a world
//   worlds()                       number of worlds
//   root(world)                    place at which the player is to move
//   role(world, place)             role of the seat to move; the same in all places of a node
//   seen(world, place)             bits that identify that seat's observation
//   legal(world, place)            set of moves
//   distinct(world, place, legal)  subset without moves that are equivalent in this world
//   number(move)                   number of a move in the game's terms; ties go to the lowest
//   after(world, place, move)      the next place
//   may_fall(cell)                 whether the player still has choices that may end below `top`
//   is_fixed(cell)                 whether every play of all seats ends with `top`
//   rate(cells)                    fills in `top` of the cells of a node
//   best(world)                    the greatest level
//   worth(world, level)            worth to the player
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace vorhand::joint {

enum class Role { kOwn, kPartner, kOpponent, kOver };

using MoveSet = std::uint64_t;

// A position in one of the worlds. `top` is its open-hand level, at most `cap`.
template <typename Place>
struct Cell {
  std::size_t world;
  Place place;
  int cap;
  int top = 0;
};

struct Limits {
  int plies = 1;                 // the greatest depth, in the unit of the search
  std::uint64_t positions = 0;   // limit of rated positions; 0: none
  std::size_t vectors = 0;       // vectors kept of a Pareto front; 0: all
  std::function<bool()> wanted;  // false ends the search
};

// Thrown inside a search that reached its limit of positions, or that is no longer wanted.
struct OutOfPositions {};

// Levels of each move in each world, and the depth that was completed.
struct Found {
  std::vector<std::vector<int>> levels;  // [moves][worlds]
  int plies = 0;
};

template <typename Game>
class WorldsTogether {
 public:
  using CellOf = Cell<typename Game::Place>;
  using Cells = std::vector<CellOf>;

  WorldsTogether(Game& game, std::span<const double> weights, Limits limits)
      : game_(game), weights_(weights.begin(), weights.end()), limits_(std::move(limits)) {}

  std::uint64_t positions() const { return positions_; }

 protected:
  Cells roots() {
    Cells cells;
    for (std::size_t i = 0; i < game_.worlds(); ++i) {
      cells.push_back({i, game_.root(i), game_.best(i), game_.best(i)});
    }
    return cells;
  }

  // Play a move in each cell, in which it must be legal.
  Cells after(const Cells& cells, int move) {
    Cells next;
    next.reserve(cells.size());
    for (const CellOf& cell : cells) {
      next.push_back({cell.world, game_.after(cell.world, cell.place, move), cell.cap});
    }
    positions_ += next.size();
    if (limited_ && positions_ > limits_.positions) throw OutOfPositions{};
    if (limits_.wanted && !limits_.wanted()) throw OutOfPositions{};
    game_.rate(std::span<CellOf>(next));
    return next;
  }

  Role role(const Cells& cells) const { return game_.role(cells[0].world, cells[0].place); }
  MoveSet legal(const CellOf& cell) const { return game_.legal(cell.world, cell.place); }

  // Return the moves of a set in the order of their numbers.
  std::vector<int> in_order(MoveSet moves) const {
    std::vector<int> result;
    for (; moves; moves &= moves - 1) result.push_back(std::countr_zero(moves));
    std::sort(result.begin(), result.end(),
              [&](int a, int b) { return game_.number(a) < game_.number(b); });
    return result;
  }

  // Return the indices of the cells in groups that the seat to move can distinguish.
  std::vector<std::vector<std::size_t>> groups(const Cells& cells) const {
    std::vector<std::pair<std::uint64_t, std::size_t>> seen;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      seen.emplace_back(game_.seen(cells[i].world, cells[i].place), i);
    }
    std::sort(seen.begin(), seen.end());
    std::vector<std::vector<std::size_t>> result;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (i == 0 || seen[i].first != seen[i - 1].first) result.emplace_back();
      result.back().push_back(seen[i].second);
    }
    return result;
  }

  double worth(std::size_t world, int level) const {
    return weights_[world] * game_.worth(world, level);
  }

  // Search with increasing depth. `value(move, plies)` returns a move's levels; a depth above 1
  // that exceeds the limit of positions is abandoned. With `bounds`, values of fewer plies are
  // upper bounds, so a move whose bound is below the best value is not searched again (root cut).
  template <typename Value>
  Found deepened(std::span<const int> moves, bool bounds, Value value) {
    Found found;
    std::vector<double> means(moves.size());
    for (int plies = 1; plies <= limits_.plies; ++plies) {
      limited_ = plies > 1 && limits_.positions > 0;
      cut_ = false;
      Found next{found.levels, plies};
      next.levels.resize(moves.size());
      std::vector<double> sums = means;
      std::vector<std::size_t> order(moves.size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      if (plies > 1) {
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return means[a] > means[b]; });
      }
      double best = -std::numeric_limits<double>::infinity();
      try {
        for (const std::size_t i : order) {
          if (plies > 1 && bounds && means[i] < best - kRounding) continue;
          next.levels[i] = value(moves[i], plies);
          sums[i] = 0;
          for (std::size_t world = 0; world < next.levels[i].size(); ++world) {
            sums[i] += worth(world, next.levels[i][world]);
          }
          best = std::max(best, sums[i]);
        }
      } catch (const OutOfPositions&) {
        if (plies == 1) throw;
        return found;
      }
      found = std::move(next);
      means = std::move(sums);
      if (!cut_) {  // more plies change nothing
        found.plies = limits_.plies;
        break;
      }
    }
    return found;
  }

  static constexpr double kRounding = 1e-9;

  Game& game_;
  std::vector<double> weights_;
  Limits limits_;
  std::uint64_t positions_ = 0;
  bool limited_ = false;
  bool cut_ = false;  // whether hands were opened before the end
};

}  // namespace vorhand::joint

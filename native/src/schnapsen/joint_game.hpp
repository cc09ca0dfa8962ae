// Schnapsen in several worlds, for the searches in joint/.
//
// Levels are game points for the player, from three lost (0) to three won (6). Each player sees
// their own hand; the talon is hidden from both.
#pragma once

#include <span>
#include <vector>

#include "joint/worlds_together.hpp"
#include "schnapsen/solver.hpp"

namespace vorhand::schnapsen {

class JointGame {
 public:
  using Place = Deal;
  using Cell = joint::Cell<Place>;

  // The solver must outlive the game.
  JointGame(const Rules& rules, Solver& solver, std::vector<Deal> worlds, int player)
      : rules_(rules), solver_(solver), worlds_(std::move(worlds)), player_(player) {
    solver_.forget();
    for (const Deal& world : worlds_) shares_.push_back(solver_.prepare(world));
  }

  std::size_t worlds() const { return worlds_.size(); }
  const Deal& root(std::size_t world) const { return worlds_[world]; }
  joint::Role role(std::size_t, const Deal& deal) const {
    if (deal.terminal()) return joint::Role::kOver;
    return deal.to_move() == player_ ? joint::Role::kOwn : joint::Role::kOpponent;
  }
  std::uint64_t seen(std::size_t, const Deal& deal) const {
    return deal.hands[static_cast<std::size_t>(deal.to_move())];
  }
  ActionSet legal(std::size_t, const Deal& deal) const { return legal_actions(rules_, deal); }
  ActionSet distinct(std::size_t, const Deal&, ActionSet legal) const { return legal; }
  int number(int action) const { return action; }
  Deal after(std::size_t, Deal deal, Action action) const {
    apply(rules_, deal, action);
    return deal;
  }

  bool may_fall(const Cell& cell) const { return !cell.place.terminal(); }
  bool is_fixed(const Cell& cell) const { return cell.place.terminal(); }
  void rate(std::span<Cell> cells) {
    for (Cell& cell : cells) cell.top = std::min(cell.cap, points(cell) + kMost);
  }
  int best(std::size_t) const { return 2 * kMost; }
  double worth(std::size_t, int level) const { return level - kMost; }

 private:
  static constexpr int kMost = 3;

  // Return the game points of the player under best play with open hands.
  int points(const Cell& cell) {
    int value = 0;
    if (cell.place.terminal()) {
      value = cell.place.value();
    } else {
      solver_.resume(worlds_[cell.world], shares_[cell.world]);
      value = solver_.value_within(cell.place, -kMost, kMost);
    }
    return player_ == 0 ? value : -value;
  }

  const Rules& rules_;
  Solver& solver_;
  std::vector<Deal> worlds_;
  std::vector<Solver::Share> shares_;
  int player_;
};

}  // namespace vorhand::schnapsen

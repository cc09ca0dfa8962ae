// Skat's card play in several worlds, for the searches in joint/.
//
// Levels are the ranks of pay_tree.hpp: the payments of the deal, without card points. The soloist
// sees the skat except in a hand game; a defender sees only their own hand.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "joint/worlds_together.hpp"
#include "skat/monte_carlo/pay_tree.hpp"

namespace vorhand::skat {

class JointGame {
 public:
  using Place = PayTree::Place;
  using Cell = joint::Cell<Place>;

  JointGame(std::span<const CardPlay> worlds, Objective objective);

  std::size_t worlds() const { return trees_.size(); }
  Place root(std::size_t world) const { return trees_[world]->root(); }
  joint::Role role(std::size_t world, const Place& place) const;
  std::uint64_t seen(std::size_t world, const Place& place) const;
  joint::MoveSet legal(std::size_t world, const Place& place) const {
    return trees_[world]->legal(place);
  }
  joint::MoveSet distinct(std::size_t world, const Place& place, joint::MoveSet legal) const {
    return trees_[world]->distinct(place, static_cast<solver::Set>(legal));
  }
  int number(int card) const { return trees_[0]->card(card); }
  Place after(std::size_t world, const Place& place, int card) const {
    return trees_[world]->play(place, card);
  }
  bool may_fall(const Cell& cell) const;
  bool is_fixed(const Cell& cell) const;
  void rate(std::span<Cell> cells);
  int best(std::size_t world) const { return trees_[world]->best_rank(); }
  double worth(std::size_t world, int rank) const { return trees_[world]->pay(rank); }

  // Return the bit that stands for a card.
  int bit(Card card) const { return trees_[0]->bit(card); }

 private:
  std::vector<std::unique_ptr<PayTree>> trees_;
  std::vector<CardSet> skats_;  // cards of the skat that the soloist sees, by world
  int seat_ = 0;                // seat of the player, counted from the soloist
};

}  // namespace vorhand::skat

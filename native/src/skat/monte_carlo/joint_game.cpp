#include "skat/monte_carlo/joint_game.hpp"

#include "permutation.hpp"

namespace vorhand::skat {

namespace {

// Base-2 logarithm of the number of entries of a world's tables.
constexpr int kJointTableBits = 13;

}  // namespace

JointGame::JointGame(std::span<const CardPlay> worlds, Objective objective) {
  for (const CardPlay& world : worlds) {
    trees_.push_back(std::make_unique<PayTree>(kJointTableBits));
    trees_.back()->begin_world(world, objective);
    skats_.push_back(world.table.hand_game ? 0 : world.table.skat);
    seat_ = trees_.back()->seat(trees_.back()->root());
  }
}

joint::Role JointGame::role(std::size_t world, const Place& place) const {
  const PayTree& tree = *trees_[world];
  if (place.node.tricks == 0) return joint::Role::kOver;
  const int seat = tree.seat(place);
  if (seat == seat_) return joint::Role::kOwn;
  return tree.is_max(place) ? joint::Role::kPartner : joint::Role::kOpponent;
}

std::uint64_t JointGame::seen(std::size_t world, const Place& place) const {
  const int seat = trees_[world]->seat(place);
  const std::uint64_t hand = trees_[world]->hand(place, seat);
  return seat == 0 ? hand ^ mix64(skats_[world]) : hand;
}

// Tell whether the player still has a choice, and the play can end below the cell's `top`.
bool JointGame::may_fall(const Cell& cell) const {
  const PayTree& tree = *trees_[cell.world];
  return solver::size(tree.hand(cell.place, seat_)) > 1 && tree.may_miss(cell.place, cell.top);
}

bool JointGame::is_fixed(const Cell& cell) const {
  const PayTree& tree = *trees_[cell.world];
  return !tree.may_miss(cell.place, cell.top) && !tree.may_exceed(cell.place, cell.top);
}

void JointGame::rate(std::span<Cell> cells) {
  for (Cell& cell : cells) cell.top = trees_[cell.world]->rank(cell.place, 0, cell.cap);
}

}  // namespace vorhand::skat

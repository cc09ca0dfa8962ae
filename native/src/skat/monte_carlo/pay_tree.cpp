#include "skat/monte_carlo/pay_tree.hpp"

#include "skat/solver/moves.hpp"

namespace vorhand::skat {

using solver::kBit;
using solver::low;
using solver::Node;
using solver::one;
using solver::Set;

void PayTree::begin_world(const CardPlay& world, Objective objective) {
  const PlayTable& table = world.table;
  const solver::Position position{.hands = table.hands,
                                  .contract = table.contract,
                                  .soloist = table.soloist,
                                  .leader = table.leader,
                                  .trick = {table.trick[0], table.trick[1]},
                                  .trick_size = table.trick_size};
  frame_ = solver::Frame(position);
  owned_ = frame_.owned;
  root_.node = {.cards = frame_.cards(),
                .rest = card_points(position.cards()),
                .tricks = frame_.tricks,
                .leader = frame_.leader,
                .trick_size = frame_.trick_size,
                .led = frame_.trick[0],
                .second = frame_.trick[1]};
  root_.points = table.points_with_skat();
  max_is_soloist_ = world.player() == table.soloist;

  num_steps_ = 0;
  const auto add_step = [&](Outcome below, Outcome from) {
    if (num_steps_ == 0) pays_[0] = world.pay(below, objective);
    const double pay = world.pay(from, objective);
    if (pay == pays_[static_cast<std::size_t>(num_steps_)]) return;
    steps_[static_cast<std::size_t>(num_steps_++)] = from;
    pays_[static_cast<std::size_t>(num_steps_)] = pay;
  };
  if (table.contract == Contract::kNull) {
    kind_ = Kind::kNull;
    root_.broken = table.soloist_tricks > 0;
    add_step(1, 0);
  } else if (table.target == kTotalPoints) {
    kind_ = Kind::kTakesAll;
    root_.broken = table.defender_tricks > 0;
    add_step(0, kTookAll);
  } else {
    kind_ = Kind::kPoints;
    for (const Outcome from : {31, 61, 90}) add_step(0, from);
    workspace_.trump().begin(position);
    return;
  }
  workspace_.trick().begin(position);
}

int PayTree::rank_of(Outcome outcome) const {
  int steps = 0;
  if (kind_ == Kind::kNull) {
    steps = outcome == 0 ? num_steps_ : 0;
  } else if (kind_ == Kind::kTakesAll) {
    steps = outcome == kTookAll ? num_steps_ : 0;
  } else if (outcome != kTookNone) {
    while (steps < num_steps_ && outcome >= steps_[static_cast<std::size_t>(steps)]) ++steps;
  }
  return max_is_soloist_ ? steps : num_steps_ - steps;
}

double PayTree::pay(int rank) const {
  return max_is_soloist_ ? pays_[static_cast<std::size_t>(rank)]
                         : -pays_[static_cast<std::size_t>(num_steps_ - rank)];
}

Set PayTree::hand(const Place& place, int seat) const {
  const Node& node = place.node;
  const Set table = (node.led < 0 ? 0 : one(node.led)) | (node.second < 0 ? 0 : one(node.second));
  return node.cards & ~table & owned_[static_cast<std::size_t>(seat)];
}

Set PayTree::legal(const Place& place) const {
  const Set cards = hand(place, seat(place));
  const Set following = place.node.trick_size > 0 ? cards & kBit.group[place.node.led] : 0;
  return following ? following : cards;
}

// If points do not matter, all adjacent cards are equivalent.
Set PayTree::distinct(const Place& place, Set legal) const {
  if (kind_ == Kind::kPoints) return solver::without_equals(legal, place.node.cards);
  return legal & ~solver::linked_below(legal, solver::gaps(place.node.cards));
}

PayTree::Place PayTree::play(const Place& place, int card) const {
  const Node& node = place.node;
  Place after = place;
  if (node.trick_size < 2) {
    ++after.node.trick_size;
    (node.trick_size == 0 ? after.node.led : after.node.second) = card;
    return after;
  }
  int winner = 0, winning = node.led;
  if (kBit.beaters[winning] & one(node.second)) winner = 1, winning = node.second;
  if (kBit.beaters[winning] & one(card)) winner = 2;
  winner = (node.leader + winner) % kNumPlayers;
  const Set trick = one(node.led) | one(node.second) | one(card);
  const int points = kind_ == Kind::kNull ? 0 : solver::set_points(trick);
  after.node = {.cards = node.cards & ~trick,
                .rest = node.rest - points,
                .tricks = node.tricks - 1,
                .leader = winner};
  if (winner == 0) after.points += points;
  after.broken |= kind_ == Kind::kNull ? winner == 0 : winner != 0;
  return after;
}

bool PayTree::exceeds(const Place& place, int rank) {
  return reaches(place, step_above(rank)) == max_is_soloist_;
}

bool PayTree::may_exceed(const Place& place, int rank) const {
  if (rank >= num_steps_) return false;
  const std::optional<bool> certain = settled(place, step_above(rank));
  return !certain || *certain == max_is_soloist_;
}

bool PayTree::may_miss(const Place& place, int rank) const {
  if (rank <= 0) return false;
  const std::optional<bool> certain = settled(place, step_above(rank - 1));
  return !certain || *certain != max_is_soloist_;
}

int PayTree::rank(const Place& place, int low, int high) {
  while (low < high) {
    const int middle = (low + high) / 2;
    if (exceeds(place, middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::optional<bool> PayTree::settled(const Place& place, int step) const {
  if (kind_ != Kind::kPoints) {
    if (place.broken) return false;
    if (place.node.tricks == 0) return true;
    return std::nullopt;
  }
  const int from = steps_[static_cast<std::size_t>(step)];
  if (place.points >= from) return true;
  if (place.points + place.node.rest < from) return false;
  return std::nullopt;
}

bool PayTree::reaches(const Place& place, int step) {
  if (const std::optional<bool> certain = settled(place, step)) return *certain;
  switch (kind_) {
    case Kind::kNull:
      return workspace_.trick().null_made(place.node);
    case Kind::kTakesAll:
      return workspace_.trick().takes_all(place.node);
    default:
      return workspace_.trump().search().at_least(
          place.node, steps_[static_cast<std::size_t>(step)] - place.points);
  }
}

}  // namespace vorhand::skat

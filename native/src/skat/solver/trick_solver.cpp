#include "skat/solver/trick_solver.hpp"

namespace vorhand::skat::solver {

void TrickSolver::begin(const Position& position, std::uint64_t node_budget,
                        std::uint32_t techniques, NullEndings* endings) {
  frame_ = Frame(position);
  root_ = Node{.cards = frame_.cards(),
               .tricks = frame_.tricks,
               .leader = frame_.leader,
               .trick_size = frame_.trick_size,
               .led = frame_.trick[0],
               .second = frame_.trick[1]};
  search_.begin(frame_, techniques, node_budget);
  null_.begin(frame_, techniques, node_budget, endings);
}

Set TrickSolver::legal(const Node& node) const {
  Set hand = node.cards & frame_.owned[(node.leader + node.trick_size) % kNumPlayers];
  const Set following = node.trick_size > 0 ? hand & kBit.group[node.led] : 0;
  return following ? following : hand;
}

auto TrickSolver::play(const Node& node, int b) const -> Played {
  Node after = node;
  ++after.trick_size;
  if (node.trick_size == 0) {
    after.led = b;
    return {after, -1};
  }
  if (node.trick_size == 1) {
    after.second = b;
    return {after, -1};
  }
  int winner = 0, winning = node.led;
  if (kBit.beaters[winning] & one(node.second)) winner = 1, winning = node.second;
  if (kBit.beaters[winning] & one(b)) winner = 2;
  winner = (node.leader + winner) % kNumPlayers;
  after = Node{.cards = node.cards & ~(one(node.led) | one(node.second) | one(b)),
               .tricks = node.tricks - 1,
               .leader = winner};
  return {after, winner};
}

int TrickSolver::time_to_live(const Node& node) {
  if (!null_.forced(node, node.tricks)) return 0;
  int horizon = 1;
  while (horizon < node.tricks && !null_.forced(node, horizon)) ++horizon;
  return horizon;
}

// Return the time to live, counted from the trick in which `b` is played.
int TrickSolver::time_after(const Node& node, int b) {
  const auto [after, winner] = play(node, b);
  if (winner == 0) return 1;
  const int time = after.tricks > 0 ? time_to_live(after) : 0;
  return time == 0 ? 0 : time + (winner > 0 ? 1 : 0);
}

int TrickSolver::time_to_live() { return root_.tricks > 0 ? time_to_live(root_) : 0; }

template <class Value>
MoveValues TrickSolver::each_move(Value&& value) const {
  MoveValues values;
  values.fill(kNoValue);
  if (root_.tricks == 0) return values;
  for (Set moves = legal(root_); moves; moves &= moves - 1) {
    values[frame_.card_of[low(moves)]] = static_cast<std::int16_t>(value(low(moves)));
  }
  return values;
}

MoveValues TrickSolver::moves_time_to_live() {
  return each_move([&](int b) { return time_after(root_, b); });
}

// `soloist_wins`: the event is that the soloist wins a trick, otherwise that a defender does.
template <class Happens>
MoveValues TrickSolver::moves_without(bool soloist_wins, Happens&& happens) const {
  return each_move([&](int b) {
    const auto [after, winner] = play(root_, b);
    if (winner >= 0 && (winner == 0) == soloist_wins) return 0;
    return happens(after) ? 0 : 1;
  });
}

MoveValues TrickSolver::moves_null_made() {
  return moves_without(true, [&](const Node& node) { return null_.forced(node, node.tricks); });
}
MoveValues TrickSolver::moves_takes_all() {
  return moves_without(false, [&](const Node& node) {
    return search_.happens(Event::kDefenderScores, node, node.tricks);
  });
}
MoveValues TrickSolver::moves_takes_none() {
  return moves_without(true, [&](const Node& node) {
    return search_.happens(Event::kSoloistScores, node, node.tricks);
  });
}

std::vector<Card> TrickSolver::principal_variation() {
  std::vector<Card> line;
  Node node = root_;
  int time = time_to_live();
  while (node.tricks > 0) {
    for (Set moves = legal(node); moves; moves &= moves - 1) {
      if (time_after(node, low(moves)) != time) continue;
      line.push_back(frame_.card_of[low(moves)]);
      const auto [after, winner] = play(node, low(moves));
      if (winner == 0) return line;
      if (winner > 0 && time > 0) --time;
      node = after;
      break;
    }
  }
  return line;
}

}  // namespace vorhand::skat::solver

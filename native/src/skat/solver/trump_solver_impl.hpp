// Included where a solver is instantiated: by trump_solver.cpp for play, by each study for its own
// policy.
#pragma once

#include <algorithm>

#include "skat/solver/first_guess.hpp"
#include "skat/solver/trump_search_impl.hpp"
#include "skat/solver/trump_solver.hpp"

namespace vorhand::skat::solver {

template <class Policy>
void TrumpSolver<Policy>::begin(const Position& position, std::uint64_t node_budget) {
  frame_ = Frame(position);
  root_ = Node{.cards = frame_.cards(),
               .rest = set_points(frame_.cards()),
               .tricks = frame_.tricks,
               .leader = frame_.leader,
               .trick_size = frame_.trick_size,
               .led = frame_.trick[0],
               .second = frame_.trick[1]};
  search_.begin(frame_, node_budget);
}

template <class Policy>
int TrumpSolver<Policy>::first_guess() const {
  constexpr int kWorthIt = 4;  // tricks; with fewer, the net takes longer than it saves
  if (!search_.on(kFirstGuess) || root_.tricks < kWorthIt) return root_.rest / 2;
  const bool grand = (root_.cards & kTrumps & ~kJackBits) == 0;
  return solver::first_guess(frame_.owned, grand, root_.leader, root_.tricks, root_.rest);
}

template <class Policy>
int TrumpSolver<Policy>::value_within(int low, int high) {
  return solve(root_, std::max(0, low), std::min(high, root_.rest), first_guess());
}

// Probes start a little above the guess. If the value is below, they come down point by point; else
// they go up in steps until the value is enclosed, and then down again. Showing that the value is
// below `probe` takes a third of the nodes of showing a lower bound, so a high guess is cheaper
// than a low one.
template <class Policy>
int TrumpSolver<Policy>::solve(const Node& node, int low, int high, int guess) {
  constexpr int kAbove = 3, kUp = 5;
  int probe = guess + kAbove;
  bool below = false;  // the value is known to be below a probe
  while (low < high) {
    probe = std::clamp(probe, low + 1, high);
    const int bound = search_.bound(node, probe);
    if (bound >= probe) {
      low = std::min(bound, high);
    } else {
      high = std::max(bound, low);
      below = true;
    }
    if (!search_.on(kGallop)) {
      probe = low + (high - low + 1) / 2;
    } else {
      probe = below ? high : low + kUp;
    }
  }
  return low;
}

template <class Policy>
template <class Value>
MoveValues TrumpSolver<Policy>::each_move(CardSet moves, Value&& value) {
  MoveValues values;
  values.fill(kNoValue);
  const Set legal = search_.legal(root_);
  const Set tried = search_.on(kEquivalentCards) ? without_equals(legal, root_.cards) : legal;
  std::int16_t last = kNoValue;
  for (Set left = legal; left; left &= left - 1) {
    const int b = low(left);
    // An equivalent card comes right after its representative.
    if (tried & one(b)) last = kNoValue;
    if (!(moves & bit(frame_.card_of[b]))) continue;
    if (last == kNoValue) last = static_cast<std::int16_t>(value(b));
    values[frame_.card_of[b]] = last;
  }
  return values;
}

// Most moves are worth about as much as the previous one. Finding the best value first would cost
// more than its window saves.
template <class Policy>
MoveValues TrumpSolver<Policy>::move_values(CardSet moves) {
  int guess = first_guess();
  return each_move(moves, [&](int b) {
    int won = 0;
    const Node after = search_.play(root_, b, won);
    guess = won + solve(after, 0, after.rest, guess - won);
    return guess;
  });
}

template <class Policy>
MoveValues TrumpSolver<Policy>::moves_at_least(int points, CardSet moves) {
  return each_move(moves, [&](int b) {
    int won = 0;
    const Node after = search_.play(root_, b, won);
    return search_.at_least(after, points - won) ? 1 : 0;
  });
}

template <class Policy>
std::vector<Card> TrumpSolver<Policy>::principal_variation() {
  std::vector<Card> line;
  Node node = root_;
  int rest_value = value();
  while (node.tricks > 0) {
    const bool soloist = (node.leader + node.trick_size) % kNumPlayers == 0;
    for (Set moves = search_.legal(node); moves; moves &= moves - 1) {
      int won = 0;
      const Node after = search_.play(node, low(moves), won);
      const int wanted = rest_value - won;
      const bool keeps =
          soloist ? search_.at_least(after, wanted) : !search_.at_least(after, wanted + 1);
      if (!keeps) continue;
      line.push_back(frame_.card_of[low(moves)]);
      node = after;
      rest_value = wanted;
      break;
    }
  }
  return line;
}

}  // namespace vorhand::skat::solver

#include "skat/solver/minimax.hpp"

#include <algorithm>

namespace vorhand::skat::solver {
namespace {

// The value when no card is left.
int value_of_nothing(Goal goal) {
  return goal == Goal::kTakesAll || goal == Goal::kTakesNone ? 1 : 0;
}

// Whether the soloist likes `left` better than `right`.
bool prefers(Goal goal, int left, int right) {
  switch (goal) {
    case Goal::kTakesNone:  // he wants a trick
      return left < right;
    case Goal::kTimeToLive:  // never is best, late is better than soon
      return right != 0 && (left == 0 || left > right);
    default:
      return left > right;
  }
}

}  // namespace

int minimax(const Position& position, Goal goal) {
  if (position.tricks_left() == 0) return value_of_nothing(goal);
  const bool soloist_moves = position.to_move() == position.soloist;
  CardSet moves = position.legal();
  int best = minimax_after(position, pop_lowest(moves), goal);
  while (moves) {
    const int value = minimax_after(position, pop_lowest(moves), goal);
    if (soloist_moves ? prefers(goal, value, best) : prefers(goal, best, value)) best = value;
  }
  return best;
}

int minimax_after(const Position& position, Card card, Goal goal) {
  Position next = position;
  const int points = play(next, card);
  if (next.trick_size > 0) return minimax(next, goal);
  const bool soloist_took_it = next.leader == next.soloist;
  switch (goal) {
    case Goal::kTakesAll:
      return soloist_took_it ? minimax(next, goal) : 0;
    case Goal::kTakesNone:
      return soloist_took_it ? 0 : minimax(next, goal);
    case Goal::kTimeToLive: {
      if (soloist_took_it) return 1;
      const int time = minimax(next, goal);
      return time == 0 ? 0 : time + 1;
    }
    default:
      return points + minimax(next, goal);
  }
}

}  // namespace vorhand::skat::solver

#include "skat/studies/minimax.hpp"

#include <algorithm>

namespace vorhand::skat::solver {
namespace {

int value_of_nothing(Goal goal) {
  return goal == Goal::kTakesAll || goal == Goal::kTakesNone ? 1 : 0;
}

// Tell whether the soloist prefers `left` to `right`.
bool prefers(Goal goal, int left, int right) {
  switch (goal) {
    case Goal::kTakesNone:  // the soloist wants a trick
      return left < right;
    case Goal::kTimeToLive:  // never is best, late is better than soon
      return right != 0 && (left == 0 || left > right);
    default:
      return left > right;
  }
}

int minimax_of_moves(const Position& position, Goal goal, Memory* memory) {
  const bool soloist_moves = position.to_move() == position.soloist;
  CardSet moves = position.legal();
  int best = minimax_after(position, pop_lowest(moves), goal, memory);
  while (moves) {
    const int value = minimax_after(position, pop_lowest(moves), goal, memory);
    if (soloist_moves ? prefers(goal, value, best) : prefers(goal, best, value)) best = value;
  }
  return best;
}

}  // namespace

int minimax(const Position& position, Goal goal, Memory* memory) {
  if (position.tricks_left() == 0) return value_of_nothing(goal);
  if (memory == nullptr || position.trick_size > 0) {
    return minimax_of_moves(position, goal, memory);
  }
  const auto& [first, second, third] = position.hands;
  const MemoryKey key{first, second, third, static_cast<std::uint32_t>(position.leader)};
  const auto known = memory->find(key);
  if (known != memory->end()) return known->second;
  return (*memory)[key] = minimax_of_moves(position, goal, memory);
}

int minimax_after(const Position& position, Card card, Goal goal, Memory* memory) {
  Position next = position;
  const int points = play(next, card);
  if (next.trick_size > 0) return minimax(next, goal, memory);
  const bool soloist_took_it = next.leader == next.soloist;
  switch (goal) {
    case Goal::kTakesAll:
      return soloist_took_it ? minimax(next, goal, memory) : 0;
    case Goal::kTakesNone:
      return soloist_took_it ? 0 : minimax(next, goal, memory);
    case Goal::kTimeToLive: {
      if (soloist_took_it) return 1;
      const int time = minimax(next, goal, memory);
      return time == 0 ? 0 : time + 1;
    }
    default:
      return points + minimax(next, goal, memory);
  }
}

}  // namespace vorhand::skat::solver

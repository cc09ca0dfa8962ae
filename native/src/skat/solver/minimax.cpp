#include "skat/solver/minimax.hpp"

#include <algorithm>

namespace vorhand::skat::solver {
namespace {

constexpr int kNever = kNumTricks + 1;

// As minimax_time_to_live, with kNever for "he never has to".
int first_trick_won(const Position& position) {
  if (position.tricks_left() == 0) return kNever;
  const bool soloist_moves = position.to_move() == position.soloist;
  int best = soloist_moves ? 0 : kNever;
  for (CardSet moves = position.legal(); moves;) {
    Position next = position;
    play(next, pop_lowest(moves));
    const bool trick_over = next.trick_size == 0;
    int trick = 1;
    if (!trick_over || next.leader != position.soloist) {
      trick = first_trick_won(next);
      if (trick_over && trick != kNever) ++trick;
    }
    best = soloist_moves ? std::max(best, trick) : std::min(best, trick);
  }
  return best;
}

}  // namespace

int minimax_points(const Position& position) {
  if (position.tricks_left() == 0) return 0;
  const bool soloist_moves = position.to_move() == position.soloist;
  int best = soloist_moves ? 0 : kTotalPoints;
  for (CardSet moves = position.legal(); moves;) {
    Position next = position;
    const int won = play(next, pop_lowest(moves));
    const int points = won + minimax_points(next);
    best = soloist_moves ? std::max(best, points) : std::min(best, points);
  }
  return best;
}

int minimax_time_to_live(const Position& position) {
  const int trick = first_trick_won(position);
  return trick == kNever ? 0 : trick;
}

bool minimax_takes_all(const Position& position) {
  if (position.tricks_left() == 0) return true;
  const bool soloist_moves = position.to_move() == position.soloist;
  bool takes_all = !soloist_moves;
  for (CardSet moves = position.legal(); moves;) {
    Position next = position;
    play(next, pop_lowest(moves));
    const bool lost = next.trick_size == 0 && next.leader != position.soloist;
    const bool value = !lost && minimax_takes_all(next);
    takes_all = soloist_moves ? (takes_all || value) : (takes_all && value);
  }
  return takes_all;
}

}  // namespace vorhand::skat::solver

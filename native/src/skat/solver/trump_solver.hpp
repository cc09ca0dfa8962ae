// Values of positions of a trump game, by zero-window searches.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "skat/solver/position.hpp"
#include "skat/solver/trump_search.hpp"

namespace vorhand::skat::solver {

inline constexpr std::int16_t kNoValue = -1;

// Values by card of skat/cards.hpp; kNoValue for cards that are illegal or not asked for.
using MoveValues = std::array<std::int16_t, kNumCards>;

// A solver of one position at a time. Values are the soloist's card points still to come, including
// the current trick, without the skat and finished tricks.
template <class Policy = Playing>
class TrumpSolver {
 public:
  explicit TrumpSolver(Table& table) : search_(table) {}

  // Begin a valid position of a trump game; the other functions refer to it.
  void begin(const Position& position, std::uint64_t node_budget = kUnbounded);

  int value() { return value_within(0, root_.rest); }
  // Return the value, searching from the caller's guess.
  int value_from(int guess) { return solve(root_, 0, root_.rest, guess); }
  // Return the value clipped to the window.
  int value_within(int low, int high);
  bool at_least(int points) { return search_.at_least(root_, points); }

  // Return the value after every legal card of `moves`, or 1 if it is at least `points` and else 0.
  MoveValues move_values(CardSet moves = kAllCards);
  MoveValues moves_at_least(int points, CardSet moves = kAllCards);

  std::vector<Card> principal_variation();

  std::uint64_t nodes() const { return search_.nodes(); }
  TrumpSearch<Policy>& search() { return search_; }
  Policy& policy() { return search_.policy(); }
  const Node& root() const { return root_; }
  const Frame& frame() const { return frame_; }

 private:
  // Return the value of a node, clipped to [low, high].
  int solve(const Node& node, int low, int high, int guess);
  int first_guess() const;
  template <class Value>
  MoveValues each_move(CardSet moves, Value&& value);

  TrumpSearch<Policy> search_;
  Frame frame_{Position{}};
  Node root_;
};

extern template class TrumpSolver<Playing>;

}  // namespace vorhand::skat::solver

// Questions about a trump game, answered by zero-window searches.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "skat/solver/position.hpp"
#include "skat/solver/trump_search.hpp"

namespace vorhand::skat::solver {

inline constexpr std::int16_t kNoValue = -1;

// Values by card of skat/cards.hpp; kNoValue where the card is not legal.
using MoveValues = std::array<std::int16_t, kNumCards>;

// Answers about one position at a time. Values are the soloist's card points still to
// come, the current trick included, the skat and finished tricks excluded.
template <class Policy = Playing>
class TrumpSolver {
 public:
  explicit TrumpSolver(Table& table) : search_(table) {}

  // Takes up a valid position of a trump game; later questions are about it.
  void begin(const Position& position, std::uint64_t node_budget = kUnbounded);

  int value() { return value_within(0, root_.rest); }
  // The value, looked for from a guess of one's own.
  int value_from(int guess) { return solve(root_, 0, root_.rest, guess); }
  // The value, cut off at the ends of the window.
  int value_within(int low, int high);
  bool at_least(int points) { return search_.at_least(root_, points); }

  // For every legal card of `moves` the value after it, or whether it is at least `points`
  // (0 or 1).
  MoveValues move_values(CardSet moves = kAllCards);
  MoveValues moves_at_least(int points, CardSet moves = kAllCards);

  // Best play by all to the end.
  std::vector<Card> principal_variation();

  std::uint64_t nodes() const { return search_.nodes(); }
  TrumpSearch<Policy>& search() { return search_; }
  Policy& policy() { return search_.policy(); }
  const Node& root() const { return root_; }
  const Frame& frame() const { return frame_; }

 private:
  // Value of a node known to lie in [low, high].
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

// Deterministic solving of many worlds on several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "skat/solver/trick_solver.hpp"
#include "skat/solver/trump_solver.hpp"

namespace vorhand::skat::solver {

enum class Question {
  kValue,       // points, or 1 for a null that is made
  kWindow,      // points, cut off at `low` and `high`
  kAtLeast,     // 1 if at least `low` points
  kTakesAll,    // 1 if the soloist takes every trick left
  kTakesNone,   // 1 if the defenders can keep the soloist from taking a trick
  kTimeToLive,  // null: trick that the soloist is forced to win, 0 if none
  kMoves,       // the value of each legal card
  kMovesAtLeast,
  kMovesTakesAll,
  kMovesTakesNone,
  kMovesTimeToLive,
};

// Return the question with a Python name (`value`, `moves_at_least`, ...); throw PositionError for
// an unknown name.
Question parse_question(std::string_view name);
constexpr bool asks_moves(Question question) { return question >= Question::kMoves; }
bool about_points(Question question, Contract contract);

struct Task {
  Question question = Question::kValue;
  int low = 0;  // start of the window, or the threshold
  int high = kTotalPoints;
  int threads = 1;
  int table_bits = 15;
  std::uint64_t node_budget = 0;  // maximum nodes per world; 0: no limit
  // Questions about points only:
  CardSet moves = kAllCards;  // moves to be valued by questions about moves
  bool again = false;         // the position is the previous one, so its results remain valid

  std::uint64_t budget() const { return node_budget ? node_budget : kUnbounded; }
};

struct Cancelled : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Results by world; `values` has 32 columns (by card) if the question asks for moves.
struct Answers {
  std::span<std::int16_t> values;
  std::span<CardSet> legal;
  std::span<std::uint64_t> nodes;
};

// Answer the question for every world. All positions are validated before any search. Each world is
// solved separately, so values and node counts depend neither on threads nor on the order.
// `keep_going` is polled between worlds from the calling thread; once it returns false the call
// throws Cancelled. Throws PositionError, NodeBudgetError (both name the world if there are
// several) or Cancelled.
void solve(std::span<const Position> worlds, const Task& task, const Answers& answers,
           const std::function<bool()>& keep_going);

// Throw PositionError if the question does not fit the contract, or a setting is out of range.
void validate(const Task& task, Contract contract);

// A solver of all questions with its tables, reused for every call.
class Workspace {
 public:
  explicit Workspace(int table_bits);
  int table_bits() const { return table_bits_; }
  // Write the answer (1 or 32 values); return the number of nodes.
  std::uint64_t answer(const Position& position, const Task& task, std::span<std::int16_t> values);
  TrumpSolver<>& trump() { return trump_; }
  TrickSolver& trick() { return trick_; }
  // Return the bytes in use for a contract: the search with its facts, and its table.
  std::size_t bytes(Contract contract) const;

 private:
  int table_bits_;
  Table table_;
  TrumpSolver<> trump_;
  TrickSolver trick_;
};

}  // namespace vorhand::skat::solver

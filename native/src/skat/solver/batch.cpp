#include "skat/solver/batch.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "skat/solver/crew.hpp"

namespace vorhand::skat::solver {
namespace {

constexpr std::array<std::pair<std::string_view, Question>, 11> kQuestions{{
    {"value", Question::kValue},
    {"window", Question::kWindow},
    {"at_least", Question::kAtLeast},
    {"takes_all", Question::kTakesAll},
    {"takes_none", Question::kTakesNone},
    {"time_to_live", Question::kTimeToLive},
    {"moves", Question::kMoves},
    {"moves_at_least", Question::kMovesAtLeast},
    {"moves_takes_all", Question::kMovesTakesAll},
    {"moves_takes_none", Question::kMovesTakesNone},
    {"moves_time_to_live", Question::kMovesTimeToLive},
}};

}  // namespace

Question parse_question(std::string_view name) {
  std::string expected;
  for (const auto& [known, question] : kQuestions) {
    if (known == name) return question;
    expected += (expected.empty() ? "" : ", ") + std::string(known);
  }
  throw PositionError("question '" + std::string(name) + "': expected one of " + expected);
}

void validate(const Task& task, Contract contract) {
  const bool null = contract == Contract::kNull;
  const Question q = task.question;
  const bool points =
      q == Question::kWindow || q == Question::kAtLeast || q == Question::kMovesAtLeast;
  if (null && points) throw PositionError("null: a question about card points");
  if (!null && (q == Question::kTimeToLive || q == Question::kMovesTimeToLive)) {
    throw PositionError("time to live: expected the contract null");
  }
  if (q == Question::kWindow && task.low > task.high) {
    throw PositionError("window " + std::to_string(task.low) + ".." + std::to_string(task.high) +
                        ": expected low <= high");
  }
  if (task.threads < 1 || task.threads > 256) {
    throw PositionError("threads " + std::to_string(task.threads) + ": expected 1 to 256");
  }
  if (task.table_bits < 4 || task.table_bits > 28) {
    throw PositionError("table_bits " + std::to_string(task.table_bits) + ": expected 4 to 28");
  }
}

Workspace::Workspace(int table_bits)
    : table_bits_(table_bits), table_(table_bits), trump_(table_), trick_(table_bits) {}

std::size_t Workspace::bytes(Contract contract) const {
  if (contract == Contract::kNull) return trick_.bytes();
  return sizeof(trump_) + kTrumpSubsets * sizeof(TrumpFacts) + table_.bytes();
}

bool about_points(Question question, Contract contract) {
  switch (question) {
    case Question::kValue:
    case Question::kMoves:
      return contract != Contract::kNull;
    case Question::kWindow:
    case Question::kAtLeast:
    case Question::kMovesAtLeast:
      return true;
    default:
      return false;
  }
}

std::uint64_t Workspace::answer(const Position& position, const Task& task,
                                std::span<std::int16_t> values) {
  if (about_points(task.question, position.contract)) {
    if (!task.again) trump_.begin(position, task.budget());
    ask_points(trump_, task, values);
    return trump_.nodes();
  }
  trick_.begin(position, task.budget());
  ask_tricks(trick_, task, values);
  return trick_.nodes();
}

void ask_tricks(TrickSolver& solver, const Task& task, std::span<std::int16_t> values) {
  const auto all = [&](const MoveValues& found) { std::ranges::copy(found, values.begin()); };
  switch (task.question) {
    case Question::kTakesAll:
      values[0] = solver.takes_all();
      break;
    case Question::kTakesNone:
      values[0] = solver.takes_none();
      break;
    case Question::kTimeToLive:
      values[0] = static_cast<std::int16_t>(solver.time_to_live());
      break;
    case Question::kMoves:
      all(solver.moves_null_made());
      break;
    case Question::kMovesTakesAll:
      all(solver.moves_takes_all());
      break;
    case Question::kMovesTakesNone:
      all(solver.moves_takes_none());
      break;
    case Question::kMovesTimeToLive:
      all(solver.moves_time_to_live());
      break;
    default:
      values[0] = solver.null_made();
  }
}

void solve(std::span<const Position> worlds, const Task& task, const Answers& answers,
           const std::function<bool()>& keep_going) {
  solve_by<Workspace>(worlds, task, answers, keep_going);
}

}  // namespace vorhand::skat::solver

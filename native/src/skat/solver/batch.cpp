#include "skat/solver/batch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "keep_going.hpp"
#include "parallel.hpp"

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

// Workspaces not in use; a call borrows one for each of its threads.
class Pool {
 public:
  std::unique_ptr<Workspace> take(int table_bits) {
    {
      const std::lock_guard lock(mutex_);
      for (auto& workspace : idle_) {
        if (workspace->table_bits() != table_bits) continue;
        std::swap(workspace, idle_.back());
        auto taken = std::move(idle_.back());
        idle_.pop_back();
        return taken;
      }
    }
    return std::make_unique<Workspace>(table_bits);
  }

  void give_back(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < kMostIdle) idle_.push_back(std::move(workspace));
  }

 private:
  static constexpr std::size_t kMostIdle = 16;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> idle_;
};

Pool& pool() {
  static Pool shared;
  return shared;
}

// Which of several worlds an error is about.
std::string world_text(std::size_t world, std::span<const Position> worlds) {
  return worlds.size() > 1 ? "world " + std::to_string(world) + ": " : "";
}

// Runs `task` for each world on the threads; the first error by world number wins, so
// that it does not depend on timing.
class Crew {
 public:
  Crew(std::span<const Position> worlds, const Task& task, const Answers& answers)
      : worlds_(worlds), task_(task), answers_(answers) {}

  void run(const std::function<bool()>& keep_going) {
    on_threads(std::min<std::size_t>(task_.threads, worlds_.size()),
               [&](std::size_t thread) { work(thread == 0 ? keep_going : nullptr); });
    if (error_) std::rethrow_exception(error_);
    if (cancelled_) throw Cancelled("cancelled");
  }

 private:
  void work(const std::function<bool()>& keep_going) {
    KeepGoing go_on(keep_going);
    auto workspace = pool().take(task_.table_bits);
    const std::size_t columns = asks_moves(task_.question) ? kNumCards : 1;
    for (;;) {
      if (!go_on()) cancelled_ = true;
      const std::size_t world = next_++;
      if (world >= worlds_.size() || cancelled_ || world > failed_) break;
      try {
        answers_.legal[world] = worlds_[world].tricks_left() > 0 ? worlds_[world].legal() : 0;
        answers_.nodes[world] = workspace->answer(
            worlds_[world], task_, answers_.values.subspan(world * columns, columns));
      } catch (const NodeBudgetError& error) {
        fail(world,
             std::make_exception_ptr(NodeBudgetError(world_text(world, worlds_) + error.what())));
      } catch (...) {
        fail(world, std::current_exception());
      }
    }
    pool().give_back(std::move(workspace));
  }

  void fail(std::size_t world, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (world >= failed_) return;
    failed_ = world;
    error_ = std::move(error);
  }

  std::span<const Position> worlds_;
  const Task& task_;
  const Answers& answers_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> failed_{std::numeric_limits<std::size_t>::max()};
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
};

void copy(const MoveValues& from, std::span<std::int16_t> to) {
  std::copy(from.begin(), from.end(), to.begin());
}

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
    : table_bits_(table_bits),
      table_(table_bits),
      trump_(table_),
      switchable_(table_),
      trick_(table_bits) {}

std::size_t Workspace::bytes(Contract contract) const {
  if (contract == Contract::kNull) return trick_.bytes();
  return sizeof(trump_) + kTrumpSubsets * sizeof(TrumpFacts) + table_.bytes();
}

std::uint64_t Workspace::answer(const Position& position, const Task& task,
                                std::span<std::int16_t> values) {
  switch (task.question) {
    case Question::kValue:
    case Question::kMoves:
      if (position.contract == Contract::kNull) return answer_tricks(position, task, values);
      [[fallthrough]];
    case Question::kWindow:
    case Question::kAtLeast:
    case Question::kMovesAtLeast:
      if (task.pruning) {
        if (!pruning_) pruning_.emplace(table_);
        pruning_->search().prune_by(*task.pruning);
        return answer_points(*pruning_, position, task, values);
      }
      if (task.tables[0] || task.tables[1]) {
        if (!looking_up_) looking_up_.emplace(table_);
        looking_up_->search().look_up_in(task.tables[0], task.tables[1]);
        return answer_points(*looking_up_, position, task, values);
      }
      return task.techniques == kAllTechniques ? answer_points(trump_, position, task, values)
                                               : answer_points(switchable_, position, task, values);
    default:
      return answer_tricks(position, task, values);
  }
}

template <class Solver>
std::uint64_t Workspace::answer_points(Solver& solver, const Position& position, const Task& task,
                                       std::span<std::int16_t> values) {
  if (!task.again) {
    solver.begin(position, task.techniques, task.node_budget ? task.node_budget : kUnbounded);
  }
  switch (task.question) {
    case Question::kWindow:
      values[0] = static_cast<std::int16_t>(solver.value_within(task.low, task.high));
      break;
    case Question::kAtLeast:
      values[0] = solver.at_least(task.low) ? 1 : 0;
      break;
    case Question::kMoves:
      copy(solver.move_values(task.moves), values);
      break;
    case Question::kMovesAtLeast:
      copy(solver.moves_at_least(task.low, task.moves), values);
      break;
    default:
      values[0] = static_cast<std::int16_t>(solver.value());
  }
  return solver.nodes();
}

std::uint64_t Workspace::answer_tricks(const Position& position, const Task& task,
                                       std::span<std::int16_t> values) {
  trick_.begin(position, task.techniques, task.node_budget ? task.node_budget : kUnbounded,
               task.diagrams);
  switch (task.question) {
    case Question::kTakesAll:
      values[0] = trick_.takes_all();
      break;
    case Question::kTakesNone:
      values[0] = trick_.takes_none();
      break;
    case Question::kTimeToLive:
      values[0] = static_cast<std::int16_t>(trick_.time_to_live());
      break;
    case Question::kMoves:
      copy(trick_.moves_null_made(), values);
      break;
    case Question::kMovesTakesAll:
      copy(trick_.moves_takes_all(), values);
      break;
    case Question::kMovesTakesNone:
      copy(trick_.moves_takes_none(), values);
      break;
    case Question::kMovesTimeToLive:
      copy(trick_.moves_time_to_live(), values);
      break;
    default:
      values[0] = trick_.null_made();
  }
  return trick_.nodes();
}

void solve(std::span<const Position> worlds, const Task& task, const Answers& answers,
           const std::function<bool()>& keep_going) {
  for (std::size_t world = 0; world < worlds.size(); ++world) {
    try {
      validate(worlds[world]);
      validate(task, worlds[world].contract);
    } catch (const PositionError& error) {
      throw PositionError(world_text(world, worlds) + error.what());
    }
  }
  Crew(worlds, task, answers).run(keep_going);
}

}  // namespace vorhand::skat::solver

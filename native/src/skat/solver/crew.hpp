// Deterministic execution of one task per world on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "keep_going.hpp"
#include "parallel.hpp"
#include "skat/solver/batch.hpp"

namespace vorhand::skat::solver {

// Idle workspaces; a call borrows one for each of its threads.
template <class Work>
class Pool {
 public:
  static Pool& shared() {
    static Pool pool;
    return pool;
  }

  std::unique_ptr<Work> take(int table_bits) {
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
    return std::make_unique<Work>(table_bits);
  }

  void give_back(std::unique_ptr<Work> workspace) {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < kMostIdle) idle_.push_back(std::move(workspace));
  }

 private:
  static constexpr std::size_t kMostIdle = 16;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Work>> idle_;
};

inline std::string world_text(std::size_t world, std::size_t worlds) {
  return worlds > 1 ? "world " + std::to_string(world) + ": " : "";
}

// Run `task` for each world on the threads; if several fail, the error of the lowest-numbered world
// is thrown, independent of timing.
template <class Work, class Job>
class Crew {
 public:
  Crew(std::span<const Position> worlds, const Job& task, const Answers& answers)
      : worlds_(worlds), task_(task), answers_(answers) {}

  void run(const std::function<bool()>& keep_going) {
    on_threads(std::min<std::size_t>(task_.threads, worlds_.size()), [&](std::size_t thread) {
      try {
        work(thread == 0 ? keep_going : nullptr);
      } catch (...) {  // no memory for a workspace, or an exception of `keep_going`
        cancelled_ = true;
        throw;
      }
    });
    if (error_) std::rethrow_exception(error_);
    if (cancelled_) throw Cancelled("cancelled");
  }

 private:
  void work(const std::function<bool()>& keep_going) {
    KeepGoing go_on(keep_going);
    auto workspace = Pool<Work>::shared().take(task_.table_bits);
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
        fail(world, std::make_exception_ptr(
                        NodeBudgetError(world_text(world, worlds_.size()) + error.what())));
      } catch (...) {
        fail(world, std::current_exception());
      }
    }
    Pool<Work>::shared().give_back(std::move(workspace));
  }

  void fail(std::size_t world, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (world >= failed_) return;
    failed_ = world;
    error_ = std::move(error);
  }

  std::span<const Position> worlds_;
  const Job& task_;
  const Answers& answers_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> failed_{std::numeric_limits<std::size_t>::max()};
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
};

// Solve as `solve` does, but with workspaces of type `Work`.
template <class Work, class Job>
void solve_by(std::span<const Position> worlds, const Job& task, const Answers& answers,
              const std::function<bool()>& keep_going) {
  for (std::size_t world = 0; world < worlds.size(); ++world) {
    try {
      validate(worlds[world]);
      validate(task, worlds[world].contract);
    } catch (const PositionError& error) {
      throw PositionError(world_text(world, worlds.size()) + error.what());
    }
  }
  Crew<Work, Job>(worlds, task, answers).run(keep_going);
}

// Answer a question about points, or one about tricks, with a solver that has begun the position.
template <class Solver>
void ask_points(Solver& solver, const Task& task, std::span<std::int16_t> values) {
  switch (task.question) {
    case Question::kWindow:
      values[0] = static_cast<std::int16_t>(solver.value_within(task.low, task.high));
      break;
    case Question::kAtLeast:
      values[0] = solver.at_least(task.low) ? 1 : 0;
      break;
    case Question::kMoves:
      std::ranges::copy(solver.move_values(task.moves), values.begin());
      break;
    case Question::kMovesAtLeast:
      std::ranges::copy(solver.moves_at_least(task.low, task.moves), values.begin());
      break;
    default:
      values[0] = static_cast<std::int16_t>(solver.value());
  }
}
void ask_tricks(TrickSolver& solver, const Task& task, std::span<std::int16_t> values);

}  // namespace vorhand::skat::solver

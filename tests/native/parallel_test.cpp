// Threads that share work: every item once, errors, calls within calls, other callers, forks.
#include "parallel.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace vorhand;

static bool each_once(std::size_t n, int threads, std::size_t chunk) {
  std::vector<std::atomic<int>> times(n);
  parallel_for(n, threads, chunk, [&](std::size_t i) { ++times[i]; });
  return std::ranges::all_of(times, [](const auto& count) { return count == 1; });
}

static void check_numbers() {
  for (int round = 0; round < 200; ++round) {
    constexpr std::size_t kThreads = 7;
    std::array<std::atomic<int>, kThreads> calls{};
    on_threads(kThreads, [&](std::size_t thread) { ++calls[thread]; });
    CHECK(calls[0] == 1);
    CHECK(std::ranges::all_of(calls, [](const auto& count) { return count <= 1; }));
  }
}

// Helpers do begin: the call waits in its own thread until two have.
static void check_helpers_work() {
  std::atomic<int> begun{0};
  on_threads(3, [&](std::size_t) {
    ++begun;
    while (begun < 3) std::this_thread::yield();
  });
  CHECK(begun == 3);
}

static void check_errors() {
  for (const int threads : {1, 4}) {
    std::string text;
    try {
      parallel_for(1000, threads, 3, [](std::size_t i) {
        if (i == 500) throw std::runtime_error("item 500");
      });
    } catch (const std::runtime_error& error) {
      text = error.what();
    }
    CHECK(text == "item 500");
    CHECK(each_once(100, threads, 1));
  }
}

// Who throws does not matter: the call ends when all its threads have, and rethrows.
static void check_throwing_work() {
  constexpr std::size_t kThreads = 3;
  for (std::size_t thrower = 0; thrower < kThreads; ++thrower) {
    std::atomic<std::size_t> begun{0}, finished{0};
    bool caught = false;
    try {
      on_threads(kThreads, [&](std::size_t thread) {
        ++begun;
        while (begun < kThreads) std::this_thread::yield();
        if (thread == thrower) throw std::runtime_error("thrower");
        if (thread != 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ++finished;
      });
    } catch (const std::runtime_error& error) {
      caught = error.what() == std::string("thrower");
    }
    CHECK(caught && finished == kThreads - 1);
  }
  for (int round = 0; round < 200; ++round) {
    std::atomic<bool> returned{false};
    try {
      on_threads(kThreads, [&](std::size_t thread) {
        CHECK(!returned);
        if (thread == 0) throw std::runtime_error("at once");
      });
      CHECK(false);
    } catch (const std::runtime_error&) {
      returned = true;
    }
  }
  check_helpers_work();
}

// Threads beyond the number of cores end after a call, and give their memory back.
static void check_idle_threads() {
  static std::atomic<unsigned> alive{0};
  struct Kept {
    Kept() { ++alive; }
    ~Kept() { --alive; }
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = 3 * cores + 2;
  std::atomic<std::size_t> begun{0};
  on_threads(threads, [&](std::size_t) {
    thread_local Kept kept;
    ++begun;
    while (begun < threads) std::this_thread::yield();
  });
  CHECK(alive > 1);
  const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (alive > cores + 1) {  // and this thread
    CHECK(std::chrono::steady_clock::now() < limit);
    std::this_thread::yield();
  }
  check_helpers_work();
}

static void check_calls_within_calls() {
  std::atomic<int> sum{0};
  parallel_for(8, 4, 1, [&](std::size_t) {
    parallel_for(8, 4, 1, [&](std::size_t i) { sum += static_cast<int>(i); });
  });
  CHECK(sum == 8 * 28);
}

static void check_other_callers() {
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([] {
      for (int round = 0; round < 100; ++round) CHECK(each_once(64, 3, 4));
    });
  }
}

// A child has none of its parent's threads.
static void check_forks() {
#ifndef _WIN32
  const pid_t child = fork();
  if (child == 0) {
    check_helpers_work();
    _exit(each_once(1000, 3, 10) ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  check_helpers_work();
#endif
}

int main() {
  for (const int threads : {1, 2, 5}) {
    for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{1001}}) {
      for (const std::size_t chunk : {std::size_t{1}, std::size_t{64}}) {
        CHECK(each_once(n, threads, chunk));
      }
    }
  }
  check_numbers();
  check_helpers_work();
  check_errors();
  check_throwing_work();
  check_idle_threads();
  check_calls_within_calls();
  check_other_callers();
  check_forks();
}

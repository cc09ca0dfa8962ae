#include "skat/monte_carlo/shared_work.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace vorhand::skat {

bool share(std::size_t n, int threads, const std::function<Worker()>& maker,
           const std::function<bool()>& keep_going) {
  using Clock = std::chrono::steady_clock;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  std::exception_ptr error;
  std::mutex mutex;
  const auto work = [&](bool asks) {
    try {
      const Worker worker = maker();
      auto asked = Clock::now();
      for (std::size_t i = next++; i < n && !stopped; i = next++) {
        worker(i);
        if (asks && Clock::now() - asked > std::chrono::milliseconds(20)) {
          if (!keep_going()) stopped = true;
          asked = Clock::now();
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      error = std::current_exception();
      stopped = true;
    }
  };
  std::vector<std::thread> helpers;
  const std::size_t most = std::min(static_cast<std::size_t>(threads), n);
  for (std::size_t i = 1; i < most; ++i) helpers.emplace_back(work, false);
  work(true);
  for (auto& helper : helpers) helper.join();
  if (error) std::rethrow_exception(error);
  return !stopped;
}

}  // namespace vorhand::skat

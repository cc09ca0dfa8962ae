#include "skat/monte_carlo/shared_work.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "keep_going.hpp"
#include "parallel.hpp"

namespace vorhand::skat {

bool share(std::size_t n, int threads, const std::function<Worker()>& maker,
           const std::function<bool()>& keep_going) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  std::exception_ptr error;
  std::mutex mutex;
  const auto work = [&](const std::function<bool()>& asked) {
    try {
      const Worker worker = maker();
      KeepGoing go_on(asked);
      for (std::size_t i = next++; i < n && !stopped; i = next++) {
        worker(i);
        if (!go_on()) stopped = true;
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      error = std::current_exception();
      stopped = true;
    }
  };
  on_threads(std::min(static_cast<std::size_t>(threads), n),
             [&](std::size_t thread) { work(thread == 0 ? keep_going : nullptr); });
  if (error) std::rethrow_exception(error);
  return !stopped;
}

}  // namespace vorhand::skat

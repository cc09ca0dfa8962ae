#include "skat/monte_carlo/shared_work.hpp"

#include <algorithm>
#include <atomic>

#include "keep_going.hpp"
#include "parallel.hpp"

namespace vorhand::skat {

bool share(std::size_t n, int threads, const std::function<Worker()>& maker,
           const std::function<bool()>& keep_going) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  const auto work = [&](const std::function<bool()>& asked) {
    try {
      const Worker worker = maker();
      KeepGoing go_on(asked);
      for (std::size_t i = next++; i < n && !stopped; i = next++) {
        worker(i);
        if (!go_on()) stopped = true;
      }
    } catch (...) {
      stopped = true;
      throw;
    }
  };
  on_threads(std::min(static_cast<std::size_t>(threads), n),
             [&](std::size_t thread) { work(thread == 0 ? keep_going : nullptr); });
  return !stopped;
}

}  // namespace vorhand::skat

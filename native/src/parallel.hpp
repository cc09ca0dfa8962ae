// Work items with indices, shared among threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace vorhand {

// Call work(0) on this thread and work(1), ... on others: `threads` in all, or as many as the
// system provides. `work` must not throw.
template <typename Work>
void on_threads(std::size_t threads, const Work& work) {
  std::vector<std::jthread> helpers;
  try {
    for (std::size_t t = 1; t < threads; ++t) helpers.emplace_back([&work, t] { work(t); });
  } catch (const std::system_error&) {
    // If no more threads are available, those that started do all the work.
  }
  work(std::size_t{0});
}

// Call work(i) once for every i below n, in chunks, on at most `threads` threads including this
// one. After an exception no new chunk starts, and the first exception is rethrown.
template <typename Work>
void parallel_for(std::size_t n, int threads, std::size_t chunk, Work work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::exception_ptr error;
  auto run = [&](std::size_t) {
    try {
      for (std::size_t first; !failed && (first = next.fetch_add(chunk)) < n;) {
        const std::size_t end = first + chunk < n ? first + chunk : n;
        for (std::size_t i = first; i < end; ++i) work(i);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      failed = true;
    }
  };
  const std::size_t chunks = (n + chunk - 1) / chunk;
  const auto most = static_cast<std::size_t>(threads);
  on_threads(most < chunks ? most : chunks, run);
  if (error) std::rethrow_exception(error);
}

}  // namespace vorhand

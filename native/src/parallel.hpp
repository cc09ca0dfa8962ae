// Work items with indices, shared among threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace vorhand {

// Call work(0) on this thread and work(1), ... on others: `threads` in all, or fewer if the others
// have not begun when work(0) returns. So work(0) must be able to do all the work alone. If `work`
// throws, the other threads are awaited and one exception is rethrown. The helper threads belong to
// the process; up to one per core stays idle until the next call.
void on_threads(std::size_t threads, const std::function<void(std::size_t)>& work);

// Call work(i) once for every i below n, in chunks, on at most `threads` threads including this
// one. After an exception no new chunk starts, and one exception is rethrown.
template <typename Work>
void parallel_for(std::size_t n, int threads, std::size_t chunk, Work work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  auto run = [&](std::size_t) {
    try {
      for (std::size_t first; !failed && (first = next.fetch_add(chunk)) < n;) {
        const std::size_t end = first + chunk < n ? first + chunk : n;
        for (std::size_t i = first; i < end; ++i) work(i);
      }
    } catch (...) {
      failed = true;
      throw;
    }
  };
  const std::size_t chunks = (n + chunk - 1) / chunk;
  const auto most = static_cast<std::size_t>(threads);
  on_threads(most < chunks ? most : chunks, run);
}

}  // namespace vorhand

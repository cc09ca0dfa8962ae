// Work items with indices, shared among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

namespace vorhand {

// Call work(0) on this thread and work(1), ... on others: `threads` in all, or fewer if the others
// have not begun when work(0) returns. So work(0) must be able to do all the work alone. If `work`
// throws, the other threads are awaited and one exception is rethrown. The helper threads belong to
// the process; up to one per core stays idle until the next call.
void on_threads(std::size_t threads, const std::function<void(std::size_t)>& work);

// Call work(i) once for every i below n, in chunks, on at most `threads` threads including this
// one. Each thread number has a share of its own, the same in every call with the same numbers. So
// this thread, and with two threads mostly the other one too, finds the data of its items in the
// cache of its core. A thread that has finished helps the others. After an exception no new chunk
// starts, and one exception is rethrown.
template <typename Work>
void parallel_for(std::size_t n, int threads, std::size_t chunk, Work work) {
  struct alignas(64) Share {
    std::atomic<std::size_t> next;
    std::size_t end;
  };
  const std::size_t chunks = (n + chunk - 1) / chunk;
  const std::size_t count = std::min(static_cast<std::size_t>(std::max(threads, 1)), chunks);
  std::vector<Share> shares(count);
  for (std::size_t t = 0; t < count; ++t) {
    shares[t].next = chunks * t / count * chunk;
    shares[t].end = std::min(n, chunks * (t + 1) / count * chunk);
  }
  std::atomic<bool> failed{false};
  on_threads(count, [&](std::size_t thread) {
    try {
      for (std::size_t k = 0; k < count; ++k) {
        Share& share = shares[(thread + k) % count];
        for (std::size_t i; !failed && (i = share.next.fetch_add(chunk)) < share.end;) {
          for (const std::size_t end = std::min(i + chunk, share.end); i < end; ++i) work(i);
        }
      }
    } catch (...) {
      failed = true;
      throw;
    }
  });
}

}  // namespace vorhand

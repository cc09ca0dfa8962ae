// Work on numbered items shared among threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace vorhand {

// Calls work(i) once for every i below n, `chunk` neighbours at a time on one of at most
// `threads` threads, the caller's among them. `work` must not throw.
template <typename Work>
void parallel_for(std::size_t n, int threads, std::size_t chunk, Work work) {
  std::atomic<std::size_t> next{0};
  auto run = [&] {
    for (std::size_t first; (first = next.fetch_add(chunk)) < n;) {
      const std::size_t end = first + chunk < n ? first + chunk : n;
      for (std::size_t i = first; i < end; ++i) work(i);
    }
  };
  std::vector<std::thread> helpers;
  const std::size_t chunks = (n + chunk - 1) / chunk;
  for (std::size_t t = 1; t < static_cast<std::size_t>(threads) && t < chunks; ++t) {
    helpers.emplace_back(run);
  }
  run();
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace vorhand

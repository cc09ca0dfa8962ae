// Distribution of indexed items among threads, each with its own worker.
#pragma once

#include <cstddef>
#include <functional>

namespace vorhand::skat {

using Worker = std::function<void(std::size_t)>;

// Call a worker once for every i below n, in any order; each thread, including this one, creates
// its own. `keep_going` is polled from the calling thread; once it returns false the call ends
// early and returns false. Exceptions of workers are rethrown.
bool share(std::size_t n, int threads, const std::function<Worker()>& maker,
           const std::function<bool()>& keep_going);

}  // namespace vorhand::skat

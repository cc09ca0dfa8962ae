// Numbered items shared among threads, each with a worker that owns its memory.
#pragma once

#include <cstddef>
#include <functional>

namespace vorhand::skat {

using Worker = std::function<void(std::size_t)>;

// Calls a worker once for every i below n, in any order; each thread, of which the caller is
// one, makes its own. `keep_going` is called now and then from the calling thread; false ends
// the call early, and then false is returned. What a worker throws is thrown from here.
bool share(std::size_t n, int threads, const std::function<Worker()>& maker,
           const std::function<bool()>& keep_going);

}  // namespace vorhand::skat

// Objects that serve one thread at a time, lent to many threads.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace vorhand::envs {

template <typename Served>
class IdlePool {
 public:
  // Return work(object) for an idle object, or for a new one created by make().
  template <typename Make, typename Work>
  auto with(const Make& make, const Work& work) {
    std::unique_ptr<Served> served = borrow();
    if (!served) served = std::make_unique<Served>(make());
    auto result = work(*served);
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(served));
    return result;
  }

 private:
  std::unique_ptr<Served> borrow() {
    const std::scoped_lock lock(mutex_);
    if (idle_.empty()) return nullptr;
    auto served = std::move(idle_.back());
    idle_.pop_back();
    return served;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Served>> idle_;
};

}  // namespace vorhand::envs

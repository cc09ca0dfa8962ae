// Periodic polls that let a long call end early.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace vorhand {

class KeepGoing {
 public:
  // `ask` returns false to end the call; without `ask` it never ends early.
  explicit KeepGoing(std::function<bool()> ask = {}) : ask_(std::move(ask)) {}

  bool operator()() {
    if (!ask_ || Clock::now() - asked_ < std::chrono::milliseconds(20)) return true;
    const bool wanted = ask_();
    asked_ = Clock::now();
    return wanted;
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::function<bool()> ask_;
  Clock::time_point asked_ = Clock::now();
};

}  // namespace vorhand

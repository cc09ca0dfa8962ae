#pragma once

namespace vorhand {

// A number built digit by digit, each digit with its own base.
class MixedRadix {
 public:
  constexpr MixedRadix& operator()(int digit, int base) {
    number_ = number_ * base + digit;
    return *this;
  }
  constexpr int number() const { return number_; }

 private:
  int number_ = 0;
};

}  // namespace vorhand

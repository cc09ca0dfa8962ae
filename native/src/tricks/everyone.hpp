// Everyone for themselves with all cards open: max^n (Luckhardt and Irani, "An algorithmic solution
// of n-person games", AAAI 1986). Each seat plays the card that is worth most to itself; of cards
// that are worth the same to it the lowest in the contract's order.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <vector>

#include "tricks/position.hpp"

namespace vorhand::tricks {

template <typename T>
class Everyone {
 public:
  using Points = Taken<T>;
  using Worths = std::array<double, T::kSeats>;  // in the end, to each seat

  // `worths`: of points 0, 1, ... to each seat. Both stay where they are.
  Everyone(const Contract& contract, const std::vector<std::vector<double>>& worths)
      : contract_(contract), worths_(worths) {}

  Worths value(const Position<T>& position, const Points& taken) {
    if (position.to_play == 0) return worth(taken);
    const bool start = position.trick.size == 0;
    const Key key{position.hands, position.player, position.open, taken};
    if (start) {
      if (const auto known = values_.find(key); known != values_.end()) return known->second;
    }
    Worths best{};
    bool first = true;
    for (Set left = legal_cards(contract_, position); left; first = false) {
      Position<T> next = position;
      Points then = taken;
      play(contract_, next, then, pop_lowest(left));
      const Worths here = value(next, then);
      const auto own = static_cast<std::size_t>(position.player);
      if (first || here[own] > best[own]) best = here;
    }
    if (start) values_.emplace(key, best);
    return best;
  }

 private:
  using Key = std::tuple<std::array<Set, T::kSeats>, int, bool, Points>;

  Worths worth(const Points& taken) const {
    Worths result{};
    for (std::size_t seat = 0; seat < result.size(); ++seat) {
      result[seat] = worths_[seat].at(static_cast<std::size_t>(taken[seat]));
    }
    return result;
  }

  const Contract& contract_;
  const std::vector<std::vector<double>>& worths_;
  std::map<Key, Worths> values_;  // at the beginning of tricks
};

}  // namespace vorhand::tricks

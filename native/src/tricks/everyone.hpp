// Max^n with open cards: each seat plays for itself (Luckhardt and Irani, "An algorithmic solution
// of n-person games", AAAI 1986). Each seat plays the card of greatest worth to itself; among
// equals the lowest in the contract's order.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <vector>

#include "tricks/goals.hpp"

namespace vorhand::tricks {

template <typename T>
class Everyone {
 public:
  using Worths = std::array<double, T::kRoom>;  // worth of the end of a deal to each seat

  // Both arguments must outlive the search.
  Everyone(const Contract& contract, const Goals& goals) : contract_(contract), goals_(goals) {}

  Worths value(const Position<T>& position) {
    if (position.to_play == 0) return worth(position);
    const bool start = position.trick.size == 0;
    const Key key{position.hands, position.player, position.open, position.taken, position.busy};
    if (start) {
      if (const auto known = values_.find(key); known != values_.end()) return known->second;
    }
    Worths best{};
    bool first = true;
    for (Set left = legal_cards(contract_, position); left; first = false) {
      Position<T> next = position;
      play(contract_, next, pop_lowest(left));
      const Worths here = value(next);
      const auto own = static_cast<std::size_t>(position.player);
      if (first || here[own] > best[own]) best = here;
    }
    if (start) values_.emplace(key, best);
    return best;
  }

 private:
  using Key =
      std::tuple<std::array<Set, T::kRoom>, int, bool, std::array<int, T::kRoom>, std::uint32_t>;

  Worths worth(const Position<T>& end) const {
    Worths result{};
    for (std::size_t seat = 0; seat < seats_of<T, std::size_t>(contract_); ++seat) {
      result[seat] = worth_to(contract_, goals_, end, seat);
    }
    return result;
  }

  const Contract& contract_;
  const Goals& goals_;
  std::map<Key, Worths> values_;  // values at the beginning of tricks
};

}  // namespace vorhand::tricks

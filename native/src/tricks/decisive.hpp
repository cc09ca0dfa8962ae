// Deals that one seat decides: by taking all points at Hearts, or by taking no trick or more than
// half of the points in Tarok's klop. Also payoffs that change with a seat's first trick: nil at
// Spades.
#pragma once

#include <algorithm>
#include <cstdint>

#include "permutation.hpp"
#include "tricks/position.hpp"

namespace vorhand::tricks {

// Return the index of the set of those watched seats that have a trick; the lowest seat is the
// lowest bit.
inline std::size_t table_of(const Contract& contract, std::uint32_t busy) {
  std::size_t table = 0, place = 1;
  for (std::uint32_t left = contract.watched; left; left &= left - 1, place *= 2) {
    if (busy & left & -left) table += place;
  }
  return table;
}

// Tell whether a seat has decided the deal.
template <typename T>
bool decides(const Contract& contract, const Position<T>& position, std::size_t seat) {
  const bool over = position.to_play == 0 && position.trick.size == 0;
  return position.taken[seat] >= contract.decisive.limits[seat] ||
         (contract.decisive.idle && over && !(position.busy >> seat & 1));
}

// Tell whether a seat can still decide the deal; `most` is the number of points still in play.
template <typename T>
bool may_decide(const Contract& contract, const Position<T>& position, std::size_t seat, int most) {
  return position.taken[seat] + most >= contract.decisive.limits[seat] ||
         (contract.decisive.idle && !(position.busy >> seat & 1));
}

// Tell whether at the end another seat, and not this one, has decided the deal.
template <typename T>
bool decided_by_another(const Contract& contract, const Position<T>& end, std::size_t seat) {
  if (!contract.decisive.active || decides(contract, end, seat)) return false;
  for (std::size_t other = 0; other < seats_of<T, std::size_t>(contract); ++other) {
    if (decides(contract, end, other)) return true;
  }
  return false;
}

// Tell whether at the end another seat, and not the contract's side, has decided the deal.
template <typename T>
bool decided_by_others(const Contract& contract, const Position<T>& end) {
  return contract.decisive.active &&
         decided_by_another(contract, end, static_cast<std::size_t>(lowest(contract.side)));
}

// The certainty and the possibility that the contract's side, or another seat, decides the deal.
struct Fate {
  bool own_sure = false, own_possible = false, other_sure = false, other_possible = false;
};

template <typename T>
Fate fate_of(const Contract& contract, const Position<T>& position, int most) {
  Fate fate;
  if (!contract.decisive.active) return fate;
  for (std::size_t seat = 0; seat < seats_of<T, std::size_t>(contract); ++seat) {
    const bool own = contract.side >> seat & 1;
    const bool sure = decides(contract, position, seat);
    (own ? fate.own_sure : fate.other_sure) |= sure;
    (own ? fate.own_possible : fate.other_possible) |=
        sure || may_decide(contract, position, seat, most);
  }
  return fate;
}

// Hash the points that seats still lack to decide the deal and, with `idle`, who has a trick.
template <typename T>
std::uint64_t name_of_fate(const Contract& contract, const Position<T>& position, int most) {
  std::uint64_t name = 1;
  for (std::size_t seat = 0; seat < seats_of<T, std::size_t>(contract); ++seat) {
    const int lacking = contract.decisive.limits[seat] - position.taken[seat];
    const auto count = static_cast<std::uint64_t>(lacking > most ? 0 : std::max(lacking, 0) + 1);
    const bool busy = !contract.decisive.idle || (position.busy >> seat & 1);
    name = mix64(name ^ (count << 1 | busy));
  }
  return name;
}

}  // namespace vorhand::tricks

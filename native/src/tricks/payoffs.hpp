// Payoffs that depend on the points and the tricks of the contract's side, and on extras.
#pragma once

#include <algorithm>
#include <utility>

#include "permutation.hpp"
#include "tricks/decisive.hpp"
#include "tricks/position.hpp"

namespace vorhand::tricks {

// Return the row for the side's number of tricks, in the table that belongs to the watched seats
// with a trick.
inline std::size_t row_of(const Contract& contract, std::uint32_t busy, int tricks) {
  return table_of(contract, busy) * contract.rows + static_cast<std::size_t>(tricks);
}

// Return the payoff at the end.
template <typename T>
int payoff_of(const Contract& contract, const Position<T>& position) {
  if (decided_by_others(contract, position)) return contract.decisive.otherwise;
  return contract.payoffs[row_of(contract, position.busy, position.tricks)]
                         [static_cast<std::size_t>(position.points)] +
         position.extra;
}

// The goal of at least this payoff, which depends on the position's points, tricks and extras.
struct Paid {
  int payoff;
};

// Return the least and the greatest payoff if the side gets between `low` and `high` further
// points. Rows must be monotone.
template <typename T>
std::pair<int, int> payoffs_left(const Contract& contract, const Position<T>& position, int low,
                                 int high) {
  const auto [less, more] =
      extras_left(contract.tarok, contract.side, seats_of<T>(contract), position);
  const int rest = tricks_in<T>(contract, position.to_play + position.trick.size);
  const int gift =
      awaited(position, position.left(), contract.tarok.gift) ? contract.tarok.gift_points : 0;
  const int from = position.points + low - gift, to = position.points + high + gift;
  std::pair<int, int> range{1 << 20, -(1 << 20)};
  const std::uint32_t idle = rest ? contract.watched & ~position.busy : 0;
  // Visit every set of idle seats that may still win tricks.
  for (std::uint32_t busier = idle;; busier = (busier - 1) & idle) {
    for (int tricks = position.tricks; tricks <= position.tricks + rest; ++tricks) {
      const auto& row = contract.payoffs[row_of(contract, position.busy | busier, tricks)];
      const int first = row[static_cast<std::size_t>(from)];
      const int last = row[static_cast<std::size_t>(to)];
      range.first = std::min(range.first, std::min(first, last));
      range.second = std::max(range.second, std::max(first, last));
    }
    if (busier == 0) break;
  }
  return {range.first + position.extra + less, range.second + position.extra + more};
}

// Tell whether from here on the payoff depends on points alone and never falls with them.
template <typename T>
bool only_points(const Contract& contract, const Position<T>& position) {
  if (!contract.greedy || contract.decisive.active) return false;
  if (contract.watched & ~position.busy) return false;
  if (extras_left(contract.tarok, contract.side, seats_of<T>(contract), position) !=
      std::pair{0, 0})
    return false;
  if (awaited(position, position.left(), contract.tarok.gift)) return false;
  const int rest = tricks_in<T>(contract, position.to_play + position.trick.size);
  const std::size_t now = row_of(contract, position.busy, position.tricks);
  return contract.alike[now] >= position.tricks + rest;
}

// Return the points at which the payoff is reached, with the present tricks and extras; 2^20 if it
// is out of reach.
template <typename T>
int points_for(const Contract& contract, const Position<T>& position, Paid wanted) {
  const auto& row = contract.payoffs[row_of(contract, position.busy, position.tricks)];
  const auto place = std::lower_bound(row.begin(), row.end(), wanted.payoff - position.extra);
  return place == row.end() ? 1 << 20 : static_cast<int>(place - row.begin());
}

// Hash the goal in a position.
template <typename T>
std::uint64_t name_of(const Contract& contract, const Position<T>& position, Paid wanted) {
  // The bits above these are hashed separately.
  constexpr std::uint64_t kMissing = (std::uint64_t{1} << 24) - 1;
  const auto missing = static_cast<std::uint64_t>(wanted.payoff - position.extra + 4096);
  return mix64((static_cast<std::uint64_t>(table_of(contract, position.busy)) << 56) |
               ((missing & kMissing) << 32) |
               static_cast<std::uint64_t>(position.points * 64 + position.tricks)) ^
         (missing >> 24) * 0x9E3779B97F4A7C15ull;
}

}  // namespace vorhand::tricks

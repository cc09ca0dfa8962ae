// Checks of arguments that the bindings of Schnapsen share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "schnapsen/worlds.hpp"

namespace vorhand::bindings {

using WorldNumbers = nanobind::ndarray<const std::uint64_t, nanobind::ndim<1>, nanobind::c_contig,
                                       nanobind::device::cpu>;

// Throws std::invalid_argument for another number than 0 and 1.
inline int checked_player(int player, const char* name = "player") {
  if (player != 0 && player != 1)
    throw std::invalid_argument(std::string(name) + " " + std::to_string(player) +
                                ": expected 0 or 1");
  return player;
}

// Throws std::invalid_argument for a deal that is not dealt, that hides cards, or of other rules.
inline void check_whole(const schnapsen::Rules& rules, const schnapsen::Deal& deal) {
  if (deal.dealing() || deal.talon_size != rules.talon_size() || deal.next < 0 ||
      deal.next > deal.talon_size) {
    throw std::invalid_argument("deal: expected one that is dealt, by these rules");
  }
  for (int i = deal.next; i < deal.talon_size; ++i) {
    if (deal.talon[i] < 0) throw std::invalid_argument("deal: expected no hidden cards");
  }
}

// Throws std::invalid_argument for a number that no world has.
inline std::span<const std::uint64_t> checked_numbers(const schnapsen::Worlds& all,
                                                      const WorldNumbers& numbers) {
  const std::span<const std::uint64_t> checked(numbers.data(), numbers.shape(0));
  for (const std::uint64_t number : checked) {
    if (number >= all.size())
      throw std::invalid_argument("world " + std::to_string(number) + ": expected a number below " +
                                  std::to_string(all.size()));
  }
  return checked;
}

}  // namespace vorhand::bindings

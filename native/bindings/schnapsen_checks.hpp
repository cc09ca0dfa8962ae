// Checks of arguments that the bindings of Schnapsen share.
#pragma once

#include "bindings.hpp"
#include "schnapsen/worlds.hpp"

namespace vorhand::bindings {

using WorldNumbers = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline int checked_player(int player, const char* name = "player") {
  if (player != 0 && player != 1)
    throw std::invalid_argument(std::string(name) + " " + std::to_string(player) +
                                ": expected 0 or 1");
  return player;
}

// Throw std::invalid_argument unless all cards are dealt by these rules and none is hidden.
inline void check_whole(const schnapsen::Rules& rules, const schnapsen::Deal& deal) {
  if (deal.dealing() || deal.talon_size != rules.talon_size() || deal.next < 0 ||
      deal.next > deal.talon_size) {
    throw std::invalid_argument("deal: expected one that is dealt, by these rules");
  }
  for (int i = deal.next; i < deal.talon_size; ++i) {
    if (deal.talon[i] < 0) throw std::invalid_argument("deal: expected no hidden cards");
  }
}

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

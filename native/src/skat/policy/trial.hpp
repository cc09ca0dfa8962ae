// Matches of two card players on the same deals, in both roles.
#pragma once

#include <cstdint>
#include <vector>

#include "skat/card_location/self_play.hpp"
#include "skat/monte_carlo/players.hpp"

namespace vorhand::skat {

// Results of the deals first .. first + n - 1 of a seed: the contract, and the soloist's score less
// the mean score of the defenders, first with `one` as soloist against two of `other`, then with
// `other` as soloist against two of `one`.
struct Trial {
  std::vector<std::uint8_t> contract;
  std::vector<std::int16_t> alone, against;
};
Trial trial(std::uint64_t seed, std::uint64_t first, std::uint64_t n, const Tastes& tastes,
            const PlayerMaker& one, const PlayerMaker& other);

}  // namespace vorhand::skat

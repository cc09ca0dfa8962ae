// Whole deals between rule players and random players, which measure the rule player on many
// thousands of duplicate deals.
#pragma once

#include <array>

#include "random.hpp"
#include "skat/deal.hpp"

namespace vorhand::skat {

enum class TablePlayer : std::uint8_t { kRandom, kRule };

// Return deal `number` of a seed; its cards do not depend on the players.
Deal shuffled_deal(std::uint64_t seed, std::uint64_t number);

// Play a dealt deal to its end. Random players draw from `random`.
Result play_deal(Deal& deal, const std::array<TablePlayer, kNumPlayers>& players, Random& random);

}  // namespace vorhand::skat

// Whole deals between rule players and random players, compiled from the first card to the
// score: to measure the rule player by many thousands of duplicate deals.
#pragma once

#include <array>

#include "random.hpp"
#include "skat/deal.hpp"

namespace vorhand::skat {

enum class TablePlayer : std::uint8_t { kRandom, kRule };

// Deal number `number` of a seed: its cards do not depend on who plays them.
Deal shuffled_deal(std::uint64_t seed, std::uint64_t number);

// Plays a dealt deal to its end. Random players draw from `random`.
Result play_deal(Deal& deal, const std::array<TablePlayer, kNumPlayers>& players, Random& random);

}  // namespace vorhand::skat

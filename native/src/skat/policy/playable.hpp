// Deals with a plausible contract, made without bidding, because bidding is slow.
#pragma once

#include <cstdint>

#include "skat/monte_carlo/card_play.hpp"

namespace vorhand::skat {

// Return a random deal at its first lead: 50% suit games, 40% grands, 10% null. Nobody has bid.
// Seed and number determine the deal. The soloist is a random seat that has picked up the skat or,
// in one draw of ten, plays from the hand. The contract is the best of its kind in three draws of
// four, else a random one. The discards are the best by a noisy estimate. In nine deals of ten,
// draws are repeated until the game has a fair chance to be won.
CardPlay playable(std::uint64_t seed, std::uint64_t number);

}  // namespace vorhand::skat

// Deals with a contract that somebody might play, without the bidding, which takes long.
#pragma once

#include <cstdint>

#include "skat/monte_carlo/card_play.hpp"

namespace vorhand::skat {

// The first card of a deal: half of them are suit games, two in five grands. Some seat has picked
// up or plays from the hand, mostly in the contract of the type and with the discards that look
// best, sometimes in odd ones, and mostly with a chance to win. Nobody is known to have bid.
// Depends on seed and number.
CardPlay playable(std::uint64_t seed, std::uint64_t number);

}  // namespace vorhand::skat

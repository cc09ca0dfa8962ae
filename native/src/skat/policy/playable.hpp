// Deals with a plausible contract, without the bidding, which is slow.
#pragma once

#include <cstdint>

#include "skat/monte_carlo/card_play.hpp"

namespace vorhand::skat {

// Return a deal at its first card: half suit games, two in five grands. Some seat has picked up or
// plays from the hand, mostly in the best contract of the type, with the best discards and a fair
// chance to win, sometimes without these. There were no bids. Depends on seed and number.
CardPlay playable(std::uint64_t seed, std::uint64_t number);

}  // namespace vorhand::skat

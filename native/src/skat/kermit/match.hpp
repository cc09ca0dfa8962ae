// Whole deals that Kermit bids and card players play, compiled from the first bid to the score.
#pragma once

#include "skat/kermit/prospects.hpp"
#include "skat/monte_carlo/players.hpp"

namespace vorhand::skat {

// Deal number `number` of a seed, as of shuffled_deal. By seat: who decides before the card play,
// nullptr: the rule player; and who plays the cards. What they draw depends on seed and number.
// The deal when it is over.
Deal bid_and_played(std::uint64_t seed, std::uint64_t number,
                    const std::array<const Kermit*, kNumPlayers>& bidders,
                    const std::array<CardPlayer, kNumPlayers>& players);

}  // namespace vorhand::skat

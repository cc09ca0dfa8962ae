// Whole deals bid by Kermit and played by compiled card players.
#pragma once

#include "skat/kermit/prospects.hpp"
#include "skat/monte_carlo/players.hpp"

namespace vorhand::skat {

// Apply the bidder's next action before the card play; without a bidder, the rule player's.
// Discards and declaration are applied together, because Kermit's tryout decides on all of them.
void bid_on(Deal& deal, const Kermit* bidder);

// Return deal `number` of a seed (as in shuffled_deal), bid and played to its end. Bidders and card
// players are given by seat; a bidder of nullptr is the rule player. Their random numbers depend on
// seed and number.
Deal bid_and_played(std::uint64_t seed, std::uint64_t number,
                    const std::array<const Kermit*, kNumPlayers>& bidders,
                    const std::array<CardPlayer, kNumPlayers>& players);

}  // namespace vorhand::skat

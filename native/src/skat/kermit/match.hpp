// Whole deals that Kermit bids and rule players play, compiled from the first bid to the score.
#pragma once

#include "skat/kermit/prospects.hpp"

namespace vorhand::skat {

// Deal number `number` of a seed, as of shuffled_deal; by seat who decides before the card play,
// nullptr: the rule player.
Result bid_and_played_by_rule(std::uint64_t seed, std::uint64_t number,
                              const std::array<const Kermit*, kNumPlayers>& bidders);

}  // namespace vorhand::skat

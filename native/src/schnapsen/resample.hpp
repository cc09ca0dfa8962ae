// Random deals that one player cannot distinguish from the real one.
#pragma once

#include <vector>

#include "random.hpp"
#include "schnapsen/worlds.hpp"

namespace vorhand::schnapsen {

// Draw uniformly from the deals consistent with what `player` has seen of the actions. The player's
// own cards and the face-up card stay. The opponent's cards are dealt such that the opponent had
// each of them by the time it was played or shown. `dealt` is the whole pack in dealing order.
std::vector<Card> resample_deal(const Rules& rules, const std::vector<Card>& dealt,
                                const std::vector<Action>& actions, int leader, int player,
                                Random& random);

}  // namespace vorhand::schnapsen

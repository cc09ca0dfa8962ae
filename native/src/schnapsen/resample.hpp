// Another deal that one player cannot tell from the real one.
#pragma once

#include <vector>

#include "random.hpp"
#include "schnapsen/worlds.hpp"

namespace vorhand::schnapsen {

// Draws uniformly from the deals that are consistent with what `player` has seen of the
// actions: everything about the player's own cards and the face-up card stays; the opponent's cards
// lie where they could be played and shown in time; everything else is random. `dealt` is the whole
// pack in the order of dealing.
std::vector<Card> resample_deal(const Rules& rules, const std::vector<Card>& dealt,
                                const std::vector<Action>& actions, int leader, int player,
                                Random& random);

}  // namespace vorhand::schnapsen

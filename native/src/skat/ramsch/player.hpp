// Ramsch by rules of thumb: push on dangerous cards, duck, discard high cards, and win a trick that
// is unavoidable for the last player with the card most likely to win another. Also values of moves
// by playouts of this player.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skat/deal.hpp"
#include "skat/worlds.hpp"

namespace vorhand::skat {

// Return the card of the seat to act in Ramsch, from its own cards and the cards played.
Card ramsch_card(const Deal& deal);

// Return the action of the seat that pushes before Ramsch: take up the skat, push it on unseen, or
// push a card on.
Action push_action(const Deal& deal);

// Play each move (a legal action of the seat to act) in each world and the rest by these rules;
// return the score of that seat less the mean of the other two, [worlds * moves].
std::vector<double> ramsch_values(const Deal& deal, std::span<const World> worlds,
                                  std::span<const Action> moves, Scoring scoring);

}  // namespace vorhand::skat

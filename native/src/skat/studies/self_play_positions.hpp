// Open-hand positions for fitting and testing estimates: starts of tricks of self-play.
#pragma once

#include <cstdint>
#include <span>

#include "skat/solver/position.hpp"

namespace vorhand::skat {

// Fill `positions` from one deal, a suit game or grand, that seed and number determine. Each is the
// start of a trick with `cards` cards in each hand; the deal is played anew for each. Rule players
// bid, declare and play; at a random share of the turns, drawn per position, a random legal card is
// played instead, for variety.
void self_play_positions(bool grand, int cards, std::uint64_t seed, std::uint64_t number,
                         std::span<solver::Position> positions);

}  // namespace vorhand::skat

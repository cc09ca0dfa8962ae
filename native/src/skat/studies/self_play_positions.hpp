// Open-hand positions for fitting and testing estimates: starts of tricks of self-play.
#pragma once

#include <cstdint>
#include <span>

#include "skat/solver/position.hpp"

namespace vorhand::skat {

// Fill `positions` with starts of tricks of one deal, a suit game or grand, with `cards` cards in
// each hand. Rule players bid, declare and play deal `number` of the seed; at a random share of the
// turns, drawn per position, a random legal card is played instead, for variety.
void self_play_positions(bool grand, int cards, std::uint64_t seed, std::uint64_t number,
                         std::span<solver::Position> positions);

}  // namespace vorhand::skat

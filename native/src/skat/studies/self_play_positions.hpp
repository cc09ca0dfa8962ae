// Open-hand positions to fit and to measure estimates by: starts of tricks of self-play.
#pragma once

#include <cstdint>
#include <span>

#include "skat/solver/position.hpp"

namespace vorhand::skat {

// Positions of a suit game or grand with `cards` cards in each hand, who are to lead, all of one
// deal. Deal `number` of the seed is bid and declared by rule players and played on by them; so
// that positions are not all of good play, any legal card is played instead at a share of the turns
// that is drawn for each position.
void self_play_positions(bool grand, int cards, std::uint64_t seed, std::uint64_t number,
                         std::span<solver::Position> positions);

}  // namespace vorhand::skat

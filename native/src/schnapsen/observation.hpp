// Observations of Schnapsen: the current deal and the score of the match, as far as the contents
// asked for include them, as a flat tensor. docs/schnapsen.md describes the pieces.
#pragma once

#include "schnapsen/played_deal.hpp"
#include "tensor_pieces.hpp"

namespace vorhand::schnapsen {

struct MatchScore {
  std::array<int, 2> points{};
  int target = 7;
};

// Return the pieces of an observation, in order.
std::vector<Piece> observation_layout(const Rules& rules, const Contents& contents);
std::size_t observation_size(const Rules& rules, const Contents& contents);

// Write the observation of a player into a tensor of `observation_size` numbers. T is float, or
// std::uint8_t with counts instead of fractions.
template <typename T>
void write_observation(const Rules& rules, const PlayedDeal& played, const MatchScore& score,
                       int player, const Contents& contents, std::span<T> tensor);

}  // namespace vorhand::schnapsen

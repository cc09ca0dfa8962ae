// Observations of Skat: a deal, as far as the contents asked for include it, as a flat tensor.
// docs/skat.md describes the pieces.
#pragma once

#include "skat/deal.hpp"
#include "tensor_pieces.hpp"

namespace vorhand::skat {

// Return the pieces of an observation, in order, under the rules of a table.
std::vector<Piece> observation_layout(const Contents& contents, const TableRules& table);
std::size_t observation_size(const Contents& contents, const TableRules& table);

// Write the observation of a seat into a tensor of the size for the deal's table. T is float, or
// std::uint8_t with counts instead of fractions.
template <typename T>
void write_observation(const Deal& deal, int seat, const Contents& contents, std::span<T> tensor);

}  // namespace vorhand::skat

// Open-hand positions from Python: worlds, and settings per call or per world.
#pragma once

#include <variant>

#include "arrays.hpp"
#include "skat/solver/position.hpp"

namespace vorhand::bindings {

using skat::Contract;
using skat::kNumContracts;
using skat::kNumPlayers;
using skat::solver::Position;
using skat::solver::PositionError;

using Worlds = nb::ndarray<const std::uint32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

inline Contract to_contract(int number) {
  if (number < 0 || number >= kNumContracts) {
    throw PositionError("contract " + std::to_string(number) +
                        ": expected 0..3 (suits), 4 (grand), 5 (null)");
  }
  return static_cast<Contract>(number);
}

// One number for all worlds, or one per world.
using Numbers = nb::ndarray<const std::int32_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
using Setting = std::variant<int, Numbers>;

// Return a function that reads a setting by world. Throw PositionError for an array that has not
// one value per world.
inline std::function<int(std::size_t)> reader(const Setting& setting, std::size_t worlds,
                                              const char* name) {
  if (const int* shared = std::get_if<int>(&setting)) {
    return [shared](std::size_t) { return *shared; };
  }
  const Numbers& numbers = std::get<Numbers>(setting);
  if (numbers.shape(0) != worlds) {
    throw PositionError(std::string(name) + " of " + std::to_string(numbers.shape(0)) +
                        " worlds: expected one for each of " + std::to_string(worlds));
  }
  return [&numbers](std::size_t i) { return numbers(i); };
}

inline std::vector<Position> to_positions(const Worlds& worlds, const Setting& contract,
                                          const Setting& soloist, const Setting& leader,
                                          const std::vector<int>& trick) {
  if (trick.size() > 2) {
    throw PositionError("trick of " + std::to_string(trick.size()) + " cards: expected 0, 1 or 2");
  }
  Position common{.trick_size = static_cast<int>(trick.size())};
  std::copy(trick.begin(), trick.end(), common.trick.begin());
  const std::size_t n = worlds.shape(0);
  std::vector<Position> positions(n, common);
  const auto contract_of = reader(contract, n, "contracts");
  const auto soloist_of = reader(soloist, n, "soloists");
  const auto leader_of = reader(leader, n, "leaders");
  for (std::size_t i = 0; i < n; ++i) {
    positions[i].contract = to_contract(contract_of(i));
    positions[i].soloist = soloist_of(i);
    positions[i].leader = leader_of(i);
    for (int seat = 0; seat < kNumPlayers; ++seat) positions[i].hands[seat] = worlds(i, seat);
  }
  return positions;
}

}  // namespace vorhand::bindings

// One player's worlds, and worlds as rows of four masks.
#pragma once

#include <limits>

#include "arrays.hpp"
#include "skat/worlds.hpp"
#include "skat_checks.hpp"

namespace vorhand::bindings {

using WorldArray =
    nb::ndarray<nb::numpy, std::uint32_t, nb::shape<-1, skat::kNumPlaces>, nb::c_contig>;

// The worlds of one player, and the deal they belong to, if any.
struct PlayerWorlds {
  PlayerWorlds(const skat::Deal& d, int player)
      : deal(d), worlds(knowledge_of(d, checked_seat(player))) {}
  explicit PlayerWorlds(const skat::Knowledge& knowledge) : worlds(knowledge) {}

  std::optional<skat::Deal> deal;
  skat::Worlds worlds;
};

inline void check_number_of_worlds(std::uint64_t n) {
  if (n > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("n " + std::to_string(n) + ": expected less than 2**32 worlds");
  }
}

// Return n rows; row i is computed by `world_of(i)` without the interpreter lock.
template <typename WorldOf>
WorldArray fill_worlds(std::uint64_t n, WorldOf world_of) {
  check_number_of_worlds(n);
  auto rows = new_array<WorldArray>({static_cast<std::size_t>(n), skat::kNumPlaces});
  {
    nb::gil_scoped_release release;
    for (std::uint64_t i = 0; i < n; ++i) {
      const skat::World world = world_of(i);
      std::copy(world.begin(), world.end(), rows.data() + i * skat::kNumPlaces);
    }
  }
  return rows;
}

}  // namespace vorhand::bindings

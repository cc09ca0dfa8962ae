// Worlds as Python sees them: those of one player, and rows of four masks.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "checks.hpp"
#include "skat/worlds.hpp"

namespace vorhand::bindings {

using WorldArray = nanobind::ndarray<nanobind::numpy, std::uint32_t,
                                     nanobind::shape<-1, skat::kNumPlaces>, nanobind::c_contig>;

inline int checked_seat(int player) {
  if (player < 0 || player >= skat::kNumPlayers) {
    throw nanobind::index_error(("seat " + std::to_string(player) + ": expected 0 .. 2").c_str());
  }
  return player;
}

// The worlds of one player and, if they were made from one, the deal.
struct PlayerWorlds {
  PlayerWorlds(const skat::Deal& d, int player)
      : deal(d), worlds(knowledge_of(d, checked_seat(player))) {}
  explicit PlayerWorlds(const skat::Knowledge& knowledge) : worlds(knowledge) {}

  std::optional<skat::Deal> deal;
  skat::Worlds worlds;
};

// An array that frees what it shows, of the given shape.
template <typename Array>
Array new_array(std::initializer_list<std::size_t> shape) {
  const std::size_t size = checked_size(shape);
  using Scalar = typename Array::Scalar;
  auto* values = new Scalar[size];
  nanobind::capsule owner(values, [](void* p) noexcept { delete[] static_cast<Scalar*>(p); });
  return Array(values, shape, owner);
}

inline void check_number_of_worlds(std::uint64_t n) {
  if (n > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("n " + std::to_string(n) + ": expected less than 2**32 worlds");
  }
}

// n rows of which the i-th is world_of(i), made without holding the interpreter.
template <typename WorldOf>
WorldArray fill_worlds(std::uint64_t n, WorldOf world_of) {
  check_number_of_worlds(n);
  auto rows = new_array<WorldArray>({static_cast<std::size_t>(n), skat::kNumPlaces});
  {
    nanobind::gil_scoped_release release;
    for (std::uint64_t i = 0; i < n; ++i) {
      const skat::World world = world_of(i);
      std::copy(world.begin(), world.end(), rows.data() + i * skat::kNumPlaces);
    }
  }
  return rows;
}

}  // namespace vorhand::bindings

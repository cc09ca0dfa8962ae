// Random playouts in batches, and the count of all playouts there are.
#pragma once

#include <cstdint>
#include <span>

#include "random.hpp"
#include "skat/deal.hpp"
#include "skat/worlds.hpp"

namespace vorhand::skat {

// Plays on to the end with legal actions drawn uniformly; chance deals where it has to.
void play_out_at_random(Deal& deal, Random& random);

// The outcome of a playout. Small, for there are many.
struct DealOutcome {
  std::int16_t value = 0;   // signed value of the game, 0 if passed in
  std::int8_t soloist = 0;  // seat, -1 if passed in
  std::int8_t points = 0;   // soloist's card points with the skat
};

// `outcomes.size() / worlds.size()` playouts of the deal in each world. Each playout has
// its own stream of random numbers: neither the number of threads nor the other playouts change it.
// Without worlds: of the deal as the cards lie.
void random_playouts(const Deal& deal, std::span<const World> worlds, std::uint64_t seed,
                     int threads, std::span<DealOutcome> outcomes);

// Check that all four places hold as many cards as they do in the deal, and the same ones in all;
// throws InvalidDealError otherwise.
void check_world(const Deal& deal, const World& world);

// All ways to play on to the end with open cards (no more cards to be dealt).
struct Perft {
  std::uint64_t sequences = 0;
  std::uint64_t soloist_points = 0;  // in tricks at the end, summed over the sequences
};
Perft perft(const Deal& deal);

}  // namespace vorhand::skat

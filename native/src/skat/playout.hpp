// Random playouts in batches, and the count of all possible playouts.
#pragma once

#include <cstdint>
#include <span>

#include "random.hpp"
#include "skat/deal.hpp"
#include "skat/worlds.hpp"

namespace vorhand::skat {

// Play to the end with uniformly random legal actions, chance included.
void play_out_at_random(Deal& deal, Random& random);

// The outcome of a playout, in few bytes.
struct DealOutcome {
  std::int16_t value = 0;   // signed value of the game, 0 without a soloist
  std::int8_t soloist = 0;  // seat, -1 if there is none
  std::int8_t points = 0;   // soloist's card points with the skat
};

// Write the outcomes of `outcomes.size() / worlds.size()` playouts in each world. If no worlds are
// given, play out the deal with the cards as they lie. Each playout has its own random stream, so
// its result is independent of threads and other playouts.
void random_playouts(const Deal& deal, std::span<const World> worlds, std::uint64_t seed,
                     int threads, std::span<DealOutcome> outcomes);

// Check that all four places hold as many cards as in the deal, and the same cards in total; throw
// InvalidDealError otherwise.
void check_world(const Deal& deal, const World& world);

// The number of ways to play the cards of a deal to the end, and the sum of the soloist's points.
struct Perft {
  std::uint64_t sequences = 0;
  std::uint64_t soloist_points = 0;  // card points in tricks at the end, summed over the sequences
};
Perft perft(const Deal& deal);

}  // namespace vorhand::skat

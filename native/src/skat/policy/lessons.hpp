// Training positions of a policy: self-play with deviations and the worth of every card by a
// search; or recorded deals with the card played.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skat/card_location/self_play.hpp"
#include "skat/monte_carlo/players.hpp"

namespace vorhand::skat {

struct Valuer {
  EvaluatorMaker evaluator;
  // Pay a game by the mean payment under small deviations of the card points (standard deviation
  // 4). Cards then have equal worth if a world is clearly lost or won, and chance matters less if
  // it is close.
  bool blurred = false;
};

// The player, and the evaluators of cards; the worth is the evaluators' mean, or 0 without
// evaluators.
struct PolicyTeacher {
  PlayerMaker player;
  std::vector<Valuer> valuers;
  // Number of worlds in an evaluation. 0: only the true world, which is a fair draw from a correct
  // belief.
  int worlds = 0;
  Sampler sampler;
};

// Positions: the network that each belongs to, its input rows, and the worth of each card to the
// player to move in units of 1 / kWorthUnit points. kNoWorth marks an illegal card. Cards are
// numbered as in the input rows (rows.hpp).
inline constexpr int kWorthUnit = 16;
inline constexpr std::int16_t kNoWorth = INT16_MIN;
struct PolicyLessons {
  std::vector<std::uint8_t> net;
  std::vector<std::uint8_t> size;   // number of rows of a position
  std::vector<std::uint16_t> rows;  // rows of all positions, concatenated
  std::vector<std::int16_t> worth;  // of each card, kNumCards entries a position
  std::vector<std::uint32_t> deal;
};

// Return lessons from the deals first .. first + n - 1 of a seed, with contracts chosen by
// `playable`; some players err. `share` percent of the turns with a choice are kept.
PolicyLessons policy_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n, double share,
                             const PolicyTeacher& teacher);

// Positions of recorded deals, each with the set of legal cards and the card played, numbered as in
// the input rows (rows.hpp).
struct PlayedLessons {
  std::vector<std::uint8_t> net, size;
  std::vector<std::uint16_t> rows;  // rows of all positions, concatenated
  std::vector<std::uint32_t> legal;
  std::vector<std::uint8_t> played;
  std::vector<std::uint32_t> deal;  // number of its deal in the argument
};

// Return lessons from `share` percent of the turns with a choice. Throw IllegalActionError for an
// invalid record.
PlayedLessons played_lessons(std::span<const PlayedDeal> deals, double share, std::uint64_t seed);

}  // namespace vorhand::skat

// Positions to learn a policy from: self-play with deviations, each position with what every card
// is worth by a search; or deals that were played, each with the card that was.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skat/card_location/self_play.hpp"
#include "skat/monte_carlo/players.hpp"

namespace vorhand::skat {

// An estimator of the worth of cards in a world.
struct Valuer {
  EvaluatorMaker evaluator;
  // True if a game is paid by the mean of its payments if the card points came out a little
  // otherwise (sd 4). Fewer cards then look alike where a world is clearly lost or won, and luck
  // matters less where it is close.
  bool blurred = false;
};

// The player, and the worth of cards: the mean of the valuers' estimates, 0 if there are none.
struct PolicyTeacher {
  PlayerMaker player;
  std::vector<Valuer> valuers;
  // Worlds in which cards are valued, as the player to move sees the play. 0: the cards as they
  // lie, a fair draw from what a player should believe.
  int worlds = 0;
  Sampler sampler;
};

// Data kept of a position: the network it is for, its input rows, the worths of cards (in units of
// 1 / kWorthUnit points for the player to move, kNoWorth: not legal), by the network's names of the
// cards.
inline constexpr int kWorthUnit = 16;
inline constexpr std::int16_t kNoWorth = INT16_MIN;
struct PolicyLessons {
  std::vector<std::uint8_t> net;
  std::vector<std::uint8_t> size;   // how many rows
  std::vector<std::uint16_t> rows;  // of all positions
  std::vector<std::int16_t> worth;  // kNumCards each
  std::vector<std::uint32_t> deal;
};

// The deals first .. first + n - 1 of a seed, as `playable` chooses their contracts; some of the
// players err. Of the turns with a choice this share, in percent, is kept.
PolicyLessons policy_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n, double share,
                             const PolicyTeacher& teacher);

// Positions of deals that were played, each with the cards that could be played (a set) and the one
// that was, as the network names them.
struct PlayedLessons {
  std::vector<std::uint8_t> net, size;
  std::vector<std::uint16_t> rows;  // of all positions
  std::vector<std::uint32_t> legal;
  std::vector<std::uint8_t> played;
  std::vector<std::uint32_t> deal;  // its place in `deals`
};

// Return lessons from this share, in percent, of the turns with a choice. Throws IllegalActionError
// for an invalid record.
PlayedLessons played_lessons(std::span<const PlayedDeal> deals, double share, std::uint64_t seed);

}  // namespace vorhand::skat

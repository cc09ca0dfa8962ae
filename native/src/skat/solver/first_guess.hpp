// A first guess of the value: a small neural net that sees the owner of each card.
//
// A good first guess saves zero-window searches. Side suits are interchangeable, so one layer is
// applied to each of them together with the common inputs (trumps, leader, tricks left); its
// outputs are summed, and a second layer evaluates the sum (deep sets, Zaheer et al. 2017). All
// numbers are integers, so that every machine searches the same nodes.
#pragma once

#include <array>
#include <cstdint>

#include "skat/solver/layout.hpp"

namespace vorhand::skat::solver {

struct GuessNet {
  static constexpr int kUnit = 256;  // fixed-point 1
  static constexpr int kFirst = 64, kSecond = 16;
  // Inputs: each card by rank and owner; the common inputs include leader and tricks.
  static constexpr int kSuitInputs = 7 * kNumPlayers;
  static constexpr int kLeaderInput = 11 * kNumPlayers;
  static constexpr int kTricksInput = kLeaderInput + kNumPlayers;
  static constexpr int kCommonInputs = kTricksInput + kHandSize;

  template <int kSize>
  using Row = std::array<std::int16_t, kSize>;
  std::array<Row<kFirst>, kSuitInputs> suit;
  std::array<Row<kFirst>, kCommonInputs> common;
  std::array<Row<kFirst>, kSecond> second;  // by unit of the second layer
  std::array<Row<kSecond>, kCommonInputs> second_common;
  Row<kSecond> out;
  std::int32_t out_bias;
};

const GuessNet& guess_net(bool grand);

// Return an estimate of the soloist's points still to come. `owned` are the cards by seat,
// including the table's; `tricks` and `rest` are the tricks and points left.
int first_guess(const std::array<Set, kNumPlayers>& owned, bool grand, int leader, int tricks,
                int rest);

}  // namespace vorhand::skat::solver

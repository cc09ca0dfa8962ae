// A policy: a preference for each legal card given the player's view, fitted to searches (`vorhand
// train policy`; docs/skat-policy.md). A decision takes less than two microseconds.
//
// The rule player's card is an input, so that only its errors have to be learned. Inputs select
// rows, which are added. Some columns score the cards directly; the others are clipped between 0
// and a ceiling, and pass through two small layers. All numbers are integers, so that every
// processor chooses the same card.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "random.hpp"
#include "skat/monte_carlo/players.hpp"
#include "skat/policy/rows.hpp"

namespace vorhand::skat {

// Widths of layers are multiples of kPolicyLanes, up to these limits.
inline constexpr std::size_t kPolicyLanes = 16, kMostPolicyWidth = 512, kMostPolicyHidden = 64;
// Sums and results are in units of 1 / kPolicyOne; layer weights in units of 2^-kPolicyWeightBits.
inline constexpr int kPolicyOne = 256, kPolicyWeightBits = 12;

struct InvalidPolicyError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// A logit for each card in units of 1 / kPolicyOne; 0 for cards that were not asked for.
using Preferences = std::array<std::int32_t, kNumCards>;
// The probability of each card; 0 if it is illegal.
using Shares = std::array<double, kNumCards>;

class Policy {
 public:
  // Matrices, row by row. The first `width` columns of `rows` feed the layers, then follows one
  // column per card. Inputs of a layer are clipped at the ceiling.
  struct Net {
    std::size_t width = 0;
    std::int16_t ceiling = kPolicyOne;
    std::vector<std::int16_t> rows;         // kPolicyRows by width + kNumCards
    std::vector<std::int16_t> hidden;       // a row of `width` numbers for each unit
    std::vector<std::int16_t> hidden_bias;  // one for each unit of the layer
    std::vector<std::int16_t> out;          // kNumCards by the layer's units
  };

  // Throw InvalidPolicyError unless there are kPolicyNets matching nets of kPolicyRows rows, with
  // widths within the limits, whose sums fit in 16 bits (rows) and 32 bits (layers).
  explicit Policy(std::vector<Net> nets);

  Preferences preferences(const CardPlay& play, CardSet legal) const;
  // Return the softmax of the preferences at a temperature.
  Shares shares(const CardPlay& play, double temperature) const;
  // Return the card with the highest preference; among equals the lowest.
  Card best(const CardPlay& play) const;
  // Draw a card with the probabilities of `shares`, approximated in integers.
  Card draw(const CardPlay& play, float temperature, Random& random) const;

 private:
  std::vector<Net> nets_;
};

// Return a player by the policy. Temperature 0: always the best card.
CardPlayer policy_player(std::shared_ptr<const Policy> policy, float temperature);

}  // namespace vorhand::skat

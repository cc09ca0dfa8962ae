// A policy: how much speaks for each legal card, from what the player to move sees, fitted to
// searches (`vorhand train policy`; docs/skat-policy.md). It decides in less than two microseconds.
//
// What the rule player would do is among what is seen, so that only where it errs is to be learned.
// The rows named by what is seen are added. Some of their numbers speak for the cards themselves;
// the others are cut off below 0 and above a ceiling, and go through two small layers. All numbers
// are integers, so that the same play gets the same card on every processor.
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

// Widths of layers are multiples of kPolicyLanes, and at most so large.
inline constexpr std::size_t kPolicyLanes = 16, kMostPolicyWidth = 512, kMostPolicyHidden = 64;
// Sums and results are in units of 1 / kPolicyOne, weights of the layers of 2^-kPolicyWeightBits.
inline constexpr int kPolicyOne = 256, kPolicyWeightBits = 12;

struct InvalidPolicyError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// The preference for each card: a natural logarithm in units of 1 / kPolicyOne, of which only
// differences mean something. Cards that may not be played have nothing.
using Preferences = std::array<std::int32_t, kNumCards>;
// The probability that each card is played; 0 where it may not be.
using Shares = std::array<double, kNumCards>;

class Policy {
 public:
  // Matrices, row by row. A row of `rows` has first the numbers that go through the layers, `width`
  // of them, then one for each card. What goes into a layer is cut off at the ceiling.
  struct Net {
    std::size_t width = 0;
    std::int16_t ceiling = kPolicyOne;
    std::vector<std::int16_t> rows;         // kPolicyRows by width + kNumCards
    std::vector<std::int16_t> hidden;       // by width
    std::vector<std::int16_t> hidden_bias;  // its size is that of the layer
    std::vector<std::int16_t> out;          // kNumCards by the layer's size
  };

  // Throws InvalidPolicyError unless there are kPolicyNets, of kPolicyRows rows whose sums stay
  // within 16 bits and layers of such widths whose sums stay within 32, with matrices that fit.
  explicit Policy(std::vector<Net> nets);

  Preferences preferences(const CardPlay& play, CardSet legal) const;
  // The probability of each legal card: the softmax of the preferences at a temperature.
  Shares shares(const CardPlay& play, double temperature) const;
  // The card with the highest preference; of equals the lowest.
  Card best(const CardPlay& play) const;
  // A card drawn at random with the probabilities of `shares`.
  Card draw(const CardPlay& play, float temperature, Random& random) const;

 private:
  std::vector<Net> nets_;
};

// Temperature 0: the best card always.
CardPlayer policy_player(std::shared_ptr<const Policy> policy, float temperature);

}  // namespace vorhand::skat

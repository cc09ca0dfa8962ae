// Card-location networks: the probability of each hidden card's place from the view of the player
// to move (Solinas, Rebstock and Buro, AAAI 2019). Results have the same bits on every processor.
#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <vector>

#include "network.hpp"
#include "skat/card_location/inputs.hpp"
#include "skat/weighted_worlds.hpp"

namespace vorhand::skat {

// Lower bound of the probability of a possible place, so that a confident error does not exclude
// the true world.
inline constexpr float kLeastShare = 1e-4f;

struct InvalidLocationsError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

class CardLocations {
 public:
  // The network of one type of game, with 32 x 4 outputs. Without `sequence` its inputs are the
  // inputs before kPlayed. With `sequence` they are all inputs before kTricks, then the outputs of
  // `sequence` after an ELU for the inputs from kTricks on.
  struct Net {
    std::optional<Network> sequence;
    Network trunk;
  };

  // Probabilities are raised to the power `trust` and normalised. `caution` is the share of worlds
  // that a caller should draw uniformly. Throws InvalidLocationsError for networks of wrong sizes.
  explicit CardLocations(std::vector<Net> by_game_type, float trust = 1, double caution = 0);

  struct Memory {
    std::array<float, kNumInputs> inputs;
    std::vector<float> joined, scratch;
  };
  // Return probabilities by card and place; the row of a card of known place is all ones. The
  // history of the play must be complete.
  CardTable shares(const CardPlay& play, const Knowledge& knowledge, Memory& memory) const;
  double caution() const { return caution_; }

 private:
  std::vector<Net> nets_;
  float trust_;
  double caution_;
};

// Replace the outputs by probabilities, 0 at impossible places; leave the rows of known cards.
// Expects 32 x 4 numbers.
void shares_of(const Choices& choices, std::span<float> outputs);

}  // namespace vorhand::skat

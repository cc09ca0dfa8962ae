// Card-location networks: how probably each hidden card lies where, from all that the player to
// move has seen (Solinas, Rebstock and Buro, AAAI 2019). The same bits on every processor.
#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <vector>

#include "network.hpp"
#include "skat/card_location/inputs.hpp"
#include "skat/weighted_worlds.hpp"

namespace vorhand::skat {

// No place that is possible is given less, so that a net that is sure and wrong leaves the truth
// among the worlds.
inline constexpr float kLeastShare = 1e-4f;

struct InvalidLocationsError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

class CardLocations {
 public:
  // The network of one type of game: 32 x 4 outputs. Without a sequence it sees the inputs before
  // kPlayed; else all, those from kTricks on through `sequence`, whose outputs (by ELU) stand in
  // their place.
  struct Net {
    std::optional<Network> sequence;
    Network trunk;
  };

  // Shares are taken to the power `trust`, and made to add up to 1 again. Throws
  // InvalidLocationsError for numbers of inputs and outputs that do not fit. `caution` is the share
  // of worlds that whoever draws by these networks should draw as if all were alike.
  explicit CardLocations(std::vector<Net> by_game_type, float trust = 1, double caution = 0);

  // Memory kept between calls.
  struct Memory {
    std::array<float, kNumInputs> inputs;
    std::vector<float> joined, scratch;
  };
  // Return probabilities by card and place; 1 in a row wherever the card is known to lie. The
  // history of the play must be whole.
  CardTable shares(const CardPlay& play, const Knowledge& knowledge, Memory& memory) const;
  double caution() const { return caution_; }

 private:
  std::vector<Net> nets_;
  float trust_;
  double caution_;
};

// Shares of the network's places from what it gives out, among those possible; rows of cards that
// have no choice are left as they are. Written for 32 x 4 numbers.
void shares_of(const Choices& choices, std::span<float> outputs);

}  // namespace vorhand::skat

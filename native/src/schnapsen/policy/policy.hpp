// A policy: the probability of each legal action given the player's view, fitted to the play of a
// search (`vorhand train schnapsen-policy`). A decision takes about a microsecond.
//
// The input is a set of binary facts; a network with one hidden layer scores the actions. Trumps
// are the last suit; the network is fitted to all permutations of the others. Schnapsen's pack
// only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network.hpp"
#include "random.hpp"
#include "schnapsen/deal.hpp"

namespace vorhand::schnapsen {

inline constexpr int kFacts = 148;   // number of facts
inline constexpr int kChoices = 26;  // cards, exchange, close, marriages by suit
inline constexpr int kMostFacts = 64;
inline constexpr int kPolicyWidth = 64;
inline constexpr float kPolicyUnit = 1.0f / 4096;  // unit of the numbers in the file

// Write the facts that the player to move sees, group by group; return their number. Of the other
// player's cards only those that were shown are used.
int facts_seen(const Rules& rules, const Deal& deal, std::span<std::uint8_t, kMostFacts> facts);
int choice_of(const Deal& deal, Action action);

class Policy {
 public:
  // Read the numbers of a file in units of kPolicyUnit: for each layer the weights by input and
  // output, then the biases. Throw std::invalid_argument unless there are exactly as many as
  // needed.
  explicit Policy(std::span<const std::int16_t> numbers);

  // Write the probability of each legal action, in ascending order of the actions; return their
  // number.
  int chances(const Rules& rules, const Deal& deal, std::span<float, kNumActions> result) const;
  Action draw(const Rules& rules, const Deal& deal, Random& random) const;

 private:
  Network network_;
};

const Policy& shipped_policy();

}  // namespace vorhand::schnapsen

// A policy: how likely each legal action is, from what the player to move sees, fitted to the play
// of a search (`vorhand train schnapsen-policy`). It takes about a microsecond.
//
// What is seen is a set of facts, each there or not; a small network with one layer between gives
// what speaks for each action. Trumps are the last suit; the others keep their order, and since the
// network is fitted to all their permutations it hardly matters which. Schnapsen's pack only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network.hpp"
#include "random.hpp"
#include "schnapsen/deal.hpp"

namespace vorhand::schnapsen {

inline constexpr int kFacts = 148;   // that may be seen
inline constexpr int kChoices = 26;  // cards, exchange, close, marriages by suit
inline constexpr int kMostFacts = 64;
inline constexpr int kPolicyWidth = 64;
inline constexpr float kPolicyUnit = 1.0f / 4096;  // of the numbers of the file

// The facts that the player to move sees, ascending in each group; how many there are. Of the other
// player's cards only those shown are looked at.
int facts_seen(const Rules& rules, const Deal& deal, std::span<std::uint8_t, kMostFacts> facts);
// Return the network's number of an action.
int choice_of(const Deal& deal, Action action);

class Policy {
 public:
  // From the file's numbers, in units of kPolicyUnit: weights by input, then output, and biases, of
  // one layer and then the other. Throws std::invalid_argument if there are not just as many.
  explicit Policy(std::span<const std::int16_t> numbers);

  // Write the probability of each legal action of the player to move, in the order of the action
  // numbers, adding up to 1; return their number.
  int chances(const Rules& rules, const Deal& deal, std::span<float, kNumActions> result) const;
  // An action drawn by these chances.
  Action draw(const Rules& rules, const Deal& deal, Random& random) const;

 private:
  Network network_;
};

// The one that is compiled in.
const Policy& shipped_policy();

}  // namespace vorhand::schnapsen

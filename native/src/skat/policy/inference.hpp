// Inference by a policy: the probability that the others play the cards that they played, if they
// play by the policy, distinguishes likely from unlikely worlds (Rebstock, Solinas, Buro and
// Sturtevant, "Policy Based Inference in Trick-Taking Card Games", IEEE CoG 2019).
#pragma once

#include <span>

#include "skat/policy/policy.hpp"
#include "skat/worlds.hpp"

namespace vorhand::skat {

struct Reading {
  double temperature = 1;  // of the policy's shares
  double floor = 0;        // the share of cards that are played at random
};

// For each world the logarithm of the probability that the others than the player to move, whose
// hands are those of the world, played as they did; minus infinity where they could not. The
// history of the play must be whole, and the worlds fit the player's hand and the table.
void log_chances(const Policy& policy, const CardPlay& play, std::span<const World> worlds,
                 const Reading& reading, std::span<double> logs);

}  // namespace vorhand::skat

// Inference by a policy: a world is weighted by the probability that the other players, if they
// play by the policy, play their cards as they did (Rebstock, Solinas, Buro and Sturtevant, "Policy
// Based Inference in Trick-Taking Card Games", IEEE CoG 2019).
#pragma once

#include <span>

#include "skat/policy/policy.hpp"
#include "skat/worlds.hpp"

namespace vorhand::skat {

struct Reading {
  double temperature = 1;  // temperature of the policy
  double floor = 0;        // share of cards assumed to be played at random
};

// Write for each world the log probability that the other players, with the world's hands, played
// as they did; minus infinity if they could not. The history of the play must be complete, and the
// worlds must fit the player's hand and the table.
void log_chances(const Policy& policy, const CardPlay& play, std::span<const World> worlds,
                 const Reading& reading, std::span<double> logs);

}  // namespace vorhand::skat

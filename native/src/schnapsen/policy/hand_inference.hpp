// Inference of the opponent's hand from their actions.
//
// Bayes' rule with the policy as the model of the opponent: the likelihood of a hand is the
// probability that a player with these cards acts as the opponent did. Since the opponent held
// other cards at that time, the deal is undone action by action: cards played return to the hand,
// and cards drawn unseen leave it. Each card that may have been drawn is removed with equal
// probability, so that all consistent histories are equally likely.
#pragma once

#include <cstdint>
#include <vector>

#include "random.hpp"
#include "schnapsen/policy/policy.hpp"
#include "schnapsen/worlds.hpp"

namespace vorhand::schnapsen {

// A deal before an action, and the action.
struct Moment {
  Deal deal;
  Action action;
};

// Return the deal before each action, and a last entry without an action. The arguments are those
// of `resample_deal`. Throw std::invalid_argument unless the cards are the whole pack and the
// actions legal.
std::vector<Moment> moments(const Rules& rules, const std::vector<Card>& dealt,
                            const std::vector<Action>& actions, int leader);

struct Reading {
  int pasts = 2;       // histories drawn per hand
  double floor = 0.0;  // share of actions assumed to be uniformly random
};

// Return the probability of each of the opponent's hands, in the order of `Worlds`, given the
// player's observations. All are equal if no history drawn explains the actions.
std::vector<double> hand_chances(const Rules& rules, const Policy& policy,
                                 const std::vector<Moment>& past, int player,
                                 const Reading& reading, Random& random);

}  // namespace vorhand::schnapsen

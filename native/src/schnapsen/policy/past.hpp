// Inference from the opponent's actions about the cards that they hold.
//
// Bayes' rule with the policy as the model of the opponent: a hand is as likely as that a player
// with these cards acts as the opponent did. They held other cards at the time, so the deal is
// taken back action by action: cards played return to the hand, cards drawn unseen leave it, each
// that may have been the one drawn with equal chance, by which every past that fits is equally
// likely.
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

// Return the moments of a deal, given as in `resample_deal`, and a last moment without an action.
// Throws std::invalid_argument for cards that are not the whole pack or an action that is not
// legal.
std::vector<Moment> moments(const Rules& rules, const std::vector<Card>& dealt,
                            const std::vector<Action>& actions, int leader);

struct Reading {
  int pasts = 2;       // of each hand that are looked at, drawn at random
  double floor = 0.0;  // the share of actions that tell nothing: any legal one, equally likely
};

// Return the probability of each of the opponent's hands, by its number in `Worlds`; they add up to
// 1. Only the part of the past that the player has seen is used. All are equal where no hand
// explains the actions.
std::vector<double> hand_chances(const Rules& rules, const Policy& policy,
                                 const std::vector<Moment>& past, int player,
                                 const Reading& reading, Random& random);

}  // namespace vorhand::schnapsen

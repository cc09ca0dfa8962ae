// What the opponent's actions say of the cards that they hold.
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

// What happened in a deal, given as in `resample_deal`, and a last moment without an action.
// Throws std::invalid_argument for cards that are not the whole pack or an action that is not
// legal.
std::vector<Moment> moments(const Rules& rules, const std::vector<Card>& dealt,
                            const std::vector<Action>& actions, int leader);

struct Reading {
  int pasts = 2;       // of each hand that are looked at, drawn at random
  double floor = 0.0;  // the share of actions that tell nothing: any legal one, equally likely
};

// How likely each of the opponent's hands is, by its number in `Worlds`, adding up to 1; of the
// past only what the player has seen is looked at. All equal where no hand explains what was done.
std::vector<double> hand_chances(const Rules& rules, const Policy& policy,
                                 const std::vector<Moment>& past, int player,
                                 const Reading& reading, Random& random);

}  // namespace vorhand::schnapsen

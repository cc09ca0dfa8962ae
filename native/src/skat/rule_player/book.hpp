// The rules of thumb of the rule player. A rule is a feature of a card in a situation (mostly 0 or
// 1); strengths.hpp has its weights. The card with the highest sum is played.
#pragma once

#include <array>

#include "named_enum.hpp"
#include "skat/rule_player/sight.hpp"

namespace vorhand::skat {

// Situations: who has led and who still has to play. Each has its own weights.
VORHAND_NAMED_ENUM(Situation,
                   kSoloistLeads,     // the soloist leads
                   kSoloistSecond,    // one of the defenders has led
                   kSoloistLast,      // both defenders have played
                   kLeadToFoe,        // defender leads, soloist next: "the short way"
                   kLeadToFriend,     // defender leads, partner next, soloist last: "the long way"
                   kSoloistLed,       // the soloist has led, the partner plays last
                   kFriendLed,        // the partner has led, the soloist plays last
                   kLastAfterFriend,  // defender last: soloist led, partner second
                   kLastAfterFoe      // defender last: partner led, soloist second
);

// To a defender, Foe is the soloist and Friend the partner; to the soloist, Foe is the next
// defender and Friend the other one. "Opponents" are the soloist, or both defenders.
VORHAND_NAMED_ENUM(TrumpRule,
                   // Winner and contents of the trick:
                   kTablePoints,      // points on the table go to our side (else negative)
                   kOwnPoints,        // the card's own points go to our side (else negative)
                   kTrickIsOurs,      // our side takes the trick
                   kTakesItMyself,    // the player takes the trick and leads next
                   kWinsTheGame,      // taking the trick reaches our side's target
                   kLosesTheGame,     // losing the trick gives the other side its target
                   kFoeOvertakes,     // the soloist can still beat the card
                   kFriendOvertakes,  // the partner can still beat the card
                   kLowTrick,         // our side takes a trick of fewer than 4 points
                   // Worth of the card in hand:
                   kPoints,            // card points leave the hand
                   kSpendJack,         // a jack leaves the hand
                   kSpendHighTrump,    // ace or ten of trumps
                   kSpendTrump,        // a trump leaves the hand
                   kSpendMasterTrump,  // highest trump in play leaves the hand
                   kTrumpRank,         // rank among the trumps still in play
                   kSpendMaster,       // highest card in play of a side suit leaves the hand
                   kSpendAce,          // ace of a side suit
                   kSpendTen,          // ten of a side suit
                   kSpendKing,         // king of a side suit

                   kAceCatchesTen,  // the ace could still catch the ten
                   kBareTen,        // a ten alone in the hand while the ace is out
                   kBaresTen,       // takes the last guard from a ten while the ace is out
                   kMakesVoid,      // last card of a side suit while trumps are held
                   kSuitLength,     // own cards in the suit
                   kSuitOut,        // cards of the suit still out
                   kSuitMasters,    // other masters held in the suit
                   kSuitLosers,     // other cards held in the suit that are not masters
                   kCostly,         // number of weaker cards that would take the trick as well
                   kDuck,           // does not take a trick that could be taken
                   kRuff,           // trumps a side suit
                   kRuffPoints,     // trumps a side suit with points on the table
                   kThrowAway,      // neither follows nor trumps
                   // Leading trumps:
                   kDrawTrumps,       // a trump while opponents may hold trumps
                   kDrawManyTrumps,   // number of trumps that opponents may hold
                   kDrawWithTop,      // draws trumps with one that no unseen trump beats
                   kDrawWithSurplus,  // own trumps less those that opponents may hold
                   kDrawWithSmall,    // draws trumps with one that has no points
                   kLastTrumpOut,     // opponents may hold one trump, and this is no master
                   kNoTrumpsOut,      // a trump although no opponent can hold one
                   kLastTrump,        // gives away the last trump, also when following
                   kTrumpLate,        // a trump, late in the deal, also when following
                   // Leading side suits:
                   kCashBeforeDraw,  // a master while opponents may hold trumps
                   kCashLong,        // own cards in the suit, if the card is a master
                   kFoeIsVoid,       // suit in which the soloist is void
                   kFriendIsVoid,    // suit in which the partner is void
                   kFriendsSuit,     // suit the partner has led
                   kFoesSuit,        // suit the soloist has led
                   kUnderMaster,     // a low card of a suit whose master is held
                   kFreshSuit,       // suit nobody has played, nor the player discarded
                   kEndgame,         // side suit, late in the deal
                   kSingleton        // plays the only card of a side suit
);

inline float flag(bool on) { return on ? 1.0f : 0.0f; }

using TrumpVerdicts = std::array<float, kNumTrumpRules>;

Situation situation_of(const Sight& sight);

// Probabilities if a card is played: our side or the player takes the trick, or Foe or Friend
// overtakes the card that then wins it.
struct TrickProspect {
  float ours = 0;
  float mine = 0;
  float foe_overtakes = 0;
  float friend_overtakes = 0;
  bool takes = false;  // beats all on the table
};
TrickProspect prospect_of(const Sight& sight, Card card);

void judge_trump_card(const Sight& sight, Card card, TrumpVerdicts& verdicts);

}  // namespace vorhand::skat

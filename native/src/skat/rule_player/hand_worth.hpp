// The worth of a hand in each contract: the probabilities of winning, of schneider and of schwarz,
// as log odds summed over its trumps and side suits (logistic regression on self-play of the rule
// player).
#pragma once

#include <array>

#include "named_enum.hpp"
#include "skat/rules.hpp"
#include "skat/scoring.hpp"

namespace vorhand::skat {

VORHAND_NAMED_ENUM(TrumpTrait, kTrumpCount, kTrumpCountSquared, kJackOfClubs, kJackOfSpades,
                   kJackOfHearts, kJackOfDiamonds, kBothBlackJacks, kJackCountSquared, kTrumpAce,
                   kTrumpTen, kTrumpAceAndTen, kTrumpKing);

VORHAND_NAMED_ENUM(SideTrait,
                   kVoid,            // no card
                   kSideAce,         // ace held
                   kAceTen,          // ace and ten held
                   kAceTenKing,      // ace, ten and king held
                   kAceKing,         // ace and king held, but not the ten
                   kSecondTen,       // ten without the ace, guarded once
                   kThirdTen,        // ten without the ace, guarded twice or more
                   kBareTenHeld,     // ten alone
                   kSecondKing,      // king without ace and ten, guarded
                   kBareKing,        // king or queen alone
                   kBareLow,         // seven to nine, alone
                   kLosers,          // cards other than ace and ten
                   kLosersUnderAce,  // the same, if the suit has the ace
                   kLongSuit         // number of cards beyond three
);

VORHAND_NAMED_ENUM(DealTrait, kAnyDeal, kSoloistIsForehand, kSkatPoints, kFromTheHand);

VORHAND_NAMED_ENUM(NullTrait,
                   kNullCards,        // cards of the suit
                   kNullGapsHeld,     // cards that can be caught
                   kNullGapsSquared,  // square of that number
                   kNullNoSeven,      // lowest card above the seven
                   kNullNoEight,      // lowest card above the eight
                   kNullNoNine,       // lowest card above the nine
                   kNullSingleRank,   // rank of a single card
                   kNullSecondRank,   // rank of the second lowest card, if any
                   kNullTwoGaps,      // two cards or more can be caught
                   kNullSingleGap     // a single card that can be caught
);

enum Success : int { kWins, kMakesSchneider, kMakesSchwarz, kNumSuccesses };

std::array<float, kNumTrumpTraits> trump_traits(CardSet trumps);
// `suit`: a side suit shifted down to bits 0..6 (7 8 9 Q K T A).
std::array<float, kNumSideTraits> side_traits(CardSet suit);
// A skat of 0 is unknown.
std::array<float, kNumDealTraits> deal_traits(CardSet skat, bool forehand);
// `ordered`: one suit of a null hand, in null order.
std::array<float, kNumNullTraits> null_traits(int ordered);

struct HandWorth {
  std::array<float, kNumSuccesses> chance{};
};

struct HandQuestion {
  CardSet hand = 0;  // ten cards
  CardSet skat = 0;  // discards; 0 in a hand game
  bool forehand = false;
  bool ouvert = false;  // null only
};

// Log odds of a success in one contract, for many hands.
class LogOdds {
 public:
  LogOdds(Contract contract, Success success, bool forehand, bool ouvert = false);

  // A skat of 0 is unknown.
  float operator()(CardSet hand, CardSet skat) const;
  // Return the two cards of `choice` whose removal leaves the best odds.
  CardSet best_two_away(CardSet twelve, CardSet choice) const;

 private:
  const float* deal_;              // weights by points of the skat
  const float* side_;              // weights by holding of a side suit
  CardSet side_cards_ = 0xFF;      // mask of a suit
  int trump_suit_ = -1;            // -1 if no suit is trump
  const float* trumps_ = nullptr;  // weights by holding of the trump suit and the jacks
  const float* jacks_ = nullptr;   // weights by holding, if only jacks are trumps
};

float win_log_odds(Contract contract, const HandQuestion& question);
HandWorth hand_worth(Contract contract, const HandQuestion& question);

}  // namespace vorhand::skat

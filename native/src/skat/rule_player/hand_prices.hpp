// The weight of each trait of a hand, in log odds; fitted to self-play of the rule player
// (native/weights/rule_player_hands.tsv).
#pragma once

#include "skat/rule_player/hand_worth.hpp"

namespace vorhand::skat {

inline constexpr std::size_t kNumNullDealTraits =
    2;  // traits: a constant 1, and 1 if the soloist is forehand

struct HandPrices {
  // [suit games, grand][win, schneider, schwarz]
  std::array<std::array<std::array<float, kNumTrumpTraits>, kNumSuccesses>, 2> trumps;
  std::array<std::array<std::array<float, kNumSideTraits>, kNumSuccesses>, 2> side;
  std::array<std::array<std::array<float, kNumDealTraits>, kNumSuccesses>, 2> deal;
  // [null, null ouvert]
  std::array<std::array<float, kNumNullTraits>, 2> null_suit;
  std::array<std::array<float, kNumNullDealTraits>, 2> null_deal;
};

const HandPrices& hand_prices();

}  // namespace vorhand::skat

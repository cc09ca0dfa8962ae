// Worth of each trait of a hand, in log odds; fitted to deals the rule player played
// against itself.
#pragma once

#include "skat/rule_player/hand_worth.hpp"

namespace vorhand::skat {

// [suit games, grand][win, schneider, schwarz]
extern const std::array<std::array<std::array<float, kNumTrumpTraits>, kNumSuccesses>, 2>
    kTrumpPrices;
extern const std::array<std::array<std::array<float, kNumSideTraits>, kNumSuccesses>, 2>
    kSidePrices;
extern const std::array<std::array<std::array<float, kNumDealTraits>, kNumSuccesses>, 2>
    kDealPrices;
// [null, null ouvert]
inline constexpr std::size_t kNumNullDealTraits = 2;  // any deal, soloist is forehand
extern const std::array<std::array<float, kNumNullTraits>, 2> kNullSuitPrices;
extern const std::array<std::array<float, kNumNullDealTraits>, 2> kNullDealPrices;

}  // namespace vorhand::skat

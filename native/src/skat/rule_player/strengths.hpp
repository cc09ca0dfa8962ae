// How much each rule counts in each situation, learned by policy iteration in self-play.
#pragma once

#include "skat/rule_player/book.hpp"
#include "skat/rule_player/null_book.hpp"

namespace vorhand::skat {

using TrumpStrengths = std::array<std::array<float, kNumTrumpRules>, kNumSituations>;
using NullStrengths = std::array<std::array<float, kNumNullRules>, kNumSituations>;

// Suit games, grand.
extern const std::array<TrumpStrengths, 2> kTrumpStrengths;
// Null, null ouvert.
extern const std::array<NullStrengths, 2> kNullStrengths;

}  // namespace vorhand::skat

// The weight of each rule in each situation, learned by policy iteration in self-play
// (native/weights/rule_player_cards.tsv).
#pragma once

#include "skat/rule_player/book.hpp"
#include "skat/rule_player/null_book.hpp"

namespace vorhand::skat {

using TrumpStrengths = std::array<std::array<float, kNumTrumpRules>, kNumSituations>;
using NullStrengths = std::array<std::array<float, kNumNullRules>, kNumSituations>;

struct Strengths {
  std::array<TrumpStrengths, 2> trump;  // suit games, grand
  std::array<NullStrengths, 2> null;    // null, null ouvert
};

const Strengths& strengths();

}  // namespace vorhand::skat

#include "skat/rule_player/strengths.hpp"

#include "skat/rule_player/game_kind.hpp"
#include "weights.hpp"

namespace vorhand::skat {

namespace {

Strengths read_strengths() {
  const weights::Table table("rule_player_cards.tsv");
  Strengths strengths;
  const auto read = [&](auto& of_kind, const auto& rules, std::size_t kind) {
    for (std::size_t s = 0; s < kNumSituations; ++s) {
      for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        of_kind[s][rule] = table.at(kGameKindNames[kind], rules[rule], kSituationNames[s]);
      }
    }
  };
  for (std::size_t i = 0; i < 2; ++i) {
    read(strengths.trump[i], kTrumpRuleNames, i);
    read(strengths.null[i], kNullRuleNames, 2 + i);
  }
  return strengths;
}

}  // namespace

const Strengths& strengths() {
  static const Strengths read = read_strengths();
  return read;
}

}  // namespace vorhand::skat

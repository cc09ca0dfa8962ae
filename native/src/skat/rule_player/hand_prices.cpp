#include "skat/rule_player/hand_prices.hpp"

#include "skat/rule_player/game_kind.hpp"
#include "weights.hpp"

namespace vorhand::skat {

namespace {

constexpr std::array<std::string_view, kNumSuccesses> kSuccessNames{"won", "schneider", "schwarz"};

HandPrices read_prices() {
  const weights::Table table("rule_player_hands.tsv");
  HandPrices prices;
  const auto read = [&](auto& traits, const auto& names, std::size_t game, std::size_t success) {
    for (std::size_t i = 0; i < traits.size(); ++i) {
      traits[i] = table.at(kGameKindNames[game], names[i], kSuccessNames[success]);
    }
  };
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t success = 0; success < kNumSuccesses; ++success) {
      read(prices.trumps[i][success], kTrumpTraitNames, i, success);
      read(prices.side[i][success], kSideTraitNames, i, success);
      read(prices.deal[i][success], kDealTraitNames, i, success);
    }
    read(prices.null_suit[i], kNullTraitNames, 2 + i, kWins);
    read(prices.null_deal[i], kDealTraitNames, 2 + i, kWins);
  }
  return prices;
}

}  // namespace

const HandPrices& hand_prices() {
  static const HandPrices prices = read_prices();
  return prices;
}

}  // namespace vorhand::skat

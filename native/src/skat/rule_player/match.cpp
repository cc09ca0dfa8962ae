#include "skat/rule_player/match.hpp"

#include <utility>

#include "skat/rule_player/player.hpp"

namespace vorhand::skat {

Deal shuffled_deal(std::uint64_t seed, std::uint64_t number) {
  Random random(seed, number);
  std::array<Card, kNumCards> cards;
  for (int i = 0; i < kNumCards; ++i) cards[static_cast<std::size_t>(i)] = i;
  for (std::size_t left = cards.size(); left > 1; --left) {
    std::swap(cards[left - 1], cards[random.below(left)]);
  }
  Deal deal;
  for (const Card card : cards) deal.apply(card);
  return deal;
}

Result play_deal(Deal& deal, const std::array<TablePlayer, kNumPlayers>& players, Random& random) {
  std::array<std::uint8_t, kNumActions> actions;
  while (!deal.is_over()) {
    if (players[static_cast<std::size_t>(deal.player())] == TablePlayer::kRule) {
      deal.apply(rule_action(deal));
      continue;
    }
    const auto n = static_cast<std::uint64_t>(deal.legal_actions(actions));
    deal.apply(actions[random.below(n)]);
  }
  return deal.result();
}

}  // namespace vorhand::skat

#include "schnapsen/played_deal.hpp"

#include <algorithm>

namespace vorhand::schnapsen {

PlayedDeal new_played_deal(const Rules& rules, int leader) {
  PlayedDeal played;
  played.deal = new_deal(rules, leader);
  return played;
}

void deal_card(const Rules& rules, PlayedDeal& played, Card card) {
  played.cards[played.deal.dealt] = static_cast<std::int8_t>(card);
  deal_card(rules, played.deal, card);
}

void apply(const Rules& rules, PlayedDeal& played, Action action) {
  Deal& deal = played.deal;
  const int place = played.num_actions++;
  played.actions[place] = static_cast<std::int8_t>(action);
  played.movers[place] = static_cast<std::int8_t>(deal.to_move());
  const int next = deal.next;
  const std::array<CardSet, 2> hands = deal.hands;
  apply(rules, deal, action);
  if (deal.next == next) return;
  for (std::size_t player = 0; player < 2; ++player) {
    const Card drawn = lowest(deal.hands[player] & ~hands[player]);
    played.draws[player][played.num_draws] = static_cast<std::int8_t>(drawn);
  }
  ++played.num_draws;
}

CardSet dealt_hand(const Rules& rules, const PlayedDeal& played, int player) {
  const int end = std::min<int>((player + 1) * rules.hand_size, played.deal.dealt);
  CardSet hand = 0;
  for (int i = player * rules.hand_size; i < end; ++i) hand |= bit(played.cards[i]);
  return hand;
}

Card first_up(const Rules& rules, const PlayedDeal& played) {
  const int place = 2 * rules.hand_size;
  return played.deal.dealt > place ? played.cards[place] : kNoCard;
}

}  // namespace vorhand::schnapsen

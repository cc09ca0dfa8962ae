#include "skat/kermit/match.hpp"

#include "skat/card_location/self_play.hpp"
#include "skat/rule_player/match.hpp"
#include "skat/rule_player/player.hpp"

namespace vorhand::skat {

namespace {

// Apply both discards and the declaration from one decision; `Kermit::action` would repeat the
// tryout for each of the three actions.
void discard_and_declare(Deal& deal, const Kermit& bidder) {
  const int seat = deal.player();
  const Prospect best = bidder.decided(deal.hand(seat), deal.bid(), setting_of(deal, seat));
  for (CardSet away = best.discards; away;) deal.apply(pop_lowest(away));
  deal.apply(declaration_action(best.declaration.contract, best.declaration.level));
}

}  // namespace

void bid_on(Deal& deal, const Kermit* bidder) {
  if (bidder && deal.phase() == Phase::kDiscard) {
    discard_and_declare(deal, *bidder);
  } else {
    deal.apply(bidder ? bidder->action(deal) : rule_action(deal));
  }
}

Deal bid_and_played(std::uint64_t seed, std::uint64_t number,
                    const std::array<const Kermit*, kNumPlayers>& bidders,
                    const std::array<CardPlayer, kNumPlayers>& players) {
  Deal deal = shuffled_deal(seed, number);
  while (!deal.is_over() && deal.phase() != Phase::kPlay) {
    bid_on(deal, bidders[static_cast<std::size_t>(deal.player())]);
  }
  if (deal.is_over()) return deal;  // passed in
  CardPlay play = card_play(played_deal(deal), 0);
  Random random(~seed, number);
  while (!deal.is_over()) {
    const Card card = players[static_cast<std::size_t>(play.player())](play, random);
    play.play(card);
    deal.apply(card);
  }
  return deal;
}

}  // namespace vorhand::skat

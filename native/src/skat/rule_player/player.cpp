#include "skat/rule_player/player.hpp"

#include <algorithm>

#include "skat/ramsch/player.hpp"
#include "skat/rule_player/strengths.hpp"

namespace vorhand::skat {

namespace {

// Return the card with the highest sum; the lowest card among equals.
template <typename Strengths, typename Judge>
Card best_card(CardSet legal, const Strengths& strengths, const Judge& judge) {
  Strengths verdicts;
  Card best = -1;
  float best_sum = 0;
  for (CardSet rest = legal; rest;) {
    const Card card = pop_lowest(rest);
    judge(card, verdicts);
    float sum = 0;
    for (std::size_t rule = 0; rule < strengths.size(); ++rule) {
      sum += strengths[rule] * verdicts[rule];
    }
    if (best < 0 || sum > best_sum) {
      best = card;
      best_sum = sum;
    }
  }
  return best;
}

}  // namespace

Card rule_card(const SeatView& view) {
  const CardSet legal = legal_cards(view.contract, view.hand, view.trick_size ? view.trick[0] : -1);
  if ((legal & (legal - 1)) == 0) return lowest(legal);
  const Sight sight(view);
  const Situation situation = situation_of(sight);
  if (view.contract == Contract::kNull) {
    return best_card(legal, strengths().null[view.ouvert != 0][situation],
                     [&](Card card, NullVerdicts& v) { judge_null_card(sight, card, v); });
  }
  return best_card(legal, strengths().trump[view.contract == Contract::kGrand][situation],
                   [&](Card card, TrumpVerdicts& v) { judge_trump_card(sight, card, v); });
}

namespace {

// Name the lowest possible value, or hold, as long as the expected score suffices.
Action bidding_action(const Deal& deal, const Taste& taste) {
  const int seat = deal.player();
  const Stay stay = stays_in(deal);
  return rule_bids(deal.hand(seat), seat, stay.value, taste) ? stay.action : kPass;
}

Action discard_action(const Deal& deal, const Taste& taste) {
  const int seat = deal.player();
  const CardSet twelve = deal.hand(seat) | deal.discards();
  const CardSet wanted =
      rule_discards(twelve, seat, deal.bid(), taste).discards & deal.legal_card_set();
  // If another agent chose the first discard, possibly no wanted card is legal.
  return lowest(wanted ? wanted : deal.legal_card_set());
}

Action declaration(const Deal& deal, const Taste& taste) {
  const int seat = deal.player();
  const Plan plan = deal.picked_up()
                        ? rule_declares(deal.hand(seat), deal.discards(), seat, deal.bid(), taste)
                        : rule_declares_hand(deal.hand(seat), seat, deal.bid(), taste);
  return declaration_action(plan.declaration.contract, plan.declaration.level);
}

// Add the cards with which each seat opened tricks. The history before the card play is skipped: it
// holds the discards, which only the soloist has seen. Offers and answers to them are no plays.
void add_led_cards(const Deal& deal, SeatView& view) {
  int first = deal.history_size();
  for (int left = count(deal.played(0) | deal.played(1) | deal.played(2)); left > 0;) {
    if (deal.history(--first) < kNumCards) --left;
  }
  int position = deal.start().declared ? deal.start().trick_size : 0;
  for (int i = first; i < deal.history_size(); ++i) {
    if (deal.history(i) >= kNumCards) continue;
    if (position == 0) {
      view.led[static_cast<std::size_t>(deal.history_player(i))] |= bit(deal.history(i));
    }
    position = (position + 1) % kNumPlayers;
  }
}

}  // namespace

SeatView seat_view(const Deal& deal) {
  SeatView view;
  const int player = deal.player();
  const int soloist = deal.soloist();
  const Declaration& declared = deal.declaration();
  view.contract = declared.contract;
  view.player = static_cast<std::int8_t>(player);
  view.soloist = static_cast<std::int8_t>(soloist);
  view.leader = static_cast<std::int8_t>(deal.leader());
  view.trick_size = static_cast<std::int8_t>(deal.trick_size());
  for (int i = 0; i < deal.trick_size(); ++i) {
    view.trick[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(deal.trick_card(i));
  }
  view.hand_game = declared.hand;
  view.target = declared.target();
  view.hand = deal.hand(player);
  if (deal.lies_open()) view.ouvert = deal.hand(soloist);

  CardSet held = deal.skat();
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    held |= deal.hand(seat);
    view.missing[static_cast<std::size_t>(seat)] = deal.voids(seat);
  }
  view.played = kAllCards & ~held;
  view.soloist_points = static_cast<std::uint8_t>(deal.soloist_points());
  view.defender_points = static_cast<std::uint8_t>(deal.defender_points());
  if (player == soloist && deal.picked_up()) {
    view.skat = deal.skat();
    view.soloist_points = static_cast<std::uint8_t>(deal.soloist_points_with_skat());
  }
  add_led_cards(deal, view);
  return view;
}

namespace {

// Return the view without the lowest trump of a soloist who announced Spitze, unless it must be
// played, so that it is kept for the last trick.
SeatView keeping_spitze(const Deal& deal) {
  SeatView view = seat_view(deal);
  if (!deal.declaration().spitze || view.player != view.soloist) return view;
  const CardSet kept = bit(lowest_trump(view.contract));
  if (deal.legal_card_set() & ~kept) view.hand &= ~kept;
  return view;
}

}  // namespace

Action rule_action(const Deal& deal, const Taste& taste) {
  if (deal.is_pushing()) return push_action(deal);
  switch (deal.phase()) {
    case Phase::kBidding:
      return bidding_action(deal, taste);
    case Phase::kPickUpOrHand:
      return rule_plays_hand(deal.hand(deal.player()), deal.player(), deal.bid(), taste) ? kPlayHand
                                                                                         : kPickUp;
    case Phase::kDiscard:
      return discard_action(deal, taste);
    case Phase::kDeclare:
      return declaration(deal, taste);
    case Phase::kPlay:
      return deal.is_ramsch() ? ramsch_card(deal) : rule_card(keeping_spitze(deal));
    case Phase::kDeal:
    case Phase::kOver:
      break;
  }
  throw IllegalActionError("rule player: no seat is to act");
}

}  // namespace vorhand::skat

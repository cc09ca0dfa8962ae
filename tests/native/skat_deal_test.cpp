// Whole random deals through the state machine, without Python.
#include <random>

#include "check.hpp"
#include "skat/deal.hpp"

using namespace vorhand::skat;

static Deal random_deal(std::mt19937& rng) {
  Deal deal;
  std::array<std::uint8_t, kNumActions> actions;
  while (!deal.is_over()) {
    const int n = deal.legal_actions(actions);
    CHECK(n > 0);
    int legal = 0;
    for (Action a = -2; a < kNumActions + 2; ++a) legal += deal.is_legal(a);
    CHECK(legal == n);
    deal.apply(actions[rng() % static_cast<unsigned>(n)]);
    const CardSet everywhere = deal.undealt() | deal.hand(0) | deal.hand(1) | deal.hand(2) |
                               deal.skat() | deal.played(0) | deal.played(1) | deal.played(2);
    CHECK(everywhere == kAllCards);
  }
  return deal;
}

static void check_points(const Deal& deal) {
  const CardSet held = deal.hand(0) | deal.hand(1) | deal.hand(2);
  CHECK(deal.soloist_points() + deal.defender_points() + card_points(held | deal.skat()) ==
        kTotalPoints);
  CHECK(deal.matadors() ==
        matadors(deal.declaration().contract, deal.dealt_hand(deal.soloist()) | deal.dealt_skat()));
}

static void check_longest_bidding() {
  Deal deal;
  for (Card c = 0; c < kNumCards; ++c) deal.apply(c);
  for (int i = 0; i < kNumBids; ++i) {
    deal.apply(kFirstBid + i);
    deal.apply(kHold);
  }
  CHECK(!deal.is_legal(kHold));
  deal.apply(kPass);
  deal.apply(kPass);
  CHECK(deal.soloist() == 0 && deal.bid() == kHighestBid && deal.phase() == Phase::kPickUpOrHand);
  deal.apply(kPickUp);
  deal.apply(0);
  deal.apply(1);
  CHECK(!deal.is_legal(declaration_action(Contract::kNull, Level::kPlain)));
  deal.apply(declaration_action(Contract::kDiamonds, Level::kPlain));
  std::array<std::uint8_t, kNumActions> actions;
  while (!deal.is_over()) {
    deal.legal_actions(actions);
    deal.apply(actions[0]);
  }
  CHECK(deal.history_size() == kMaxHistory);
  CHECK(deal.result().overbid && deal.result().value == -2 * 270);
}

int main() {
  std::mt19937 rng(1);
  for (int i = 0; i < 2000; ++i) {
    const Deal deal = random_deal(rng);
    if (deal.soloist() >= 0) check_points(deal);
    Deal again;
    for (int k = 0; k < deal.history_size(); ++k) again.apply(deal.history(k));
    CHECK(again == deal);
  }
  check_longest_bidding();
  return 0;
}

// Whole random deals through the state machine, without Python.
#include <algorithm>
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
  // a game without claims and Kontra
  CHECK(deal.history_size() == kMaxHistory - kMaxClaimMoves - kMaxKontraMoves);
  CHECK(deal.result().overbid && deal.result().value == -2 * 270);
}

// Return a start of numbers that are valid about half of the time.
static Start random_start(std::mt19937& rng) {
  auto below = [&](int n) { return static_cast<int>(rng() % static_cast<unsigned>(n)); };
  auto odd = [&] { return below(12) == 0; };
  Start start;
  start.given = below(3) > 0;
  start.declared = below(4) > 0;
  std::array<Card, kNumCards> pack;
  for (Card c = 0; c < kNumCards; ++c) pack[static_cast<std::size_t>(c)] = c;
  std::shuffle(pack.begin(), pack.end(), rng);
  const int hand_size = below(2) ? kHandSize : below(12);
  std::size_t next = 0;
  auto take = [&] { return odd() ? below(kNumCards) : pack[next++ % kNumCards]; };
  start.leader = odd() ? below(5) - 1 : below(3);
  start.trick_size = below(2) ? 0 : below(4);
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    const int turn = (seat - start.leader + kNumPlayers) % kNumPlayers;
    for (int i = turn < start.trick_size; i < hand_size; ++i) {
      start.hands[static_cast<std::size_t>(seat)] |= bit(take());
    }
  }
  for (Card& card : start.trick) card = odd() ? below(40) - 4 : take();
  for (int i = below(2) * 2; i > 0; --i) start.skat |= bit(take());
  if (odd()) start.pool = rng();
  start.soloist = odd() ? below(5) - 1 : below(3);
  start.declaration = {static_cast<Contract>(below(kNumContracts)),
                       static_cast<Level>(odd() ? below(kNumLevels) : 0), below(2) > 0};
  if (!start.declared && !odd()) {
    start.trick_size = start.leader = start.soloist = 0;
    start.trick = {-1, -1};
    start.declaration = {};
    return start;
  }
  start.bid = odd() ? below(300) : kBidValues[static_cast<std::size_t>(below(10))];
  start.soloist_points = odd() ? below(200) - 40 : 0;
  start.soloist_tricks = odd() ? below(12) - 1 : 0;
  start.matadors = below(3) - 1;
  if (odd()) start.voids[static_cast<std::size_t>(below(3))] = rng();
  return start;
}

// Every start is refused by name or can be played to its end.
static void check_random_starts(std::mt19937& rng) {
  int played = 0;
  for (int i = 0; i < 60000; ++i) {
    const Start start = random_start(rng);
    try {
      Deal deal = i % 2 ? Deal(start) : Deal::with_any_past(start);
      std::array<std::uint8_t, kNumActions> actions;
      while (!deal.is_over()) {
        deal.apply(actions[rng() % static_cast<unsigned>(deal.legal_actions(actions))]);
      }
      const Result result = deal.result();
      CHECK(result.soloist < 0 || (result.points >= 0 && result.points <= kTotalPoints &&
                                   result.tricks >= 0 && result.tricks <= kNumTricks));
      ++played;
    } catch (const InvalidDealError&) {
    }
  }
  CHECK(played > 1000 && played < 59000);
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
  check_random_starts(rng);
  return 0;
}

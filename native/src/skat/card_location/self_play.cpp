#include "skat/card_location/self_play.hpp"

#include <algorithm>
#include <string>

#include "permutation.hpp"
#include "random_member.hpp"
#include "skat/rule_player/match.hpp"
#include "skat/rule_player/player.hpp"

namespace vorhand::skat {

Taste draw_taste(const Tastes& tastes, Random& random) {
  const auto unit = [&] { return static_cast<float>(random.unit()); };
  const auto liking = [&](float percent) {
    const float chance = unit(), much = unit();
    return 100 * chance < percent ? kMostLiking * much : 0;
  };
  Taste taste;
  taste.playing = tastes.boldness * (2 * unit() - 1);
  taste.null = liking(tastes.null);
  taste.grand = liking(tastes.grand);
  taste.hand = liking(tastes.hand);
  taste.ouvert = liking(tastes.ouvert);
  return taste;
}

Deal begun_deal(std::uint64_t seed, std::uint64_t number, const Tastes& tastes) {
  Random random(seed, number);
  while (true) {
    Deal deal = shuffled_deal(random.next(), number);
    std::array<Taste, kNumPlayers> seats;
    for (Taste& taste : seats) taste = draw_taste(tastes, random);
    while (!deal.is_over() && deal.phase() != Phase::kPlay) {
      deal.apply(rule_action(deal, seats[static_cast<std::size_t>(deal.player())]));
    }
    if (!deal.is_over()) return deal;
  }
}

std::array<std::uint16_t, kNumPlayers> bids_by_seat(const Deal& deal) {
  std::array<std::uint16_t, kNumPlayers> bids{};
  int bid = 0;
  for (int i = 0; i < deal.history_size(); ++i) {
    const Action action = deal.history(i);
    const int seat = deal.history_player(i);
    if (seat >= kNumPlayers) continue;
    if (action >= kPickUp) break;
    if (action >= kFirstBid) bid = kBidValues[static_cast<std::size_t>(action - kFirstBid)];
    if (action >= kHold) bids[static_cast<std::size_t>(seat)] = static_cast<std::uint16_t>(bid);
  }
  return bids;
}

PlayedDeal played_deal(const Deal& deal) {
  const bool begun = deal.phase() == Phase::kPlay || deal.is_over();
  if (deal.start().declared || !begun || deal.soloist() < 0 || deal.in_play() != kAllCards) {
    throw IllegalActionError("played deal: expected one that was bid and declared");
  }
  PlayedDeal played;
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    played.cards[static_cast<std::size_t>(seat)] = deal.hand(seat) | deal.played(seat);
  }
  played.cards[kNumPlayers] = deal.skat();
  const Declaration& declared = deal.declaration();
  played.contract = static_cast<std::int8_t>(declared.contract);
  played.level = static_cast<std::int8_t>(declared.level);
  played.hand_game = declared.hand;
  played.soloist = static_cast<std::int8_t>(deal.soloist());
  played.bids = bids_by_seat(deal);
  bool declared_yet = false;
  for (int i = 0; i < deal.history_size(); ++i) {
    const Action action = deal.history(i);
    if (declared_yet && action < kNumCards) {
      played.plays[played.num_plays++] = static_cast<std::uint8_t>(action);
    }
    declared_yet |= is_declaration(action);
  }
  return played;
}

CardPlay card_play(const PlayedDeal& played, int plays) {
  const auto refuse = [](const char* what) {
    throw IllegalActionError(std::string("record of a deal: ") + what);
  };
  CardSet all = 0;
  bool sizes = count(played.cards[kNumPlayers]) == kSkatSize;
  for (std::size_t place = 0; place <= kNumPlayers; ++place) {
    all |= played.cards[place];
    sizes &= place == kNumPlayers || count(played.cards[place]) == kHandSize;
  }
  if (all != kAllCards || !sizes) refuse("expected three hands of ten cards and a skat");
  if (played.contract < 0 || played.contract >= kNumContracts || played.level < 0 ||
      played.level >= kNumLevels || played.soloist < 0 || played.soloist >= kNumPlayers) {
    refuse("expected a contract, a level and a soloist");
  }
  if (plays < 0 || plays > played.num_plays || played.num_plays > kNumPlayers * kNumTricks) {
    refuse("expected a number of plays that it has");
  }
  CardPlay play;
  play.declaration = {static_cast<Contract>(played.contract), static_cast<Level>(played.level),
                      played.hand_game != 0};
  play.bid = *std::max_element(played.bids.begin(), played.bids.end());
  PlayTable& table = play.table;
  table.contract = play.declaration.contract;
  table.soloist = played.soloist;
  table.hand_game = played.hand_game != 0;
  table.lies_open = play.declaration.ouvert();
  table.target = play.declaration.target();
  std::copy_n(played.cards.begin(), kNumPlayers, table.hands.begin());
  table.skat = played.cards[kNumPlayers];
  play.history.whole = true;
  play.history.bids = played.bids;
  for (int i = 0; i < plays; ++i) {
    const Card card = played.plays[static_cast<std::size_t>(i)];
    if (card >= kNumCards || !(play.legal() & bit(card))) refuse("a play out of turn");
    play.play(card);
  }
  return play;
}

PlayedDeal played_by_rule(const PlayedDeal& begun, std::uint64_t seed, std::uint64_t number,
                          const Tastes& tastes) {
  Random random(mix64(seed), number);
  std::array<double, kNumPlayers> errors;
  for (double& share : errors) {
    const double chance = random.unit(), much = random.unit();
    share = 100 * chance < tastes.errors ? kMostErrors * much : 0;
  }
  PlayedDeal played = begun;
  played.num_plays = 0;
  played.plays.fill(0);
  CardPlay play = card_play(played, 0);
  while (!play.is_over()) {
    const bool errs = random.unit() < errors[static_cast<std::size_t>(play.player())];
    const Card any = random_member(play.legal(), random);
    const Card card = errs ? any : rule_card(play.table.view());
    played.plays[played.num_plays++] = static_cast<std::uint8_t>(card);
    play.play(card);
  }
  return played;
}

}  // namespace vorhand::skat

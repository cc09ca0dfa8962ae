#include "skat/rule_player/book.hpp"

#include <algorithm>

namespace vorhand::skat {

namespace {

constexpr int kAllDefenderPoints = kTotalPoints + 1;

CardSet led_suits(const Sight& sight, int seat) { return sight.view.led[seat]; }

}  // namespace

Situation situation_of(const Sight& sight) {
  const SeatView& view = sight.view;
  if (sight.is_soloist) return static_cast<Situation>(kSoloistLeads + view.trick_size);
  const bool soloist_led = view.leader == view.soloist;
  if (view.trick_size == 0) {
    return sight.foe == (view.player + 1) % kNumPlayers ? kLeadToFoe : kLeadToFriend;
  }
  if (view.trick_size == 1) return soloist_led ? kSoloistLed : kFriendLed;
  return soloist_led ? kLastAfterFriend : kLastAfterFoe;
}

TrickProspect prospect_of(const Sight& sight, Card card) {
  const SeatView& view = sight.view;
  TrickProspect p;
  if (view.trick_size == 0) {
    p.takes = true;
    p.foe_overtakes = sight.can_beat(sight.foe, card, card);
    p.friend_overtakes = sight.can_beat(sight.other, card, card);
    p.mine = (1 - p.foe_overtakes) * (1 - p.friend_overtakes);
    p.ours = sight.is_soloist ? p.mine : 1 - p.foe_overtakes * (1 - 0.5f * p.friend_overtakes);
    return p;
  }
  p.takes = beats(view.contract, card, sight.winning);
  const Card best = p.takes ? card : sight.winning;
  const bool best_is_ours = p.takes || (!sight.is_soloist && sight.winner != view.soloist);
  if (view.trick_size == 2) {
    p.ours = flag(best_is_ours);
    p.mine = flag(p.takes);
    return p;
  }
  const int last = (view.player + 1) % kNumPlayers;
  const float overtaken = sight.can_beat(last, best, view.trick[0]);
  if (sight.is_soloist || last == view.soloist) {
    p.foe_overtakes = overtaken;
    p.ours = best_is_ours ? 1 - overtaken : 0;
    p.mine = p.takes ? p.ours : 0;
  } else {
    p.friend_overtakes = overtaken;
    p.ours = best_is_ours ? 1 : overtaken;
    p.mine = p.takes ? 1.0f : 0.0f;
  }
  return p;
}

void judge_trump_card(const Sight& sight, Card card, TrumpVerdicts& v) {
  v.fill(0.0f);
  const SeatView& view = sight.view;
  const bool leads = view.trick_size == 0;
  const CardSet hand = view.hand;
  const CardSet self = bit(card);
  const int rank = rank_of(card);
  const int group = sight.group_of(card);
  const bool trump = group == kTrumpGroup;
  const CardSet cards_of_group = sight.group_cards(group);
  const CardSet mine = hand & cards_of_group;
  const CardSet out = sight.unseen & cards_of_group;
  const CardSet foes =
      sight.may_hold[sight.foe] | (sight.is_soloist ? sight.may_hold[sight.other] : CardSet{0});
  const int trumps_out = count(foes & sight.trumps);
  const int trumps_held = count(hand & sight.trumps);
  const float late = static_cast<float>(kHandSize - count(hand)) / kHandSize;
  const bool master = sight.is_master(card);
  const int points = kRankPoints[rank];
  const int trick_points = sight.table_points + points;
  const TrickProspect p = prospect_of(sight, card);

  const float edge = 2 * p.ours - 1;
  v[kTablePoints] = edge * static_cast<float>(sight.table_points) * 0.1f;
  v[kOwnPoints] = edge * static_cast<float>(points) * 0.1f;
  v[kTrickIsOurs] = p.ours;
  v[kTakesItMyself] = p.mine;
  const int soloist_needs = view.target - view.soloist_points;
  const int defenders_need = kAllDefenderPoints - view.target - view.defender_points;
  const int we_need = sight.is_soloist ? soloist_needs : defenders_need;
  const int they_need = sight.is_soloist ? defenders_need : soloist_needs;
  if (we_need > 0 && trick_points >= we_need) v[kWinsTheGame] = p.ours;
  if (they_need > 0 && trick_points >= they_need) v[kLosesTheGame] = 1 - p.ours;
  v[kFoeOvertakes] = p.foe_overtakes;
  v[kFriendOvertakes] = p.friend_overtakes;
  if (trick_points < 4) v[kLowTrick] = p.ours;

  v[kPoints] = static_cast<float>(points) * 0.1f;
  if (trump) {
    v[kSpendJack] = flag(rank == kJack);
    v[kSpendHighTrump] = flag(rank == kAce || rank == kTen);
    v[kSpendTrump] = 1;
    v[kSpendMasterTrump] = flag(master);
    const int higher = count(sight.stronger(card) & (hand | sight.unseen));
    v[kTrumpRank] = 1.0f / static_cast<float>(1 + higher);
    v[kLastTrump] = flag(trumps_held == 1);
    v[kTrumpLate] = late;
  } else {
    const bool ace_out = (out & bit(make_card(suit_of(card), kAce))) != 0;
    const bool ten_held = (mine & bit(make_card(suit_of(card), kTen))) != 0;
    const int held = count(mine);
    v[kSpendMaster] = flag(master);
    v[kSpendAce] = flag(rank == kAce);
    v[kSpendTen] = flag(rank == kTen);
    v[kSpendKing] = flag(rank == kKing);
    v[kAceCatchesTen] = flag(rank == kAce && (out & bit(make_card(suit_of(card), kTen))) != 0);
    v[kBareTen] = flag(rank == kTen && ace_out && held == 1);
    v[kBaresTen] = flag(rank != kTen && ten_held && ace_out && held == 2);
    v[kMakesVoid] = flag(held == 1 && trumps_held > 0);
    v[kSingleton] = flag(held == 1);
    v[kSuitLength] = static_cast<float>(held) * 0.25f;
    v[kSuitOut] = static_cast<float>(count(out)) * 0.25f;
    int masters = 0, losers = 0;
    for (CardSet rest = mine & ~self; rest;) {
      if (sight.is_master(pop_lowest(rest)))
        ++masters;
      else
        ++losers;
    }
    v[kSuitMasters] = static_cast<float>(masters) * 0.5f;
    v[kSuitLosers] = static_cast<float>(losers) * 0.5f;
  }

  if (!leads) {
    const bool led_trump = sight.group_of(view.trick[0]) == kTrumpGroup;
    const bool follows = (follow_mask(view.contract, view.trick[0]) & self) != 0;
    bool could_take = false;
    int weaker_takers = 0;
    for (CardSet rest = sight.legal & ~self; rest;) {
      const Card other = pop_lowest(rest);
      if (!beats(view.contract, other, sight.winning)) continue;
      could_take = true;
      if (p.takes && beats(view.contract, card, other)) ++weaker_takers;
    }
    v[kCostly] = static_cast<float>(weaker_takers) * 0.5f;
    v[kDuck] = flag(!p.takes && could_take);
    v[kRuff] = flag(trump && !led_trump);
    v[kRuffPoints] = trump && !led_trump ? static_cast<float>(sight.table_points) * 0.1f : 0.0f;
    v[kThrowAway] = flag(!trump && !follows);
    return;
  }

  if (trump) {
    if (trumps_out > 0) {
      v[kDrawTrumps] = 1;
      v[kDrawManyTrumps] = static_cast<float>(trumps_out) * 0.2f;
      v[kDrawWithTop] = flag(master);
      v[kDrawWithSurplus] = static_cast<float>(trumps_held - trumps_out) * 0.25f;
      v[kDrawWithSmall] = flag(points == 0);
      v[kLastTrumpOut] = flag(trumps_out == 1 && !master);
    } else {
      v[kNoTrumpsOut] = 1;
    }
  } else {
    const bool fresh = ((view.played | view.skat) & cards_of_group) == 0;
    v[kCashBeforeDraw] = flag(master && trumps_out > 0);
    v[kCashLong] = master ? v[kSuitLength] : 0.0f;
    v[kFoeIsVoid] = flag((sight.may_hold[sight.foe] & cards_of_group) == 0);
    v[kFriendIsVoid] = flag((sight.may_hold[sight.other] & cards_of_group) == 0);
    v[kFriendsSuit] = flag((led_suits(sight, sight.other) & cards_of_group) != 0);
    v[kFoesSuit] = flag((led_suits(sight, sight.foe) & cards_of_group) != 0);
    v[kUnderMaster] = flag(!master && v[kSuitMasters] > 0);
    v[kFreshSuit] = flag(fresh);
    v[kEndgame] = late;
  }
}

}  // namespace vorhand::skat

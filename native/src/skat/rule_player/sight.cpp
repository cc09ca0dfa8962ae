#include "skat/rule_player/sight.hpp"

#include <algorithm>

namespace vorhand::skat {

namespace {

using StrongerTable = std::array<std::array<CardSet, kNumCards>, kNumContracts>;

constexpr StrongerTable make_stronger_table() {
  StrongerTable table{};
  for (int c = 0; c < kNumContracts; ++c) {
    const auto contract = static_cast<Contract>(c);
    for (Card card = 0; card < kNumCards; ++card) {
      for (CardSet rest = follow_mask(contract, card); rest;) {
        const Card other = pop_lowest(rest);
        if (beats(contract, other, card)) table[c][card] |= bit(other);
      }
    }
  }
  return table;
}

constexpr StrongerTable kStronger = make_stronger_table();

// A soloist holds most of the trumps; the skat hardly ever holds one.
constexpr float kSoloistTrumpShare = 2.5f;
constexpr float kSkatTrumpShare = 0.15f;

}  // namespace

CardSet stronger_cards(Contract contract, Card card) {
  return kStronger[static_cast<std::size_t>(contract)][static_cast<std::size_t>(card)];
}

Sight::Sight(const SeatView& k)
    : view(k),
      trumps(trump_mask(k.contract)),
      unseen(kAllCards & ~(k.hand | k.skat | k.played)),
      legal(legal_cards(k.contract, k.hand, k.trick_size ? k.trick[0] : -1)),
      is_soloist(k.player == k.soloist) {
  const int next = (k.player + 1) % kNumPlayers;
  const int after = (k.player + 2) % kNumPlayers;
  foe = is_soloist ? next : k.soloist;
  other = is_soloist ? after : next == k.soloist ? after : next;
  if (k.trick_size > 0) {
    winning = k.trick[0];
    winner = k.leader;
    table_points = kRankPoints[rank_of(winning)];
  }
  if (k.trick_size > 1) {
    const Card second = k.trick[1];
    table_points += kRankPoints[rank_of(second)];
    if (beats(k.contract, second, winning)) {
      winning = second;
      winner = (k.leader + 1) % kNumPlayers;
    }
  }
  place_unseen_cards(next, after);
}

void Sight::place_unseen_cards(int next, int after) {
  const int own = count(view.hand);
  const auto cards_left = [&](int seat) {
    const int turn = (seat - view.leader + kNumPlayers) % kNumPlayers;
    return own - (turn < view.trick_size ? 1 : 0);
  };
  float left[kNumPlayers] = {};
  left[next] = static_cast<float>(cards_left(next));
  left[after] = static_cast<float>(cards_left(after));
  may_hold[next] = unseen & ~view.missing[next];
  may_hold[after] = unseen & ~view.missing[after];
  const float skat_cards = view.skat ? 0.0f : 2.0f;
  if (view.ouvert && !is_soloist) {
    may_hold[foe] = view.ouvert;
    may_hold[other] &= ~view.ouvert;
  }

  // Distribute the trumps first, then side cards in the remaining room.
  float weight[kNumPlayers] = {left[0], left[1], left[2]};
  float skat_weight = skat_cards;
  if (!is_soloist && view.contract != Contract::kNull) {
    weight[foe] *= kSoloistTrumpShare;
    skat_weight *= kSkatTrumpShare;
  }
  const auto share = [&](int group, CardSet cards) {
    const float a = (may_hold[next] & cards) ? weight[next] : 0.0f;
    const float b = (may_hold[after] & cards) ? weight[after] : 0.0f;
    const float sum = a + b + skat_weight;
    chance[next][group] = sum > 0 ? a / sum : 0.0f;
    chance[after][group] = sum > 0 ? b / sum : 0.0f;
  };
  if (const CardSet out = unseen & trumps) {
    share(kTrumpGroup, out);
    const float n = static_cast<float>(count(out));
    for (const int seat : {next, after}) {
      weight[seat] = std::max(0.05f, left[seat] - n * chance[seat][kTrumpGroup]);
    }
    skat_weight = skat_cards;
  } else {
    chance[next][kTrumpGroup] = chance[after][kTrumpGroup] = 0.0f;
  }
  for (int suit = 0; suit < 4; ++suit) share(suit, unseen & suit_mask(suit) & ~trumps);
}

float Sight::holds_none(int seat, CardSet cards, int group) const {
  const CardSet possible = cards & may_hold[seat];
  if (view.ouvert && seat == view.soloist) return possible ? 0.0f : 1.0f;
  const float miss = 1.0f - chance[seat][group];
  float none = 1.0f;
  for (int n = count(possible); n > 0; --n) none *= miss;
  return none;
}

float Sight::can_beat(int seat, Card target, Card led) const {
  const int led_group = group_of(led);
  const int group = group_of(target);
  const CardSet higher = stronger(target);
  if (led_group == kTrumpGroup) return 1.0f - holds_none(seat, higher, kTrumpGroup);
  const float is_void = holds_none(seat, group_cards(led_group), led_group);
  if (group == kTrumpGroup) return is_void * (1.0f - holds_none(seat, higher, kTrumpGroup));
  const float overtakes = 1.0f - holds_none(seat, higher, group);
  const float ruffs = 1.0f - holds_none(seat, trumps, kTrumpGroup);
  return overtakes + is_void * ruffs;
}

}  // namespace vorhand::skat

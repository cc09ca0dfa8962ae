#include "skat/ramsch/player.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace vorhand::skat {

namespace {

constexpr Contract kTrumps = Contract::kGrand;
constexpr int kSafe = 20;  // greatest danger of a hand with which the skat is pushed on unseen

int points_of(Card card) { return kRankPoints[rank_of(card)]; }

// The knowledge of the seat to act.
struct Sight {
  CardSet hand = 0;
  CardSet unseen = 0;  // cards in the other hands or the skat
  Card winning = -1;   // best card on the table
  int trick_size = 0;
};

Sight sight_of(const Deal& deal) {
  Sight sight;
  sight.hand = deal.hand(deal.player());
  sight.unseen = ~(sight.hand | deal.played(0) | deal.played(1) | deal.played(2));
  if (deal.pushes().last() == deal.player()) sight.unseen &= ~deal.skat();
  sight.trick_size = deal.trick_size();
  for (int i = 0; i < deal.trick_size(); ++i) {
    const Card card = deal.trick_card(i);
    if (i == 0 || beats(kTrumps, card, sight.winning)) sight.winning = card;
  }
  return sight;
}

// Return the cards of a set that follow the card and are stronger or, if not `above`, weaker.
CardSet others(CardSet cards, Card card, bool above) {
  CardSet found = 0;
  for (CardSet rest = cards & follow_mask(kTrumps, card) & ~bit(card); rest;) {
    const Card other = pop_lowest(rest);
    if (beats(kTrumps, other, card) == above) found |= bit(other);
  }
  return found;
}

// Score the risk that a card takes a trick: it rises with the number of unseen weaker cards and
// falls with the numbers of unseen stronger cards and of own weaker ones.
int danger(const Sight& sight, Card card) {
  const int weaker = count(others(sight.unseen, card, false));
  const int stronger = count(others(sight.unseen, card, true));
  const int own_weaker = count(others(sight.hand, card, false));
  return 3 * weaker - 2 * stronger - 2 * own_weaker;
}

// Prefer leads that others are likely to beat: many unseen stronger cards and few weaker ones.
auto lead_worth(const Sight& sight, Card card) {
  const int weaker = count(others(sight.unseen, card, false));
  const int stronger = count(others(sight.unseen, card, true));
  const bool safe = stronger > 0;
  return std::tuple(safe, 2 * stronger - 3 * weaker, -points_of(card));
}

// Prefer replies that lose the trick, and of these the highest or, without the suit, the most
// dangerous and valuable. A player who cannot duck plays the most dangerous card if last; if
// second, the weakest, which the third player may still beat.
auto reply_worth(const Sight& sight, Card card) {
  const bool ducks = !beats(kTrumps, card, sight.winning);
  const int height = strength(kTrumps, card);
  if (ducks) {
    const bool follows = (follow_mask(kTrumps, sight.winning) & bit(card)) != 0;
    return std::tuple(true, follows ? height : 2 * points_of(card) + danger(sight, card),
                      points_of(card));
  }
  const bool last = sight.trick_size == kNumPlayers - 1;
  return std::tuple(false, last ? danger(sight, card) : -height, -points_of(card));
}

template <typename Worth>
Card best_of(CardSet cards, Worth worth) {
  Card best = pop_lowest(cards);
  while (cards) {
    const Card card = pop_lowest(cards);
    if (worth(card) > worth(best)) best = card;
  }
  return best;
}

// Score the danger of a hand: the sum over its cards that are likely to take tricks.
int danger(CardSet hand) {
  Sight sight;
  sight.hand = hand;
  sight.unseen = ~hand;
  int sum = 0;
  for (CardSet cards = hand; cards;) sum += std::max(0, danger(sight, pop_lowest(cards)));
  return sum;
}

// Return the card to push on: that of the pair which leaves the least dangerous hand. Of equally
// good pairs it takes the one with the most points.
Card card_to_push(const Deal& deal) {
  const CardSet hand = deal.hand(deal.player());
  const auto worth = [&](CardSet pushed) {
    int points = 0;
    for (CardSet cards = pushed; cards;) points += points_of(pop_lowest(cards));
    return std::tuple(-danger(hand & ~pushed), points);
  };
  const CardSet legal = deal.legal_card_set();
  if (deal.skat()) return best_of(legal, [&](Card card) { return worth(bit(card)); });
  return best_of(legal, [&](Card first) {
    auto best = worth(bit(first) | std::bit_floor(hand & ~kJacks));
    for (CardSet rest = hand & ~kJacks & ~(bit(first) | (bit(first) - 1)); rest;) {
      best = std::max(best, worth(bit(first) | bit(pop_lowest(rest))));
    }
    return best;
  });
}

double value_of(Deal deal, Action move, Scoring scoring) {
  const auto seat = static_cast<std::size_t>(deal.player());
  deal.advance(move);
  while (!deal.is_over()) {
    deal.advance(deal.is_pushing() ? push_action(deal) : ramsch_card(deal));
  }
  const auto each = scores(scoring, deal.result());
  const double all = each[0] + each[1] + each[2];
  return each[seat] - (all - each[seat]) / 2;
}

}  // namespace

Card ramsch_card(const Deal& deal) {
  const CardSet legal = deal.legal_card_set();
  if (count(legal) == 1) return lowest(legal);
  const Sight sight = sight_of(deal);
  if (sight.trick_size == 0) {
    return best_of(legal, [&](Card card) { return lead_worth(sight, card); });
  }
  return best_of(legal, [&](Card card) { return reply_worth(sight, card); });
}

Action push_action(const Deal& deal) {
  if (deal.phase() == Phase::kDiscard) return card_to_push(deal);
  return danger(deal.hand(deal.player())) <= kSafe ? kPushUnseen : kPickUp;
}

std::vector<double> ramsch_values(const Deal& deal, std::span<const World> worlds,
                                  std::span<const Action> moves, Scoring scoring) {
  std::vector<double> values;
  values.reserve(worlds.size() * moves.size());
  for (const World& world : worlds) {
    const Deal there = deal.with_hidden({world[0], world[1], world[2]}, world[3], 0);
    for (const Action move : moves) values.push_back(value_of(there, move, scoring));
  }
  return values;
}

}  // namespace vorhand::skat

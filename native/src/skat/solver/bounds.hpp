// Static bounds: points that the leader's side can take by playing from the top
// (Furtak 2013, section 5.2), suit by suit from the looked-up facts.
#pragma once

#include <algorithm>

#include "skat/solver/facts.hpp"

namespace vorhand::skat::solver {

using SuitViews = std::array<const SuitFacts*, kSideSuits>;

// The least that `n` cards of a hand are worth together.
constexpr int forced_points(Set hand, int n) {
  constexpr Set kRank = 0x0101010101ull;
  n -= size(hand & kBlanks);
  if (n <= 0) return 0;
  int points = 0;
  const auto take = [&](Set cards, int worth) {
    const int held = std::min(n, size(cards));
    points += held * worth;
    n -= held;
  };
  take(hand & kJackBits, 2);
  if (n > 0) take(hand & (kRank << kQueen), 3);
  if (n > 0) take(hand & (kRank << kKing), 4);
  if (n > 0) take(hand & (kRank << kTen), 10);
  if (n > 0) take(hand & (kRank << kAce), 11);
  return points;
}

// The most that `n` discards from these cards are worth.
constexpr int thrown_points(Set cards, int n) {
  constexpr Set kRank = 0x01010101ull;
  int points = 0;
  const auto take = [&](Set rank, int worth) {
    const int held = std::min(n, size(rank));
    points += held * worth;
    n -= held;
  };
  take(cards & (kRank << kAce), 11);
  take(cards & (kRank << kTen), 10);
  take(cards & (kRank << kKing), 4);
  take(cards & (kRank << kQueen), 3);
  return points;
}

// Only one side has trumps left: then it gets in and nobody ruffs its winners. A player
// with a trump need not throw a card that nobody can beat: following with it, he wins; void,
// he ruffs, which gives him the lead to cash all of them. So such cards are as sure as the
// trumps, whoever leads.
inline int soloist_alone_has_trumps(const TrumpFacts& trumps, const SuitViews& suits,
                                    const std::array<Set, kNumPlayers>& hands, int tricks,
                                    int rest) {
  int rounds = trumps.count[0], own = trumps.sure_soloist;
  for (const SuitFacts* suit : suits) {
    rounds += suit->top_count[0];
    own += suit->top_points[0];
  }
  if (rounds == tricks) return rest;
  return own + forced_points(hands[1], rounds) + forced_points(hands[2], rounds);
}

// Defenders: a card that the partner has to beat would lose its owner the lead, and with the
// last trump gone his winners might be thrown; so only what the partner cannot beat counts.
// Of two defenders with trumps one cashes and the other makes way: he ruffs only when he has
// nothing but trumps, and then all tricks are theirs. Trumps themselves are sure for both.
inline int defenders_alone_have_trumps(const TrumpFacts& trumps, const SuitViews& suits,
                                       const std::array<Set, kNumPlayers>& hands, int tricks,
                                       int rest) {
  const int most_trumps = std::max(trumps.count[1], trumps.count[2]);
  int best = 0;
  for (int seat = 1; seat <= 2; ++seat) {
    if (trumps.count[seat] == 0) continue;
    int rounds = trumps.count[seat], own = trumps.sure_defenders;
    for (const SuitFacts* suit : suits) {
      rounds += suit->top_count[seat];
      own += suit->top_points[seat];
    }
    rounds = std::max(rounds, most_trumps);
    if (rounds == tricks) return rest;
    best = std::max(best, own + forced_points(hands[0], rounds));
  }
  return best;
}

// The soloist leads: he draws trumps, then cashes what no one can beat or ruff. The
// opponents follow or throw what costs them least.
//
// Rank and worth need not agree for this (Furtak 2013, lemma 5.2.1): jacks beat aces and are
// worth 2. Which cards the leader cashes is fixed by rank alone, so his own points are their
// sum, whatever order it comes in. What an opponent plays to these rounds can be counted in
// two ways, and the larger count holds. He plays as many cards as there are rounds, worth at
// least his cheapest so many, cheapest by worth. And of each suit he plays, following or
// thrown earlier, at least as many as it has rounds or else all he holds, worth at least the
// cheapest so many of the suit.
inline int soloist_cashes(const TrumpFacts& trumps, const SuitViews& suits,
                          const std::array<Set, kNumPlayers>& hands, int tricks, int rest) {
  int rounds = trumps.cash[0].rounds, points = trumps.cash[0].points, own = trumps.cash[0].own;
  for (const SuitFacts* suit : suits) {
    const Cash& cash = suit->soloist_cash[trumps.ruffs[0]];
    rounds += cash.rounds;
    points += cash.points;
    own += cash.own;
  }
  if (rounds == tricks) return rest;
  return std::max(points, own + forced_points(hands[1], rounds) + forced_points(hands[2], rounds));
}

// A defender leads. He cashes his suits, and if he can reach his partner in a suit that
// this one cashes, the partner cashes his. Whoever is void throws points from suits that
// are not cashed. All this as long as nobody runs out of cards other than trumps: he
// would have to ruff his partner's winner.
template <int kLeader>
int defenders_cash(const TrumpFacts& trumps, const SuitViews& suits,
                   const std::array<Set, kNumPlayers>& hands, int tricks, int rest) {
  constexpr int kPartner = 3 - kLeader;
  const Cash& drawn = trumps.cash[kLeader];
  const int ruffs = trumps.ruffs[kLeader];
  const int room = tricks - trumps.left[kLeader][kPartner];
  struct Plan {
    int rounds, points, own;
    std::array<int, 3> thrown;  // by seat
    Set idle;                   // suits that nobody cashes
    void add(const Cash& cash, int other, int suit) {
      rounds += cash.rounds;
      points += cash.points;
      own += cash.own;
      thrown[other] += cash.thrown;
      if (cash.rounds == 0) idle |= Set{0xFF} << (8 * suit);
    }
  };
  const Plan start{drawn.rounds, drawn.points, drawn.own, {}, 0};
  const auto worth = [&](Plan& plan) {
    if (plan.rounds == tricks) return rest;
    int thrown = 0;
    for (const int seat : {kLeader, kPartner}) {
      if (plan.thrown[seat]) thrown += thrown_points(hands[seat] & plan.idle, plan.thrown[seat]);
    }
    return thrown + std::max(plan.points, plan.own + forced_points(hands[0], plan.rounds));
  };

  Plan alone = start;
  alone.thrown[kPartner] += drawn.thrown;
  Plan joint = alone;
  int entry_suit = -1, entry_loss = 1000;
  for (int i = 0; i < kSideSuits; ++i) {
    const Cash& mine = suits[i]->defender_cash[kLeader - 1][ruffs];
    const Cash& partners = suits[i]->defender_cash[kPartner - 1][ruffs];
    if (alone.rounds + mine.rounds <= room) {
      alone.add(mine, kPartner, i);
    } else {
      alone.add(Cash{}, kPartner, i);
    }
    if (partners.entry) {
      const int loss = std::max(0, mine.points - partners.points);
      if (loss < entry_loss) entry_loss = loss, entry_suit = i;
    }
  }
  int best = worth(alone);
  if (entry_suit < 0) return best;
  for (int i = 0; i < kSideSuits; ++i) {
    const Cash& mine = suits[i]->defender_cash[kLeader - 1][ruffs];
    const Cash& partners = suits[i]->defender_cash[kPartner - 1][ruffs];
    if (i == entry_suit || partners.points > mine.points) {
      joint.add(partners, kLeader, i);
    } else {
      joint.add(mine, kPartner, i);
    }
  }
  const int joint_room =
      tricks - std::max(trumps.left[kLeader][kPartner], trumps.left[kLeader][kLeader]);
  if (joint.rounds <= joint_room) best = std::max(best, worth(joint));
  return best;
}

}  // namespace vorhand::skat::solver

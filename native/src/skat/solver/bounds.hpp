// Static bounds: points that the leader's side can cash from the top (Furtak 2013, section 5.2),
// suit by suit from the looked-up facts.
#pragma once

#include <algorithm>

#include "skat/solver/facts.hpp"

namespace vorhand::skat::solver {

using SuitViews = std::array<const SuitFacts*, kSideSuits>;

// Return the least possible worth of `n` cards of a hand.
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

// Return the largest total worth of `n` discards from these cards.
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

// If not all trumps of a side can be captured, some win tricks, whoever leads, and the other side
// adds a card to each of these tricks. The added cards may be assumed to be none of the trumps that
// could capture (`spent`): if one of those does not capture, there is one more such trick.
inline int soloist_sure(const TrumpFacts& trumps, const std::array<Set, kNumPlayers>& hands) {
  const Set spent = Set{trumps.spent[0]} << kTrumpShift;
  const int tricks = trumps.sure_tricks[0];
  return trumps.sure_soloist + forced_points(hands[1] & ~spent, tricks) +
         forced_points(hands[2] & ~spent, tricks);
}

inline int defenders_sure(const TrumpFacts& trumps, const std::array<Set, kNumPlayers>& hands) {
  const Set spent = Set{trumps.spent[1]} << kTrumpShift;
  return trumps.sure_defenders + forced_points(hands[0] & ~spent, trumps.sure_tricks[1]);
}

// Only one side has trumps left: then it gets the lead and nobody ruffs its winners. A player with
// a trump need not discard an unbeatable card: if they follow with it, they win; if they are void,
// they ruff and can cash all of them. So such cards win as surely as the trumps, whoever leads.
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

// Only the defenders have trumps left. A card that the partner has to beat would cost its owner the
// lead, and once the last trump is gone the owner's winners might have to be discarded. So only
// cards that the partner cannot beat count. If both defenders have trumps, one cashes and the other
// discards; the other ruffs only with nothing but trumps left, and then takes all tricks. Trumps
// themselves are sure for both.
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

// The soloist leads, draws trumps, then cashes the cards that nobody can beat or ruff. The
// opponents follow with, or discard, the cards that cost them least.
//
// Rank and worth need not agree for this (Furtak 2013, lemma 5.2.1): jacks beat aces and are worth
// 2. The cashed cards are fixed by rank alone, so the leader's own points are their sum in any
// order. The larger of two bounds holds for the opponents' cards: as many cards as there are
// rounds, worth at least their cheapest; and of each suit at least as many cards as it has rounds,
// or all of them, worth at least the cheapest of the suit.
inline int soloist_cashes(const TrumpFacts& trumps, const SuitViews& suits,
                          const std::array<Set, kNumPlayers>& hands, int tricks, int rest) {
  Cash cash = trumps.cash[0];
  for (const SuitFacts* suit : suits) cash = cash + suit->soloist_cash[trumps.ruffs[0]];
  // Sure trumps that are not used for drawing win their tricks later.
  const int later = trumps.sure_tricks[0] - trumps.cash[0].rounds();
  const Set spent = later >= 0 ? Set{trumps.spent[0]} << kTrumpShift : 0;
  const int rounds = cash.rounds() + std::max(0, later);
  if (rounds == tricks) return rest;
  return std::max(cash.points(), cash.own() + forced_points(hands[1] & ~spent, rounds) +
                                     forced_points(hands[2] & ~spent, rounds));
}

// A defender leads and cashes some suits. Then the partner cashes other suits, if the leader can
// lead one of them to the partner. A void defender discards points from suits that nobody cashes.
// This holds only while nobody has trumps alone, since such a defender would have to ruff the
// partner's winner.
template <int kLeader>
int defenders_cash(const TrumpFacts& trumps, const SuitViews& suits,
                   const std::array<Set, kNumPlayers>& hands, int tricks, int rest) {
  constexpr int kPartner = 3 - kLeader;
  const int ruffs = trumps.ruffs[kLeader];
  // The cards that the leader and the partner cash, and the suits that nobody cashes.
  struct Plan {
    Cash leader, partner;
    Set idle = 0;
  };
  // Sure trumps that are not used for drawing win their tricks later.
  const int later = trumps.sure_tricks[1] - trumps.cash[kLeader].rounds();
  const Set spent = later >= 0 ? Set{trumps.spent[1]} << kTrumpShift : 0;
  const auto worth = [&](const Plan& plan) {
    const Cash all = plan.leader + plan.partner;
    if (all.rounds() == tricks) return rest;
    int thrown = 0;
    if (plan.leader.thrown()) {
      thrown += thrown_points(hands[kPartner] & plan.idle, plan.leader.thrown());
    }
    if (plan.partner.thrown()) {
      thrown += thrown_points(hands[kLeader] & plan.idle, plan.partner.thrown());
    }
    const int forced = forced_points(hands[0] & ~spent, all.rounds() + std::max(0, later));
    return thrown + std::max(all.points(), all.own() + forced);
  };

  Plan alone{};
  alone.leader = trumps.cash[kLeader];
  Plan joint = alone;
  const int room = tricks - trumps.left[kLeader][kPartner];
  int entry_suit = -1, entry_loss = 1000;
  for (int i = 0; i < kSideSuits; ++i) {
    const Cash mine = suits[i]->defender_cash[kLeader - 1][ruffs];
    const Cash partners = suits[i]->defender_cash[kPartner - 1][ruffs];
    const bool cashed = mine.rounds() > 0 && alone.leader.rounds() + mine.rounds() <= room;
    if (cashed) {
      alone.leader = alone.leader + mine;
    } else {
      alone.idle |= Set{0xFF} << (8 * i);
    }
    if (partners.entry()) {
      const int loss = std::max(0, mine.points() - partners.points());
      if (loss < entry_loss) entry_loss = loss, entry_suit = i;
    }
  }
  const int best = worth(alone);
  if (entry_suit < 0) return best;
  for (int i = 0; i < kSideSuits; ++i) {
    const Cash mine = suits[i]->defender_cash[kLeader - 1][ruffs];
    const Cash partners = suits[i]->defender_cash[kPartner - 1][ruffs];
    if (i == entry_suit || partners.points() > mine.points()) {
      joint.partner = joint.partner + partners;
      if (partners.rounds() == 0) joint.idle |= Set{0xFF} << (8 * i);
    } else {
      joint.leader = joint.leader + mine;
      if (mine.rounds() == 0) joint.idle |= Set{0xFF} << (8 * i);
    }
  }
  const int joint_room =
      tricks - std::max(trumps.left[kLeader][kPartner], trumps.left[kLeader][kLeader]);
  const int rounds = joint.leader.rounds() + joint.partner.rounds();
  return rounds <= joint_room ? std::max(best, worth(joint)) : best;
}

}  // namespace vorhand::skat::solver

#include "schnapsen/closed.hpp"

#include <algorithm>

namespace vorhand::schnapsen {

namespace {

constexpr int kTableBits = 13;
constexpr int kTableCards = 3;  // smaller hands are searched faster than looked up

// An entry: cards and leader (42 bits), lowest and highest gain (7 bits each), generation.
constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << 42) - 1;
constexpr int kMaxGain = 127;

constexpr std::uint64_t entry_of(std::uint64_t key, int low, int high) {
  return key | std::uint64_t(low) << 42 | std::uint64_t(high) << 49;
}

constexpr std::size_t slot_of(std::uint64_t key) {
  return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ull) >> (64 - kTableBits));
}

}  // namespace

ClosedSolver::ClosedSolver(const Rules& rules)
    : target_(rules.target),
      marriage_points_(rules.marriage_points),
      royal_points_(rules.royal_points),
      pair_low_(0),
      tables_(rules.deck),
      table_(std::size_t{1} << kTableBits, 0) {
  for (int card = 0; card < 20; ++card) value_[card] = rules.deck.values[card % 5];
  if (rules.deck.marriage_low >= 0 && rules.marriage_points > 0) {
    for (int suit = 0; suit < 4; ++suit)
      pair_low_ |= Packed{1} << (5 * suit + rules.deck.marriage_low);
  }
}

void ClosedSolver::start() {
  nodes_ = 0;
  generation_ = (generation_ + 1) & 0xFF;
  if (generation_ == 0) {
    std::fill(table_.begin(), table_.end(), 0);
    generation_ = 1;
  }
}

// Points the leader can be sure of by leading winners until none is left.
int ClosedSolver::cash(Packed leader, Packed replier) const {
  const Pattern mine = leader >> 15, theirs = replier >> 15;
  // Drawing trumps from the top leaves the other without any.
  const bool free =
      std::popcount(std::uint32_t{tables_.higher[theirs][mine]}) >= std::popcount(theirs);
  int sum = tables_.cash[1][mine][theirs];
  const auto& side = tables_.cash[free];
  for (int suit = 0; suit < kTrumps; ++suit)
    sum += side[pattern(leader, suit)][pattern(replier, suit)];
  return sum;
}

// One lead of each run: who wins the trick is settled by the card led.
Packed ClosedSolver::leads(Packed leader, Packed replier) const {
  const bool trumps = (replier & kTrumpCards) != 0;
  Packed result = 0;
  for (int suit = 0; suit < 4; ++suit) {
    const Pattern mine = pattern(leader, suit);
    if (!mine) continue;
    const Pattern theirs = pattern(replier, suit);
    const int apart = (mine & (mine >> 1) & (pair_low_ & 31)) != 0;
    Pattern winners = tables_.higher[theirs][mine];
    if (!theirs && trumps && suit != kTrumps) winners = 0;
    // Runs never join winners and losers: a card of theirs lies between.
    const Pattern picked = (tables_.high[apart][mine][theirs] & winners) |
                           (tables_.low[apart][mine][theirs] & ~winners);
    result |= picked << (5 * suit);
  }
  return result;
}

Packed ClosedSolver::replies(Packed replier, Packed leader, int led) const {
  const int suit = packed_suit(led);
  const Pattern mine = pattern(replier, suit);
  auto apart = [&](Pattern cards) { return (cards & (cards >> 1) & (pair_low_ & 31)) != 0; };
  if (mine) {
    const Pattern theirs = pattern(leader, suit);
    const Pattern above_led = ~((Pattern{2} << (led - 5 * suit)) - 1);
    const Pattern winning = mine & above_led;
    if (winning) return Packed(tables_.high[apart(mine)][mine][theirs] & above_led) << (5 * suit);
    return Packed{tables_.low[apart(mine)][mine][theirs]} << (5 * suit);
  }
  const Pattern trumps = replier >> 15;
  if (trumps) return Packed{tables_.high[apart(trumps)][trumps][leader >> 15]} << 15;
  Packed result = 0;
  for (int other = 0; other < kTrumps; ++other) {
    const Pattern cards = pattern(replier, other);
    if (cards)
      result |= Packed{tables_.low[apart(cards)][cards][pattern(leader, other)]} << (5 * other);
  }
  return result;
}

// Whether the closer gains `need` points; the leader is the closer (0) or not (1).
template <int kLeader>
bool ClosedSolver::gains(Packed leader, Packed replier, int need, bool trick, int rest) {
  ++nodes_;
  const Packed closer = kLeader == 0 ? leader : replier;
  if (need < 1) need = 1;
  if (rest + marriages(closer) < need) return false;
  const int sure = cash(leader, replier);
  if constexpr (kLeader == 0) {
    if (trick && best_marriage(closer) >= need) return true;
    if (sure >= need) return true;
    if (rest + marriages(closer) - tables_.top_points[replier >> 15][leader >> 15] < need)
      return false;
  } else {
    if (rest + marriages(closer) - sure < need) return false;
    if (tables_.top_points[replier >> 15][leader >> 15] >= need) return true;
  }

  const int cards = std::popcount(leader);
  const std::uint64_t key = leader | std::uint64_t{replier} << 20 | std::uint64_t{kLeader} << 40 |
                            std::uint64_t{trick} << 41;
  std::uint64_t* slot = nullptr;
  int low = 0, high = kMaxGain;
  if (cards >= kTableCards) {
    slot = &table_[slot_of(key)];
    if (((*slot ^ key) & kKeyMask) == 0 && (*slot >> 56) == generation_) {
      low = *slot >> 42 & 127;
      high = *slot >> 49 & 127;
      if (need <= low) return true;
      if (need > high) return false;
    }
  }

  bool result = kLeader == 1;
  const Packed candidates = leads(leader, replier);
  const Packed pairs = leader & (leader >> 1) & pair_low_;
  const Packed announced = pairs | pairs << 1;
  auto lead_gains = [&](int led) {
    int left = need;
    if (kLeader == 0 && (announced >> led & 1))
      left -= led >= 15 ? royal_points_ : marriage_points_;
    return gains_led<kLeader>(leader & ~(Packed{1} << led), replier, led, left, trick, rest);
  };
  // Winners by value, then marriages, then the rest from the top; weights from a search
  // for the fewest nodes on random deals.
  MoveList list;
  for (Packed left = candidates; left;) {
    const int card = highest(left);
    left &= ~(Packed{1} << card);
    const bool trump = card >= 5 * kTrumps;
    const Pattern theirs = pattern(replier, packed_suit(card));
    const bool wins = !(theirs >> (card % 5)) && (theirs || trump || !(replier & kTrumpCards));
    list.insert(card, ((announced >> card & 1) ? 38 : 0) + (wins ? 10 * value_[card] : 0) +
                          (trump ? 6 : 0));
  }
  for (int i = 0; i < list.size && result == (kLeader == 1); ++i)
    result = lead_gains(list.moves[i]);
  if (slot) {
    if (result)
      low = need;
    else
      high = need - 1;
    *slot = entry_of(key, low, high) | generation_ << 56;
  }
  return result;
}

// The reply to `led`, which is already taken from the leader's hand.
template <int kLeader>
bool ClosedSolver::gains_led(Packed leader, Packed replier, int led, int need, bool trick,
                             int rest) {
  Packed options = replies(replier, leader, led);
  const bool replier_wins = over(led, highest(options));
  const bool closer_wins_trick = (kLeader == 0) != replier_wins;
  const bool last = leader == 0;
  while (options) {
    const int reply = highest(options);
    options &= ~(Packed{1} << reply);
    const int trick_points = value_[led] + value_[reply];
    bool result;
    const int left = closer_wins_trick ? need - trick_points : need;
    const bool has = trick || closer_wins_trick;
    if (has && left <= 0) {
      result = true;
    } else if (last) {
      result = false;
    } else {
      const Packed rest_replier = replier & ~(Packed{1} << reply);
      const int rest_points = rest - trick_points;
      constexpr int kOther = 1 - kLeader;
      result = replier_wins ? gains<kOther>(rest_replier, leader, left, has, rest_points)
                            : gains<kLeader>(leader, rest_replier, left, has, rest_points);
    }
    // Replies of the closer: one success is enough; of the other: one failure.
    if (result == (kLeader == 1)) return result;
  }
  return kLeader == 0;
}

bool ClosedSolver::closer_wins(Packed closer, Packed opponent, int leader, const Race& state) {
  const int rest = points(closer) + points(opponent);
  const int most = rest + marriages(closer) + marriages(opponent);
  // Both reach the target only if together they can gain what both need.
  if (most >= state.need[0] + state.need[1]) return race(closer, opponent, leader, state);
  return leader == 0 ? gains<0>(closer, opponent, state.need[0], state.trick[0], rest)
                     : gains<1>(opponent, closer, state.need[0], state.trick[0], rest);
}

bool ClosedSolver::closer_wins_led(Packed closer, Packed opponent, int leader, int led,
                                   const Race& state) {
  const int rest = points(closer) + points(opponent) + value_[led];
  const int most = rest + marriages(closer) + marriages(opponent);
  if (most >= state.need[0] + state.need[1]) return race_led(closer, opponent, leader, led, state);
  return leader == 0 ? gains_led<0>(closer, opponent, led, state.need[0], state.trick[0], rest)
                     : gains_led<1>(opponent, closer, led, state.need[0], state.trick[0], rest);
}

bool ClosedSolver::race(Packed closer, Packed opponent, int leader, const Race& state) {
  ++nodes_;
  const Packed hand = leader == 0 ? closer : opponent;
  const Packed other = leader == 0 ? opponent : closer;
  if (state.trick[leader] && best_marriage(hand) >= std::max(state.need[leader], 1))
    return leader == 0;
  if (cash(hand, other) >= std::max(state.need[leader], 1)) return leader == 0;
  const Packed pairs = hand & (hand >> 1) & pair_low_;
  const Packed announced = pairs | pairs << 1;
  const Packed candidates = leads(hand, other);
  for (Packed wave : {candidates & announced, candidates & ~announced}) {
    while (wave) {
      const int led = highest(wave);
      wave &= ~(Packed{1} << led);
      Race next = state;
      if (announced >> led & 1) next.need[leader] -= led >= 15 ? royal_points_ : marriage_points_;
      const Packed cut = ~(Packed{1} << led);
      const bool won = closer_wins_led(leader == 0 ? closer & cut : closer,
                                       leader == 0 ? opponent : opponent & cut, leader, led, next);
      if (won == (leader == 0)) return won;
    }
  }
  return leader != 0;
}

bool ClosedSolver::race_led(Packed closer, Packed opponent, int leader, int led,
                            const Race& state) {
  const int replier = 1 - leader;
  const Packed leading = leader == 0 ? closer : opponent;
  Packed options = replies(leader == 0 ? opponent : closer, leading, led);
  while (options) {
    const int reply = highest(options);
    options &= ~(Packed{1} << reply);
    const int winner = over(led, reply) ? replier : leader;
    Race next = state;
    next.need[winner] -= value_[led] + value_[reply];
    next.trick[winner] = true;
    const Packed cut = ~(Packed{1} << reply);
    bool won;
    if (next.need[winner] <= 0) {
      won = winner == 0;
    } else if (leading == 0) {
      won = false;
    } else {
      won = closer_wins(replier == 0 ? closer & cut : closer,
                        replier == 0 ? opponent : opponent & cut, winner, next);
    }
    if (won == (replier == 0)) return won;
  }
  return replier != 0;
}

}  // namespace vorhand::schnapsen

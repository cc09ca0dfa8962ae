#include "schnapsen/strict.hpp"

#include <algorithm>

namespace vorhand::schnapsen {

namespace {

constexpr int kTableBits = 14;
constexpr int kTableCards = 3;  // smaller hands are searched faster than they are looked up

constexpr int kRaceBits = 12;

// Entry: cards, leader and two flags (43 bits), lowest and highest gain (7 bits each), generation.
constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << 43) - 1;
constexpr int kMaxGain = 127;
constexpr int kOutOfReach = 1000;  // an unreachable target, used if only the last trick counts

constexpr std::uint64_t entry_of(std::uint64_t key, int low, int high) {
  return key | std::uint64_t(low) << 43 | std::uint64_t(high) << 50;
}

constexpr std::size_t slot_of(std::uint64_t key) {
  return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ull) >> (64 - kTableBits));
}

Packed queens(const Rules& rules) {
  if (rules.deck.marriage_low < 0 || rules.marriage_points <= 0) return 0;
  Packed cards = 0;
  for (int suit = 0; suit < 4; ++suit) cards |= Packed{1} << (5 * suit + rules.deck.marriage_low);
  return cards;
}

}  // namespace

StrictSolver::StrictSolver(const Rules& rules)
    : target_(rules.target),
      marriage_points_(rules.marriage_points),
      royal_points_(rules.royal_points),
      pair_low_(queens(rules)),
      tables_(rules.deck, pair_low_ & 31),
      table_(std::size_t{1} << kTableBits, 0),
      races_(std::size_t{1} << kRaceBits) {
  for (int card = 0; card < 20; ++card) value_[card] = rules.deck.values[card % 5];
}

void StrictSolver::start() {
  ++race_generation_;
  generation_ = (generation_ + 1) & 0x7F;
  if (generation_ == 0) {
    std::fill(table_.begin(), table_.end(), 0);
    generation_ = 1;
  }
}

// Return points that the leader surely wins by leading winners until none is left.
int StrictSolver::cash(Packed leader, Packed replier) const {
  const Pattern mine = leader >> 15, theirs = replier >> 15;
  // True if drawing trumps from the top exhausts those of the other side.
  const bool free =
      std::popcount(std::uint32_t{tables_.higher[theirs][mine]}) >= std::popcount(theirs);
  int sum = tables_.cash[1][mine][theirs];
  const auto& side = tables_.cash[free];
  for (int suit = 0; suit < kTrumps; ++suit)
    sum += side[pattern(leader, suit)][pattern(replier, suit)];
  return sum;
}

Packed StrictSolver::replies(Packed replier, Packed leader, int led) const {
  const int suit = packed_suit(led);
  const Pattern mine = pattern(replier, suit);
  if (mine) {
    const Pattern theirs = pattern(leader, suit);
    const Pattern above_led = ~((Pattern{2} << (led - 5 * suit)) - 1);
    const Pattern cards = (mine & above_led) ? tables_.winning[mine][theirs] & above_led
                                             : tables_.losing[mine][theirs];
    return cards << (5 * suit);
  }
  const Pattern trumps = replier >> 15;
  if (trumps) return Packed{tables_.winning[trumps][leader >> 15]} << 15;
  Packed result = 0;
  for (int other = 0; other < kTrumps; ++other) {
    result |= Packed{tables_.losing[pattern(replier, other)][pattern(leader, other)]}
              << (5 * other);
  }
  return result;
}

// Return one lead of each run: under strict play the card led alone decides who wins the trick.
// Winners score by value; marriages and trumps add to the score. The weights were chosen for the
// fewest nodes on random deals.
MoveList StrictSolver::ordered_leads(Packed leader, Packed replier, Packed announced) const {
  const Pattern my_trumps = leader >> 15, their_trumps = replier >> 15;
  Packed leads = Packed{tables_.lead[0][my_trumps][their_trumps]} << 15;
  Packed winners = Packed{tables_.higher[their_trumps][my_trumps]} << 15;
  for (int suit = 0; suit < kTrumps; ++suit) {
    const Pattern mine = pattern(leader, suit), theirs = pattern(replier, suit);
    const bool ruffed = !theirs && their_trumps;
    leads |= Packed{tables_.lead[ruffed][mine][theirs]} << (5 * suit);
    if (!ruffed) winners |= Packed{tables_.higher[theirs][mine]} << (5 * suit);
  }
  MoveList list;
  while (leads) {
    const int card = highest(leads);
    leads ^= Packed{1} << card;
    list.insert(card, ((announced >> card & 1) ? 38 : 0) +
                          ((winners >> card & 1) ? 10 * value_[card] : 0) +
                          (card >= 5 * kTrumps ? 6 : 0));
  }
  return list;
}

// Tell whether side 0 gains `need` points or, with kLast, takes the last trick.
template <int kLeader, bool kLast>
bool StrictSolver::gains(Packed leader, Packed replier, int need, bool trick, int rest) {
  ++nodes_;
  const Packed closer = kLeader == 0 ? leader : replier;
  if (need < 1) need = 1;
  const int reach = rest + marriages(closer);
  const int sure = cash(leader, replier);
  bool possible = reach >= need;
  // A leader that plays for the last trick need not cash its winners; then only the points of its
  // top trumps are certain.
  if constexpr (kLeader == 0) {
    if (possible) {
      if (trick && best_marriage(closer) >= need) return true;
      if (sure >= need) return true;
      possible = reach - tables_.top_points[replier >> 15][leader >> 15] >= need;
    }
  } else {
    possible = reach - (kLast ? tables_.top_points[leader >> 15][replier >> 15] : sure) >= need;
    if (possible && tables_.top_points[replier >> 15][leader >> 15] >= need) return true;
  }
  if (!possible) {
    if constexpr (!kLast) return false;
    need = kOutOfReach;
  }

  const int cards = std::popcount(leader);
  const std::uint64_t key = leader | std::uint64_t{replier} << 20 | std::uint64_t{kLeader} << 40 |
                            std::uint64_t{trick} << 41 | std::uint64_t{kLast} << 42;
  std::uint64_t* slot = nullptr;
  int low = 0, high = kMaxGain;
  const int asked = std::min(need, kMaxGain);
  if (cards >= kTableCards) {
    slot = &table_[slot_of(key)];
    if (((*slot ^ key) & kKeyMask) == 0 && (*slot >> 57) == generation_) {
      low = *slot >> 43 & 127;
      high = *slot >> 50 & 127;
      if (asked <= low) return true;
      if (asked > high) return false;
    }
  }

  bool result = kLeader == 1;
  const Packed pairs = leader & (leader >> 1) & pair_low_;
  const Packed announced = pairs | pairs << 1;
  const MoveList list = ordered_leads(leader, replier, announced);
  for (int i = 0; i < list.size && result == (kLeader == 1); ++i) {
    const int led = list.moves[i];
    int left = need;
    if (kLeader == 0 && (announced >> led & 1))
      left -= led >= 15 ? royal_points_ : marriage_points_;
    result =
        gains_led<kLeader, kLast>(leader & ~(Packed{1} << led), replier, led, left, trick, rest);
  }
  if (slot) {
    if (result)
      low = asked;
    else
      high = asked - 1;
    *slot = entry_of(key, low, high) | generation_ << 57;
  }
  return result;
}

// Tell whether side 0 succeeds, as in `gains`, after `led` has left the leader's hand.
template <int kLeader, bool kLast>
bool StrictSolver::gains_led(Packed leader, Packed replier, int led, int need, bool trick,
                             int rest) {
  Packed options = replies(replier, leader, led);
  const bool replier_wins = over(led, highest(options));
  const bool closer_wins_trick = (kLeader == 0) != replier_wins;
  const bool final = leader == 0;
  while (options) {
    const int reply = highest(options);
    options &= ~(Packed{1} << reply);
    const int trick_points = value_[led] + value_[reply];
    bool result;
    const int left = closer_wins_trick ? need - trick_points : need;
    const bool has = trick || closer_wins_trick;
    if (has && left <= 0) {
      result = true;
    } else if (final) {
      result = kLast && closer_wins_trick;
    } else {
      const Packed rest_replier = replier & ~(Packed{1} << reply);
      const int rest_points = rest - trick_points;
      constexpr int kOther = 1 - kLeader;
      result = replier_wins ? gains<kOther, kLast>(rest_replier, leader, left, has, rest_points)
                            : gains<kLeader, kLast>(leader, rest_replier, left, has, rest_points);
    }
    // One reply with the wanted result suffices.
    if (result == (kLeader == 1)) return result;
  }
  return kLeader == 0;
}

bool StrictSolver::wins(const Race& race, int leader) {
  return wins(race, leader, points(race.hand[0]) + points(race.hand[1]));
}

bool StrictSolver::wins_led(const Race& race, int leader, int led) {
  return wins_led(race, leader, led, points(race.hand[0]) + points(race.hand[1]) + value_[led]);
}

// Tell whether `side` succeeds, given that only one side can still reach its need.
bool StrictSolver::one_gains(const Race& race, int side, int leader, int rest) {
  const Packed mine = race.hand[side], theirs = race.hand[1 - side];
  const int need = race.need[side];
  const bool trick = race.trick[side];
  if (race.last) {
    return leader == side ? gains<0, true>(mine, theirs, need, trick, rest)
                          : gains<1, true>(theirs, mine, need, trick, rest);
  }
  return leader == side ? gains<0, false>(mine, theirs, need, trick, rest)
                        : gains<1, false>(theirs, mine, need, trick, rest);
}

bool StrictSolver::wins(const Race& race, int leader, int rest) {
  const int extra[2] = {marriages(race.hand[0]), marriages(race.hand[1])};
  if (rest + extra[1] < race.need[1]) return one_gains(race, 0, leader, rest);
  if (rest + extra[0] < race.need[0]) return race.last && !one_gains(race, 1, leader, rest);
  // Both can reach their needs only if the points left suffice for the sum of the needs.
  if (!race.last && rest + extra[0] + extra[1] < race.need[0] + race.need[1])
    return one_gains(race, 0, leader, rest);

  ++nodes_;
  const Packed hand = race.hand[leader], other = race.hand[1 - leader];
  const int need = std::max(race.need[leader], 1);
  if (race.trick[leader] && best_marriage(hand) >= need) return leader == 0;
  if (cash(hand, other) >= need) return leader == 0;

  // For given cards and a given sum of the needs the answer depends on one need alone.
  RaceEntry* entry = nullptr;
  std::uint64_t key = 0;
  int low = -kOutOfReach, high = kOutOfReach;
  if (std::popcount(hand) >= kTableCards) {
    key = race.hand[0] | std::uint64_t{race.hand[1]} << 20 | std::uint64_t(leader) << 40 |
          std::uint64_t{race.trick[0]} << 41 | std::uint64_t{race.trick[1]} << 42 |
          std::uint64_t{race.last} << 43 | std::uint64_t(race.need[0] + race.need[1] + 512) << 44;
    entry = &races_[(key * 0x9E3779B97F4A7C15ull) >> (64 - kRaceBits)];
    if (entry->key == key && entry->generation == race_generation_) {
      low = entry->low;
      high = entry->high;
      if (race.need[0] <= low) return true;
      if (race.need[0] > high) return false;
    }
  }
  const Packed pairs = hand & (hand >> 1) & pair_low_;
  const Packed announced = pairs | pairs << 1;
  const MoveList list = ordered_leads(hand, other, announced);
  bool result = leader != 0;
  for (int i = 0; i < list.size && result == (leader != 0); ++i) {
    const int led = list.moves[i];
    Race next = race;
    if (announced >> led & 1) next.need[leader] -= led >= 15 ? royal_points_ : marriage_points_;
    next.hand[leader] &= ~(Packed{1} << led);
    result = wins_led(next, leader, led, rest);
  }
  if (entry) {
    (result ? low : high) = race.need[0] - !result;
    *entry = {key, race_generation_, static_cast<std::int16_t>(low),
              static_cast<std::int16_t>(high)};
  }
  return result;
}

bool StrictSolver::wins_led(const Race& race, int leader, int led, int rest) {
  const int replier = 1 - leader;
  Packed options = replies(race.hand[replier], race.hand[leader], led);
  const int winner = over(led, highest(options)) ? replier : leader;
  const bool final = race.hand[leader] == 0;
  Race next = race;
  next.trick[winner] = true;
  while (options) {
    const int reply = highest(options);
    options &= ~(Packed{1} << reply);
    const int trick_points = value_[led] + value_[reply];
    next.need[winner] = race.need[winner] - trick_points;
    next.hand[replier] = race.hand[replier] & ~(Packed{1} << reply);
    bool won;
    if (next.need[winner] <= 0) {
      won = winner == 0;
    } else if (final) {
      won = race.last && winner == 0;
    } else {
      won = wins(next, winner, rest - trick_points);
    }
    if (won == (replier == 0)) return won;
  }
  return replier != 0;
}

}  // namespace vorhand::schnapsen

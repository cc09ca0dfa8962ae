#include "skat/solver/null_search.hpp"

#include <algorithm>
#include <string>

#include "skat/solver/moves.hpp"

namespace vorhand::skat::solver {
namespace {

// Tell whether the player in a seat wants the soloist to win a trick.
constexpr bool wish(int seat) { return seat != 0; }

}  // namespace

NullSearch::NullSearch(int bits)
    : buckets_(std::size_t{1} << (bits - 2)), index_shift_(64 - (bits - 2)) {}

void NullSearch::begin(const Frame& frame, std::uint32_t techniques, std::uint64_t node_budget,
                       NullEndings* endings) {
  facts_.begin(frame, techniques);
  if ((endings_ = endings)) endings_->begin(frame);
  owned_ = frame.owned;
  techniques_ = techniques;
  nodes_ = 0;
  node_budget_ = node_budget;
  if (++generation_ == 0) {
    std::ranges::fill(buckets_, Bucket{});
    generation_ = 1;
  }
}

bool NullSearch::forced(const Node& node, int horizon) {
  const auto ask = [&]<int kLeader>() {
    if (node.trick_size == 1) {
      return second<kLeader>(node.cards, facts_.suits(node.cards), node.led, horizon);
    }
    return third<kLeader>(node.cards, node.led, node.second, horizon);
  };
  if (node.trick_size == 0) {
    if (node.leader == 0) return soloist_leads(node.cards, horizon);
    return node.leader == 1 ? lead<1>(node.cards, horizon) : lead<2>(node.cards, horizon);
  }
  if (node.leader == 0) return ask.template operator()<0>();
  if (node.leader == 1) return ask.template operator()<1>();
  return ask.template operator()<2>();
}

// --- The three places of a trick ---

// Only at the root: play low cards first, from a suit that stays safe without them.
bool NullSearch::soloist_leads(Set cards, int horizon) {
  ++nodes_;
  const NullSuits suits = facts_.suits(cards);
  Set tried = cards & owned_[0];
  if (on(kEquivalentCards)) tried &= ~linked_below(tried, gaps(cards));
  while (tried) {
    int best = -1, best_score = -1000;
    for (Set left = tried; left; left &= ~kBit.group[low(left)]) {
      const int b = low(left);
      const Set mine = cards & owned_[0] & kBit.group[b],
                theirs = cards & ~owned_[0] & kBit.group[b];
      const bool safe = is_safe(mine & (mine - 1), theirs);
      const int score = theirs ? (safe ? 100 : 0) - 2 * size(mine) - (b & 7) : -200;
      if (score > best_score) best_score = score, best = b;
    }
    tried ^= one(best);
    if (!second<0>(cards, suits, best, horizon)) return false;
  }
  return horizon > 0;
}

// A defender leads: try first the lowest card of the suit in which the soloist is in most danger.
template <int kLeader>
bool NullSearch::lead(Set cards, int horizon) {
  if (horizon == 0) return false;
  if (++nodes_ > node_budget_) [[unlikely]] {
    throw NodeBudgetError("node budget of " + std::to_string(node_budget_) + " used up");
  }
  const NullSuits suits = facts_.suits(cards);
  if (on(kCashBounds)) {
    const int danger = suits[0]->danger | suits[1]->danger | suits[2]->danger | suits[3]->danger;
    if (danger >> kLeader & 1) return true;
    if (!(danger & 1)) return false;
  }
  const int tricks = size(cards & owned_[kLeader]);
  if (endings_ && tricks <= endings_->cards()) {
    return endings_->time_to_live(cards, tricks, kLeader) <= static_cast<std::uint32_t>(horizon);
  }
  if (!on(kTranspositions) || tricks < kTableTricks)
    return any_lead<kLeader>(cards, suits, horizon);
  const std::uint64_t position = key(suits, kLeader, horizon);
  auto& ways = bucket(position).ways;
  for (const Entry& entry : ways) {
    if (entry.key == position && entry.generation == generation_) return entry.forced;
  }
  const bool answer = any_lead<kLeader>(cards, suits, horizon);
  std::copy_backward(ways.begin(), ways.end() - 1, ways.end());
  ways[0] = Entry{position, generation_, answer};
  return answer;
}

template <int kLeader>
bool NullSearch::second(Set cards, const NullSuits& suits, int led, int horizon) {
  ++nodes_;
  constexpr int kSeat = next(kLeader);
  const Set following = cards & owned_[kSeat] & kBit.group[led];
  const auto attempt = [&](int b) { return third<kLeader>(cards, led, b, horizon); };
  if (!following) return any_discard<kSeat>(suits, attempt);
  if constexpr (kSeat == 0) {
    // The soloist escapes under the led card, and under a card with which the third player must
    // overtake it.
    const Set partner = cards & owned_[next(kSeat)] & kBit.group[led];
    const int escape = partner ? std::max(led, low(partner)) : led;
    const Set tried = follow_of_soloist(following, cards, escape);
    return any_follow<kSeat>(tried, led, false, attempt);
  } else {
    const Set hands = cards & ~one(led);
    const bool safe = kLeader == 0 ? facts_.suit(led >> 3, hands).safe() : suits[led >> 3]->safe();
    const Set tried = follow_of_defender(following, hands, led, safe);
    const bool lowest_first = kLeader != 0 || (tried & (one(led) - 1));
    return any_follow<kSeat>(tried, led, lowest_first, attempt);
  }
}

template <int kLeader>
bool NullSearch::third(Set cards, int led, int second, int horizon) {
  ++nodes_;
  constexpr int kSeat = next(kLeader, 2);
  const bool second_wins = (kBit.beaters[led] & one(second)) != 0;
  const int winning = second_wins ? second : led;
  const int winner = second_wins ? next(kLeader) : kLeader;
  const Set rest = cards & ~(one(led) | one(second));
  const Set following = rest & owned_[kSeat] & kBit.group[led];
  const auto attempt = [&](int b) {
    const int taker = kBit.beaters[winning] & one(b) ? kSeat : winner;
    const Set after = rest & ~one(b);
    if (taker == 0) return true;
    return taker == 1 ? lead<1>(after, horizon - 1) : lead<2>(after, horizon - 1);
  };
  if (!following) return any_discard<kSeat>(facts_.suits(rest), attempt);
  if constexpr (kSeat == 0) {
    const Set tried = follow_of_soloist(following, rest | one(winning), winning);
    return any_follow<kSeat>(tried, winning, false, attempt);
  } else {
    if (winner == 0 && (following & (one(winning) - 1))) return true;
    const bool safe = facts_.suit(led >> 3, rest).safe();
    const Set tried = follow_of_defender(following, rest, winning, safe);
    return any_follow<kSeat>(tried, winning, false, attempt);
  }
}

// --- Which cards are tried, and in which order ---

// Try the leads in descending order of the suit's score minus the card's rank, until one succeeds.
template <int kLeader>
bool NullSearch::any_lead(Set cards, const NullSuits& suits, int horizon) {
  Set tried = 0;
  for (int i = 0; i < kSideSuits; ++i) tried |= Set{suits[i]->tried[kLeader]} << (8 * i);
  while (tried) {
    int best = -1, best_score = -1000;
    for (Set left = tried; left; left &= ~kBit.group[low(left)]) {
      const int b = low(left);
      const int score = suits[b >> 3]->lead[kLeader] - (b & 7);
      if (score > best_score) best_score = score, best = b;
    }
    tried ^= one(best);
    if (second<kLeader>(cards, suits, best, horizon)) return true;
  }
  return false;
}

// Try the discards in descending order of the suit's score plus the card's rank.
template <int kSeat, class Try>
bool NullSearch::any_discard(const NullSuits& suits, Try&& attempt) {
  Set tried = 0;
  for (int i = 0; i < kSideSuits; ++i) tried |= Set{suits[i]->tried[kSeat]} << (8 * i);
  while (tried) {
    int best = -1, best_score = -1000;
    for (Set left = tried; left;) {
      const int b = high(left);
      left &= ~kBit.group[b];
      const int score = suits[b >> 3]->discard[kSeat] + (b & 7);
      if (score >= best_score) best_score = score, best = b;
    }
    tried ^= one(best);
    if (attempt(best) == wish(kSeat)) return wish(kSeat);
  }
  return !wish(kSeat);
}

// The soloist follows with the highest card that escapes; a defender stays under the soloist; the
// last player gets rid of high cards.
template <int kSeat, class Try>
bool NullSearch::any_follow(Set tried, int winning, bool lowest_first, Try&& attempt) {
  while (tried) {
    const Set under = tried & (one(winning) - 1);
    int b = lowest_first ? low(tried) : high(tried);
    if (kSeat == 0) b = under ? high(under) : low(tried);
    tried ^= one(b);
    if (attempt(b) == wish(kSeat)) return wish(kSeat);
  }
  return !wish(kSeat);
}

// `escape`: the soloist surely avoids the trick with each card below this one, and with no other
// card.
Set NullSearch::follow_of_soloist(Set following, Set present, int escape) const {
  if (on(kDecidedTrick)) {
    const Set under = following & (one(escape) - 1);
    return under ? one(high(under)) : 0;
  }
  return on(kEquivalentCards) ? following & ~linked_below(following, gaps(present)) : following;
}

// `hands`: without the cards on the table; `safe`: the suit that is followed is safe.
Set NullSearch::follow_of_defender(Set following, Set hands, int winning, bool safe) const {
  if (!on(kEquivalentCards)) return following;
  const Set present = (safe ? hands & ~owned_[0] : hands) | one(winning);
  return following & ~linked_below(following, gaps(present));
}

// --- The table ---

// Suits may be permuted, as there is no trump.
std::uint64_t NullSearch::key(const NullSuits& suits, int leader, int horizon) const {
  std::uint32_t a = suits[0]->key, b = suits[1]->key, c = suits[2]->key, d = suits[3]->key;
  const auto order = [](std::uint32_t& x, std::uint32_t& y) {
    // Branch-free, since the outcome is unpredictable.
    const std::uint32_t swap = (x ^ y) & -static_cast<std::uint32_t>(x > y);
    x ^= swap;
    y ^= swap;
  };
  order(a, b), order(c, d), order(a, c), order(b, d), order(b, c);
  return a | std::uint64_t{b} << 14 | std::uint64_t{c} << 28 | std::uint64_t{d} << 42 |
         static_cast<std::uint64_t>(leader) << 56 | static_cast<std::uint64_t>(horizon) << 58;
}

NullSearch::Bucket& NullSearch::bucket(std::uint64_t key) {
  return buckets_[(key * 0x9E3779B97F4A7C15ull) >> index_shift_];
}

}  // namespace vorhand::skat::solver

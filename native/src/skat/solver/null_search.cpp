#include "skat/solver/null_search.hpp"

#include <algorithm>
#include <string>

#include "skat/solver/moves.hpp"

namespace vorhand::skat::solver {
namespace {

constexpr int kTableTricks = 3;  // smaller endings are quicker searched than looked up

constexpr Set suit_mask(int suit) { return Set{0xFF} << (8 * suit); }
constexpr Set lowest(Set cards) { return cards & -cards; }

bool is_safe(Set own, Set theirs) {
  for (Set left = own; left; left &= left - 1) {
    const Set below = lowest(left) - 1;
    if (size(theirs & below) > size(own & below)) return false;
  }
  return true;
}

}  // namespace

NullSearch::NullSearch(int bits) : buckets_(std::size_t{1} << (bits > 2 ? bits - 2 : 0)) {}

void NullSearch::begin(const Frame& frame, std::uint32_t techniques, std::uint64_t node_limit) {
  owned_ = frame.owned;
  techniques_ = techniques;
  nodes_ = 0;
  node_limit_ = node_limit;
  if (++generation_ == 0) {
    std::ranges::fill(buckets_, Bucket{});
    shapes_ = {};
    generation_ = 1;
  }
}

bool NullSearch::forced(const Node& node, int horizon) {
  const auto ask = [&]<int kLeader>() {
    if (node.trick_size == 0) return lead<kLeader>(node.cards, horizon);
    if (node.trick_size == 1) return second<kLeader>(node.cards, node.led, horizon);
    return third<kLeader>(node.cards, node.led, node.second, horizon);
  };
  if (node.leader == 0) return ask.template operator()<0>();
  if (node.leader == 1) return ask.template operator()<1>();
  return ask.template operator()<2>();
}

// --- The three places of a trick ---

template <int kLeader>
bool NullSearch::lead(Set cards, int horizon) {
  if (horizon == 0 || !cards) return false;
  if (++nodes_ > node_limit_) [[unlikely]] {
    throw NodeBudgetError("node budget of " + std::to_string(node_limit_) + " used up");
  }
  if constexpr (kLeader != 0) {
    if (on(kCashBounds)) {
      if (kill<kLeader>(cards)) return true;
      if (!unsafe_suits(cards)) return false;
    }
  }
  const Set hand = cards & owned_[kLeader];
  const int tricks = size(hand);
  const bool table = on(kTranspositions) && tricks >= kTableTricks;
  std::uint64_t position = 0;
  if (table) {
    position = key(cards, kLeader, std::min(horizon, tricks));
    for (const Entry& entry : bucket(position)) {
      if (entry.key == position && entry.generation == generation_) return entry.forced;
    }
  }
  bool answer = kLeader == 0;
  for (Set tried = candidates<kLeader>(hand, cards, cards); tried;) {
    const int b = choose_lead(tried, cards, kLeader);
    tried ^= one(b);
    if (second<kLeader>(cards, b, horizon) == answer) continue;
    answer = !answer;
    break;
  }
  if (table) {
    Bucket& place = bucket(position);
    std::copy_backward(place.begin(), place.end() - 1, place.end());
    place[0] = Entry{position, generation_, answer};
  }
  return answer;
}

template <int kLeader>
bool NullSearch::second(Set cards, int led, int horizon) {
  ++nodes_;
  constexpr int kSeat = next(kLeader);
  const Set hand = cards & owned_[kSeat];
  const Set following = hand & kBit.group[led];
  Set tried = following ? following : hand;
  if constexpr (kSeat == 0) {
    // He escapes under the led card, and under what the third player must beat him with.
    const Set partner = cards & owned_[next(kSeat)] & kBit.group[led];
    tried = best_of_soloist(tried, cards, led, partner ? std::max(led, low(partner)) : led);
    if (!tried) return true;
  } else {
    tried = candidates<kSeat>(tried, cards, kLeader == 0 ? cards & ~one(led) : cards);
  }
  while (tried) {
    const int b = kSeat == 0 ? choose_soloist(tried, cards, led, led)
                             : choose_defender(tried, cards, led, led, kLeader == 0, false);
    tried ^= one(b);
    if (third<kLeader>(cards, led, b, horizon) == (kSeat != 0)) return kSeat != 0;
  }
  return kSeat == 0;
}

template <int kLeader>
bool NullSearch::third(Set cards, int led, int second, int horizon) {
  ++nodes_;
  constexpr int kSeat = next(kLeader, 2);
  const bool second_wins = (kBit.beaters[led] & one(second)) != 0;
  const int winning = second_wins ? second : led;
  const int winner = second_wins ? next(kLeader) : kLeader;
  const Set rest = cards & ~(one(led) | one(second));
  const Set hand = rest & owned_[kSeat];
  const Set following = hand & kBit.group[led];
  Set tried = following ? following : hand;
  if constexpr (kSeat == 0) {
    tried = best_of_soloist(tried, rest | one(winning), led, winning);
    if (!tried) return true;
  } else {
    tried = candidates<kSeat>(tried, rest | one(winning), rest);
  }
  while (tried) {
    const int b = kSeat == 0 ? choose_soloist(tried, rest, led, winning)
                             : choose_defender(tried, rest, led, winning, winner == 0, true);
    tried ^= one(b);
    const int taker = kBit.beaters[winning] & one(b) ? kSeat : winner;
    const Set after = rest & ~one(b);
    const bool answer = taker == 0   ? true
                        : taker == 1 ? lead<1>(after, horizon - 1)
                                     : lead<2>(after, horizon - 1);
    if (answer == (kSeat != 0)) return answer;
  }
  return kSeat == 0;
}

// --- Which cards need a try, and in which order ---

// The leading defender has a card under all of the soloist's in a suit, and his partner
// can stay under them too.
template <int kLeader>
bool NullSearch::kill(Set cards) const {
  for (int suit = 0; suit < kSideSuits; ++suit) {
    const Set left = cards & suit_mask(suit);
    const Set mine = left & owned_[0];
    if (!mine) continue;
    const Set below = lowest(mine) - 1;
    const Set partner = left & owned_[3 - kLeader];
    if ((left & owned_[kLeader] & below) && (!partner || (partner & below))) return true;
  }
  return false;
}

// The soloist's cards worth a try as second or third player; none if he cannot escape.
// `escape`: he surely does so with a lower card of the led suit, and with no other of it.
Set NullSearch::best_of_soloist(Set tried, Set cards, int led, int escape) const {
  if (!on(kDecidedTrick)) {
    return on(kEquivalentCards) ? tried & ~linked_below(tried, gaps(cards)) : tried;
  }
  if (tried & kBit.group[led]) {
    tried &= one(escape) - 1;
    return tried ? one(high(tried)) : 0;
  }
  Set best = 0;
  for (Set left = tried; left;) {
    const int b = high(left);
    best |= one(b);
    left &= ~kBit.group[b];
  }
  return best;
}

// Of adjacent cards one. For defenders the soloist's cards of a safe suit do not separate.
// `state`: the cards left, by which suits are safe.
template <int kSeat>
Set NullSearch::candidates(Set tried, Set present, Set state) {
  if (!on(kEquivalentCards)) return tried;
  if (kSeat != 0) present &= ~(state & owned_[0] & ~unsafe_suits(state));
  return tried & ~linked_below(tried, gaps(present));
}

// A defender leads low where the soloist is in danger and short; the soloist leads low
// from a suit that is safe without that card.
int NullSearch::choose_lead(Set tried, Set cards, int leader) {
  int best = -1, best_score = -1000;
  for (Set left = tried; left;) {
    const int b = low(left);
    const Set mask = kBit.group[b];
    left &= ~mask;
    const int shift = b & ~7;
    const Set mine = cards & owned_[0] & mask, theirs = cards & ~owned_[0] & mask;
    int score = -100;
    if (leader == 0 && theirs) {
      score = (is_safe((mine & (mine - 1)) >> shift, theirs >> shift) ? 50 : 0) - size(mine);
    } else if (leader != 0 && mine) {
      score = (shape(shift / 8, cards).safe ? 0 : 50) - 4 * size(mine) -
              size(theirs & owned_[3 - leader]);
    }
    score = 2 * score - (b & 7);
    if (score > best_score) best_score = score, best = b;
  }
  return best;
}

// The soloist follows with the highest card that escapes and throws his highest card of a
// dangerous suit.
int NullSearch::choose_soloist(Set tried, Set cards, int led, int winning) {
  if (!(tried & (tried - 1))) return low(tried);
  if (tried & kBit.group[led]) {
    const Set under = tried & (one(winning) - 1);
    return under ? high(under) : low(tried);
  }
  int best = -1, best_score = -1000;
  for (Set left = tried; left;) {
    const int b = high(left);
    const Set mask = kBit.group[b];
    left &= ~mask;
    const int score = 2 * (b & 7) + (shape(b / 8, cards).safe ? 0 : 40) +
                      (cards & ~owned_[0] & mask ? 0 : -60) - 2 * size(cards & owned_[0] & mask);
    if (score > best_score) best_score = score, best = b;
  }
  return best;
}

// A defender stays under the soloist; else he gets rid of high cards.
int NullSearch::choose_defender(Set tried, Set cards, int led, int winning, bool soloist_wins,
                                bool last) {
  if (!(tried & (tried - 1))) return low(tried);
  if (tried & kBit.group[led]) {
    const Set under = tried & (one(winning) - 1);
    if (soloist_wins) return under ? low(under) : high(tried);
    return last ? high(tried) : low(tried);
  }
  int best = -1, best_score = -1000;
  for (Set left = tried; left;) {
    const int b = high(left);
    const Set mask = kBit.group[b];
    left &= ~mask;
    const int score =
        2 * (b & 7) + (cards & owned_[0] & mask ? 0 : 40) + (shape(b / 8, cards).safe ? 20 : 0);
    if (score > best_score) best_score = score, best = b;
  }
  return best;
}

// --- The table ---

// Digits in base 3 from the top card down, after a 1: the owners; of a safe suit first the
// defenders' cards. Below 2 * 3^8 < 2^14.
const NullSearch::Shape& NullSearch::shape(int suit, Set cards) {
  const Set left = (cards >> (8 * suit)) & 0xFF;
  Shape& shape = shapes_[suit][left];
  if (shape.generation == generation_) return shape;
  const Set own = left & (owned_[0] >> (8 * suit)), theirs = left & ~own;
  shape.generation = generation_;
  shape.safe = is_safe(own, theirs);
  const bool sorted = shape.safe && on(kLowestRank);
  int code = 1;
  for (Set rest = sorted ? theirs : left; rest; rest ^= one(high(rest))) {
    const int b = 8 * suit + high(rest);
    code = 3 * code + (owned_[1] >> b & 1) + 2 * static_cast<int>(owned_[2] >> b & 1);
  }
  if (sorted) {
    for (int i = size(own); i > 0; --i) code *= 3;
  }
  shape.code = static_cast<std::uint16_t>(code);
  return shape;
}

Set NullSearch::unsafe_suits(Set cards) {
  Set unsafe = 0;
  for (int suit = 0; suit < kSideSuits; ++suit) {
    if (!shape(suit, cards).safe) unsafe |= suit_mask(suit);
  }
  return unsafe;
}

// Suits may change places: there is no trump.
std::uint64_t NullSearch::key(Set cards, int leader, int horizon) {
  std::array<std::uint64_t, kSideSuits> codes;
  for (int suit = 0; suit < kSideSuits; ++suit) codes[suit] = shape(suit, cards).code;
  const auto order = [&](int i, int j) {
    if (codes[i] > codes[j]) std::swap(codes[i], codes[j]);
  };
  order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
  return codes[0] | codes[1] << 14 | codes[2] << 28 | codes[3] << 42 |
         static_cast<std::uint64_t>(leader) << 56 | static_cast<std::uint64_t>(horizon) << 58;
}

NullSearch::Bucket& NullSearch::bucket(std::uint64_t key) {
  const std::uint64_t hash = key * 0x9E3779B97F4A7C15ull;
  return buckets_[(hash >> 32) & (buckets_.size() - 1)];
}

}  // namespace vorhand::skat::solver

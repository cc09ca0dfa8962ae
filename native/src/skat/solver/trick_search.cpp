#include "skat/solver/trick_search.hpp"

#include <string>

namespace vorhand::skat::solver {
namespace {

constexpr int group_shift(int group) { return 8 * group; }
constexpr Set group_mask(int group) {
  return group == kSideSuits ? kTrumps : Set{0xFF} << group_shift(group);
}

constexpr bool soloist_wishes(Event event) { return event == Event::kSoloistScores; }
constexpr bool wishes(Event event, int seat) { return (seat == 0) == soloist_wishes(event); }
constexpr bool fires(Event event, int winner) {
  return (winner == 0) != (event == Event::kDefenderScores);
}

}  // namespace

TrickSearch::TrickSearch(int bits)
    : buckets_(std::size_t{1} << (bits - 3)), index_shift_(64 - (bits - 3)) {}

void TrickSearch::begin(const Frame& frame, std::uint32_t techniques, std::uint64_t node_budget) {
  owned_ = frame.owned;
  techniques_ = techniques;
  nodes_ = 0;
  node_budget_ = node_budget;
  if (++generation_ == 0) {
    for (Bucket& bucket : buckets_) bucket.fill(Entry{});
    shapes_ = {};
    generation_ = 1;
  }
  int shift = 0;
  for (int group = 0; group < kGroups; ++group) {
    code_shift_[group] = shift;
    shift += 2 * size(frame.cards() & group_mask(group));
  }
}

bool TrickSearch::happens(Event event, const Node& node, int horizon) {
  event_ = event;
  Set ranks = 0;
  const auto ask = [&]<Event kEvent, int kLeader>() {
    if (node.trick_size == 0) return lead<kEvent, kLeader>(node.cards, horizon, ranks);
    if (node.trick_size == 1) {
      return second<kEvent, kLeader>(node.cards, node.led, horizon, ranks);
    }
    return third<kEvent, kLeader>(node.cards, node.led, node.second, horizon, ranks);
  };
  const auto by_leader = [&]<Event kEvent>() {
    if (node.leader == 0) return ask.template operator()<kEvent, 0>();
    if (node.leader == 1) return ask.template operator()<kEvent, 1>();
    return ask.template operator()<kEvent, 2>();
  };
  if (event == Event::kSoloistScores) return by_leader.template operator()<Event::kSoloistScores>();
  return by_leader.template operator()<Event::kDefenderScores>();
}

// Adjacent cards of one hand are equivalent here; the lowest stands for all.
Set TrickSearch::without_equals(Set tried, Set present) const {
  if (!on(kEquivalentCards)) return tried;
  return tried & ~linked_below(tried, gaps(present));
}

// --- The three places of a trick ---

// Try the cards from the highest down until one gives the player the wanted result. If none does,
// the proofs for the omitted equivalent cards would rest on lower ranks, so the ranks are extended
// downwards by the runs of adjacent cards. `present` must be the set that defined equivalence:
// beaten cards on the table do not separate.
template <Event kEvent, int kSeat, class Try>
bool TrickSearch::any(Set tried, Set present, Set& ranks, Try&& attempt) {
  constexpr bool kWish = wishes(kEvent, kSeat);
  Set united = 0;
  const Set hand = present & owned_[kSeat];
  const auto close_runs = [&](Set used) {
    if (!on(kEquivalentCards)) return used;
    // With a used card, the adjacent lower cards of the same hand are used too.
    const Set gap = gaps(present);
    for (Set linked = linked_below(hand, gap) & used; linked; linked &= linked - 1) {
      const int b = low(linked);
      for (int lower = b - 1; lower >= 0; --lower) {
        if (!(present & one(lower))) continue;
        if (!(hand & one(lower))) break;
        used |= one(lower);
        if (!(linked_below(hand, gap) & one(lower))) break;
      }
    }
    return used;
  };
  while (tried) {
    const int b = high(tried);
    tried ^= one(b);
    Set used = 0;
    if (attempt(b, used) == kWish) {
      ranks |= used;
      return kWish;
    }
    united |= used;
  }
  ranks |= close_runs(united);
  return !kWish;
}

template <Event kEvent, int kLeader>
bool TrickSearch::lead(Set cards, int horizon, Set& ranks) {
  if (horizon == 0 || !cards) return false;
  if (++nodes_ > node_budget_) [[unlikely]] {
    throw NodeBudgetError("node budget of " + std::to_string(node_budget_) + " used up");
  }
  const Set hand = cards & owned_[kLeader];
  const bool table = on(kTranspositions) && size(hand) >= kTableTricks;
  Slot place{};
  if (table) {
    place = slot(cards, kLeader, horizon);
    const int answer = probe(place, cards, ranks);
    if (answer >= 0) return answer;
  }
  Set used = 0;
  const bool answer = any<kEvent, kLeader>(
      without_equals(hand, cards), cards, used,
      [&](int b, Set& rest) { return second<kEvent, kLeader>(cards, b, horizon, rest); });
  if (table) store(place, cards, used, answer);
  ranks |= used;
  return answer;
}

template <Event kEvent, int kLeader>
bool TrickSearch::second(Set cards, int led, int horizon, Set& ranks) {
  ++nodes_;
  constexpr int kSeat = next(kLeader);
  const Set hand = cards & owned_[kSeat];
  const Set following = hand & kBit.group[led];
  const Set tried = without_equals(following ? following : hand, cards);
  return any<kEvent, kSeat>(tried, cards, ranks, [&](int b, Set& rest) {
    return third<kEvent, kLeader>(cards, led, b, horizon, rest);
  });
}

template <Event kEvent, int kLeader>
bool TrickSearch::third(Set cards, int led, int second, int horizon, Set& ranks) {
  ++nodes_;
  constexpr int kSeat = next(kLeader, 2);
  const bool second_wins = (kBit.beaters[led] & one(second)) != 0;
  const int winning = second_wins ? second : led;
  const Set table = one(led) | one(second);
  const Set hand = cards & owned_[kSeat];
  const Set following = hand & kBit.group[led];
  const Set present = cards & ~(table ^ one(winning));
  const Set tried = without_equals(following ? following : hand, present);
  return any<kEvent, kSeat>(tried, present, ranks, [&](int b, Set& rest) {
    const bool wins = (kBit.beaters[winning] & one(b)) != 0;
    const int taker = wins ? b : winning;
    const Set trick = table | one(b);
    // The rank of the winning card matters only if the trick has another card of its group.
    if (trick & kBit.group[taker] & ~one(taker)) {
      rest |= cards & kBit.group[taker] & ~(one(taker) - 1);
    }
    const int seat = wins ? kSeat : second_wins ? next(kLeader) : kLeader;
    if (fires(kEvent, seat)) return true;
    const Set after = cards & ~trick;
    if (wins) return lead<kEvent, kSeat>(after, horizon - 1, rest);
    if (second_wins) return lead<kEvent, next(kLeader)>(after, horizon - 1, rest);
    return lead<kEvent, kLeader>(after, horizon - 1, rest);
  });
}

// --- The table ---

const TrickSearch::Shape& TrickSearch::shape(int group, Set cards) {
  Set left = cards & group_mask(group);
  Shape& shape = group == kSideSuits ? trump_shape_ : shapes_[group][left >> group_shift(group)];
  if (shape.generation == generation_ && group != kSideSuits) return shape;
  shape = Shape{.generation = generation_};
  for (int i = 0; left; ++i) {
    const int b = high(left);
    left ^= one(b);
    const int owner = (owned_[1] >> b & 1) + 2 * static_cast<int>(owned_[2] >> b & 1);
    shape.code |= static_cast<std::uint32_t>(owner) << (2 * i);
    shape.counts = static_cast<std::uint16_t>(shape.counts + (1 << (4 * owner)));
  }
  return shape;
}

// The numbers of trumps follow from the sizes of the hands.
TrickSearch::Slot TrickSearch::slot(Set cards, int leader, int horizon) {
  Slot slot{};
  for (int group = 0; group < kGroups; ++group) {
    const Set held = cards & group_mask(group);
    if (!held) continue;
    const Shape& suit = shape(group, cards);
    slot.code |= std::uint64_t{suit.code} << code_shift_[group];
    if (group < kSideSuits) slot.key |= std::uint64_t{suit.counts} << (12 * group);
  }
  slot.key |= static_cast<std::uint64_t>(size(cards & owned_[leader])) << 48 |
              static_cast<std::uint64_t>(leader) << 52 | static_cast<std::uint64_t>(horizon) << 54 |
              static_cast<std::uint64_t>(event_) << 58;
  slot.bucket = &buckets_[(slot.key * 0x9E3779B97F4A7C15ull) >> index_shift_];
  return slot;
}

int TrickSearch::probe(const Slot& slot, Set cards, Set& ranks) const {
  for (const Entry& entry : *slot.bucket) {
    if (entry.generation != generation_ || entry.key != slot.key) continue;
    if ((slot.code & entry.mask) != entry.code) continue;
    for (int group = 0; group < kGroups; ++group) {
      const Set held = cards & group_mask(group);
      const int next_shift = group + 1 < kGroups ? code_shift_[group + 1] : 64;
      std::uint64_t part = entry.mask >> code_shift_[group];
      if (next_shift - code_shift_[group] < 64) {
        part &= (std::uint64_t{1} << (next_shift - code_shift_[group])) - 1;
      }
      Set top = held;
      for (int n = size(held) - std::popcount(part) / 2; n > 0; --n) top &= top - 1;
      ranks |= top;
    }
    return entry.happens;
  }
  return -1;
}

void TrickSearch::store(const Slot& slot, Set cards, Set ranks, bool happens) {
  std::uint64_t mask = 0;
  for (int group = 0; group < kGroups; ++group) {
    const Set held = cards & group_mask(group);
    Set used = ranks & held;
    if (!on(kLowestRank)) used = held;
    if (!used) continue;
    const int n = size(held & ~(one(low(used)) - 1));
    mask |= ((std::uint64_t{1} << (2 * n)) - 1) << code_shift_[group];
  }
  Entry* victim = &(*slot.bucket)[0];
  for (Entry& entry : *slot.bucket) {
    if (entry.generation != generation_) {
      victim = &entry;
      break;
    }
    if (entry.key == slot.key && std::popcount(entry.mask) >= std::popcount(victim->mask)) {
      victim = &entry;
    }
  }
  *victim = Entry{slot.key, slot.code & mask, mask, generation_, happens};
}

}  // namespace vorhand::skat::solver

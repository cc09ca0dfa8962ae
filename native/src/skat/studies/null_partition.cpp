#include "skat/studies/null_partition.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "skat/solver/moves.hpp"

namespace vorhand::skat::solver {
namespace {

constexpr std::uint64_t beats(int higher, int lower) {
  return std::uint64_t{1} << (8 * higher + lower);
}

void add(Constraints& to, const Constraints& more) {
  for (int i = 0; i < kSideSuits; ++i) to[i] |= more[i];
}

// Return the constraints with two cards of the suit exchanged.
std::uint64_t exchanged(std::uint64_t constraints, int a, int b) {
  const auto exchange = [&](std::uint64_t mask, int shift_a, int shift_b) {
    const std::uint64_t in_a = constraints >> shift_a & mask, in_b = constraints >> shift_b & mask;
    constraints &= ~(mask << shift_a | mask << shift_b);
    constraints |= in_a << shift_b | in_b << shift_a;
  };
  exchange(0xFF, 8 * a, 8 * b);           // the cards as winners
  exchange(0x0101010101010101ull, a, b);  // the cards as losers
  return constraints;
}

template <class Name>
std::uint64_t renamed(std::uint64_t constraints, const Name& name) {
  std::uint64_t result = 0;
  for (; constraints; constraints &= constraints - 1) {
    const int at = std::countr_zero(constraints);
    result |= beats(name[at / 8], name[at % 8]);
  }
  return result;
}

}  // namespace

void NullPartition::begin(const Frame& frame, Kept kept, std::uint64_t node_budget) {
  facts_.begin(frame, kAllTechniques);
  owned_ = frame.owned;
  kept_ = kept;
  nodes_ = 0;
  node_budget_ = node_budget;
  table_.clear();
}

bool NullPartition::forced(Set cards, int leader, int horizon, Constraints& proof) {
  if (horizon == 0 || !cards) return false;
  if (size(cards & owned_[leader]) < kTableTricks) {
    return choose(cards, {.leader = leader}, horizon, proof);
  }
  const Sorted suits = sorted(cards);
  std::uint64_t key = static_cast<std::uint64_t>(leader * 16 + horizon);
  for (const Labels& suit : suits) key = key << 12 | suit.counts;
  for (const Entry& entry : table_[key]) {
    bool holds = true;
    for (int i = 0; i < kSideSuits; ++i) holds &= !(entry.proof[i] & ~suits[i].order);
    if (!holds) continue;
    for (int i = 0; i < kSideSuits; ++i) {
      proof[suits[i].suit] |= renamed(entry.proof[i], suits[i].rank);
    }
    return entry.forced;
  }
  Constraints used{};
  const bool answer = choose(cards, {.leader = leader}, horizon, used);
  used = generalised(used, cards);
  Entry entry{.forced = answer};
  for (int i = 0; i < kSideSuits; ++i)
    entry.proof[i] = renamed(used[suits[i].suit], suits[i].label);
  table_[key].push_back(entry);
  add(proof, used);
  return answer;
}

// Try the lowest of adjacent cards in one hand. The proof for another of these cards is the same
// with the two cards exchanged.
bool NullPartition::choose(Set cards, const Trick& trick, int horizon, Constraints& proof) {
  if (++nodes_ > node_budget_) {
    throw NodeBudgetError("node budget of " + std::to_string(node_budget_) + " used up");
  }
  const int seat = (trick.leader + trick.size) % kNumPlayers;
  const bool wish = seat != 0;
  Set hand = cards & owned_[seat];
  for (int i = 0; i < trick.size; ++i) hand &= ~one(trick.cards[i]);
  const Set following = trick.size > 0 ? hand & kBit.group[trick.cards[0]] : 0;
  if (following) hand = following;
  Constraints all{};
  for (Set tried = hand & ~linked_below(hand, gaps(cards)); tried;) {
    int best = -1, best_score = 0;
    for (Set left = tried; left; left &= left - 1) {
      const int worth = score(cards, low(left), trick, following != 0);
      if (best < 0 || worth > best_score) best = low(left), best_score = worth;
    }
    tried ^= one(best);
    Trick after = trick;
    after.cards[after.size++] = best;
    Constraints used{};
    const bool answer = after.size < kNumPlayers ? choose(cards, after, horizon, used)
                                                 : complete(cards, after, horizon, used);
    if (answer == wish) {
      add(proof, used);
      return wish;
    }
    add(all, used);
    const int suit = best >> 3;
    for (int b = best + 1; b < 8 * suit + 8 && ((hand | ~cards) >> b & 1); ++b) {
      if (hand >> b & 1) all[suit] |= exchanged(used[suit], best & 7, b & 7);
    }
  }
  add(proof, all);
  return !wish;
}

bool NullPartition::complete(Set cards, const Trick& trick, int horizon, Constraints& proof) {
  const int suit = trick.cards[0] >> 3;
  int best = 0;
  Set gone = 0;
  for (int i = 0; i < kNumPlayers; ++i) {
    gone |= one(trick.cards[i]);
    if (trick.cards[i] >> 3 == suit && trick.cards[i] > trick.cards[best]) best = i;
  }
  const int winner = trick.cards[best];
  for (const int b : trick.cards) {
    if (b >> 3 == suit && b != winner) proof[suit] |= beats(winner & 7, b & 7);
  }
  const int taker = (trick.leader + best) % kNumPlayers;
  return taker == 0 || forced(cards & ~gone, taker, horizon - 1, proof);
}

// Return the move-ordering score of a card, as in null_search.cpp.
int NullPartition::score(Set cards, int b, const Trick& trick, bool follows) {
  const int seat = (trick.leader + trick.size) % kNumPlayers, rank = b & 7;
  if (trick.size == 0) return lead_score(cards, b, seat);
  if (!follows) return facts_.suit(b >> 3, cards).discard[seat] + rank;
  int winning = trick.cards[0];
  if (trick.size == 2 && trick.cards[1] >> 3 == winning >> 3) {
    winning = std::max(winning, trick.cards[1]);
  }
  if (seat == 0) return b < winning ? 8 + rank : -rank;
  return trick.size == 1 ? -rank : rank;
}

int NullPartition::lead_score(Set cards, int b, int seat) {
  if (seat != 0) return facts_.suit(b >> 3, cards).lead[seat] - (b & 7);
  const Set suit = cards & kBit.group[b], mine = suit & owned_[0], theirs = suit & ~mine;
  if (!theirs) return -200;
  return (is_safe(mine & (mine - 1), theirs) ? 100 : 0) - 2 * size(mine) - (b & 7);
}

// --- The table ---

NullPartition::Labels NullPartition::labels(Set cards, int suit) const {
  Labels result{.suit = suit};
  int n = 0;
  for (const Set hand : owned_) {
    Set left = hand & cards & Set{0xFF} << (8 * suit);
    result.counts = result.counts << 4 | size(left);
    for (; left; left &= left - 1) {
      const int rank = low(left) & 7;
      result.rank[n] = rank;
      result.label[rank] = n++;
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (result.rank[i] > result.rank[j]) result.order |= beats(i, j);
    }
  }
  return result;
}

NullPartition::Sorted NullPartition::sorted(Set cards) const {
  Sorted suits;
  for (int i = 0; i < kSideSuits; ++i) suits[i] = labels(cards, i);
  std::ranges::sort(suits, {},
                    [](const Labels& suit) { return std::pair(suit.counts, suit.order); });
  return suits;
}

Constraints NullPartition::generalised(const Constraints& proof, Set cards) const {
  if (kept_ == Kept::kConstraints) return proof;
  Constraints result{};
  for (int i = 0; i < kSideSuits; ++i) {
    int lowest = 0;
    if (kept_ == Kept::kLowestRank) {
      if (!proof[i]) continue;
      lowest = std::countr_zero(proof[i]) / 8;
    }
    const int held = static_cast<int>(cards >> (8 * i) & 0xFF);
    for (int rank = lowest; rank < 8; ++rank) {
      if (!(held >> rank & 1)) continue;
      result[i] |= static_cast<std::uint64_t>(held & ((1 << rank) - 1)) << (8 * rank);
    }
  }
  return result;
}

}  // namespace vorhand::skat::solver

#include "skat/studies/trump_study.hpp"

#include <algorithm>

#include "skat/solver/moves.hpp"
#include "skat/solver/trump_solver_impl.hpp"

namespace vorhand::skat::solver {
namespace {

constexpr Set group_of(int group) {
  return group == kSideSuits ? kTrumps : Set{0x7F} << (8 * group);
}

// Return the unbeatable cards; the empty set if nobody else has a card.
Set tops(Set hand, Set all) {
  const Set others = all & ~hand;
  return others ? hand & ~up_to(high(others)) : 0;
}

}  // namespace

struct Study::Oracle {
  Table table{15};
  TrumpSolver<> solver{table};
  Frame frame{Position{}};
  Position position;
  // An open-addressing table; each word holds a position, its leader and its value.
  std::vector<std::uint64_t> known = std::vector<std::uint64_t>(1 << 12);
  std::size_t count = 0;

  static constexpr std::uint64_t kPlace = (std::uint64_t{1} << 57) - 1;

  std::uint64_t& slot(std::uint64_t key) {
    std::size_t at = key * 0x9E3779B97F4A7C15ull >> 40;
    while (true) {
      std::uint64_t& word = known[at & (known.size() - 1)];
      if (!word || (word & kPlace) == key) return word;
      ++at;
    }
  }

  int solved(Set cards, int leader) {
    Position ending = position;
    ending.trick_size = 0;
    ending.leader = (position.soloist + leader) % kNumPlayers;
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      CardSet hand = 0;
      for (Set left = cards & frame.owned[seat]; left; left &= left - 1) {
        hand |= bit(frame.card_of[low(left)]);
      }
      ending.hands[(position.soloist + seat) % kNumPlayers] = hand;
    }
    solver.begin(ending);
    return solver.value();
  }

  void grow() {
    std::vector<std::uint64_t> old(2 * known.size());
    std::swap(old, known);
    for (const std::uint64_t word : old) {
      if (word) slot(word & kPlace) = word;
    }
  }
};

Study::Study(int cards, Ranks ranks, int megabytes, int margin)
    : cards_(cards),
      margin_(margin),
      ranks_(ranks),
      memory_(static_cast<std::size_t>(megabytes) * 1'000'000 / sizeof(std::uint64_t)),
      oracle_(std::make_unique<Oracle>()) {}

Study::~Study() = default;

void Study::begin(const Position& position) {
  oracle_->position = position;
  oracle_->frame = Frame(position);
  oracle_->known.assign(1 << 12, 0);
  oracle_->count = 0;
  owned_ = oracle_->frame.owned;
  control.begin(owned_);
  table_.clear();
}

int Study::value(Set cards, int leader) {
  std::uint64_t key = cards | static_cast<std::uint64_t>(leader) << 43;
  if (!memory_.empty()) key ^= memory_[key * 0x9E3779B97F4A7C15ull % memory_.size()];
  std::uint64_t& word = oracle_->slot(key);
  if (word) return static_cast<int>(word >> 57);
  const int value = oracle_->solved(cards, leader);
  word = key | static_cast<std::uint64_t>(value) << 57;
  if (2 * ++oracle_->count > oracle_->known.size()) oracle_->grow();
  return value;
}

Study::Place Study::place(Set cards, int leader) const {
  Place place{.key = static_cast<std::uint64_t>(leader)};
  int shift = 0;
  for (int group = 0; group <= kSideSuits; ++group) {
    place.shift[group] = shift;
    for (const Set hand : owned_) place.key = place.key << 4 | size(cards & hand & group_of(group));
    for (Set left = cards & group_of(group); left; shift += 2) {
      const Set top = one(high(left));
      left ^= top;
      const std::uint64_t owner = owned_[1] & top ? 1 : owned_[2] & top ? 2 : 0;
      place.code |= owner << shift;
    }
  }
  return place;
}

// Sum the amounts by which each player's cards are worth more in `to` than in `from`, card by card.
int Study::raised(Set from, Set to) const {
  int sum = 0;
  for (const Set hand : owned_) {
    const Set a = from & hand, b = to & hand;
    for (int i = 0; i < kSideSuits; ++i) {
      sum += kSuitIncrease[a >> (8 * i) & 127][b >> (8 * i) & 127];
    }
    sum += trump_increase(static_cast<unsigned>(a >> kTrumpShift),
                          static_cast<unsigned>(b >> kTrumpShift));
  }
  return sum;
}

Study::Bounds Study::probe(Set cards, int leader, int need) {
  const Place here = place(cards, leader);
  const auto found = table_.find(here.key);
  if (found == table_.end()) return {};
  for (const Entry& entry : found->second) {
    if ((here.code & entry.mask) != entry.code) continue;
    if (entry.is_lower != (entry.bound >= need)) continue;
    Bounds bounds;
    if (entry.is_lower) {
      bounds.lower = entry.bound - raised(cards, entry.cards);
      if (bounds.lower < need) continue;
    } else {
      bounds.upper = entry.bound + raised(entry.cards, cards);
      if (bounds.upper >= need) continue;
    }
    for (int group = 0; group <= kSideSuits; ++group) {
      const Set held = cards & group_of(group);
      if (!held || !(entry.mask >> here.shift[group] & 3)) continue;
      Set lowest = held;  // the lowest card that the mask covers
      for (int at = here.shift[group]; (lowest & (lowest - 1)); at += 2) {
        if (at + 2 >= 64 || !(entry.mask >> (at + 2) & 3)) {
          lowest = one(high(lowest));
          break;
        }
        lowest ^= one(high(lowest));
      }
      used |= lowest;
    }
    return bounds;
  }
  return {};
}

void Study::store(Set cards, int leader, int bound, bool is_lower, Set won) {
  const Place here = place(cards, leader);
  Entry entry{.code = 0, .mask = 0, .cards = cards, .bound = bound, .is_lower = is_lower};
  for (int group = 0; group <= kSideSuits; ++group) {
    const Set held = cards & group_of(group);
    const Set needed = ranks_ == Ranks::kOwners ? held : won & held;
    if (!needed) continue;
    const int n = size(held & ~(one(low(needed)) - 1));
    entry.mask |= ((std::uint64_t{1} << (2 * n)) - 1) << here.shift[group];
  }
  entry.code = here.code & entry.mask;
  table_[here.key].push_back(entry);
}

// Record the cards on whose ranks a bound rests. Trumps: all of them matter, unless one hand has
// them all. Tops: the unbeatable cards of the side's hands matter; once nobody else has cards of
// the suit, only numbers matter. If defenders cash, all cards matter, as one may overtake the
// other.
void Study::note(Basis basis, Set cards) {
  for (int group = 0; group <= kSideSuits; ++group) {
    const Set all = cards & group_of(group);
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      const Set hand = all & owned_[seat];
      if (hand == all) continue;
      if (group == kSideSuits || basis == Basis::kDefendersCash) {
        used |= hand;
      } else if (basis != Basis::kTrumpRanks && (seat == 0) == (basis == Basis::kSoloistTops)) {
        used |= tops(hand, all);
      }
    }
  }
}

Set with_runs_below(Set used, Set hand, Set present) {
  const Set linked = linked_below(hand, gaps(present));
  for (Set left = used & linked; left;) {
    const int b = high(left);
    left ^= one(b);
    const Set below = hand & kBit.group[b] & (one(b) - 1);
    if (!below) continue;
    const Set next = one(high(below));
    used |= next;
    left |= next & linked;
  }
  return used;
}

template class TrumpSolver<Measured>;

}  // namespace vorhand::skat::solver

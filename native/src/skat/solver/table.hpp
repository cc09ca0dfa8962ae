// Transposition table of a trump game: bounds on the soloist's points by canonical position, reused
// for positions of the same shape with cards of other worth.
//
// The key is exact: per suit the sequence of owners of the cards left, and the leader. Two
// positions with one key have the same tree and differ only in the worth of their cards (payoff
// similarity, Furtak & Buro 2011). The value is the soloist's points, so raising one card's worth
// by d raises it by an amount in [0, d]. Hence a stored bound serves another valuation when it is
// widened by the increases alone (upper bound) or by the decreases alone (lower bound); the paper
// widens both by the sum of all differences.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "skat/solver/facts.hpp"

namespace vorhand::skat::solver {

// Return the exact key of a position: below 2^57 and above 0.
constexpr std::uint64_t shape_key(const std::array<std::uint32_t, kSideSuits>& sides,
                                  std::uint32_t trumps, int leader) {
  return sides[0] | std::uint64_t{sides[1]} << 12 | std::uint64_t{sides[2]} << 24 |
         std::uint64_t{trumps} << 36 | std::uint64_t{sides[3]} << 43 |
         static_cast<std::uint64_t>(leader) << 55;
}

class Table {
 public:
  struct Bounds {
    int lower = 0;
    int upper = kTotalPoints;
  };

  explicit Table(int bits) : buckets_(std::size_t{1} << (bits > 1 ? bits - 2 : 0)) {
    int log = 0;
    while ((std::size_t{1} << log) < buckets_.size()) ++log;
    shift_ = 64 - log;
  }

  // Forget everything; only one call in 127 clears the memory.
  void clear() {
    if (++generation_ == 128) {
      std::memset(static_cast<void*>(buckets_.data()), 0, buckets_.size() * sizeof(Bucket));
      generation_ = 1;
    }
  }

  std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

 private:
  struct Entry {
    std::uint64_t key = 0;   // generation in the top 7 bits
    std::uint32_t side = 0;  // cards left in side suits; they determine the worth
    std::uint16_t trumps = 0;
    std::uint8_t lower = 0;
    std::uint8_t upper = 0;
  };
  static constexpr int kWays = 4;
  struct alignas(64) Bucket {
    Entry ways[kWays];
  };

 public:
  // The slot of a position; fetched once, used to probe and then to store.
  struct Slot {
    Bucket* bucket;
    std::uint64_t key;
  };

  Slot slot(std::uint64_t key) {
    const std::uint64_t hash = key * 0x9E3779B97F4A7C15ull;
    const std::size_t index = shift_ == 64 ? 0 : hash >> shift_;
    return {&buckets_[index], key | std::uint64_t{generation_} << 57};
  }

  // Prefetch the memory that a later probe reads.
  static void prefetch([[maybe_unused]] const Slot& slot) {
#if defined(__GNUC__)
    __builtin_prefetch(slot.bucket);
#endif
  }

  // A record for undoing a store; the latest must be undone first.
  struct Change {
    Bucket* bucket;
    Bucket before;
  };
  static Change before_change(const Slot& slot) { return {slot.bucket, *slot.bucket}; }
  static void undo(const Change& change) { *change.bucket = change.before; }

  // Return a bound that settles whether the soloist gets `need` points, if one is known. Inlining
  // is forced: compilers avoid it for many callers, at a cost of 2% of a solver's instructions.
#if defined(__GNUC__)
  [[gnu::always_inline]]
#endif
  Bounds probe(const Slot& slot, Set cards, int need, bool similar) const {
    const auto side = static_cast<std::uint32_t>(cards);
    const auto trumps = static_cast<std::uint16_t>(cards >> kTrumpShift);
    for (const Entry& entry : slot.bucket->ways) {
      if (entry.key != slot.key) continue;
      if (!similar && (entry.side != side || entry.trumps != trumps)) continue;
      if (entry.lower >= need) {
        const int lower = entry.lower - raised(side, trumps, entry.side, entry.trumps);
        if (lower >= need) return {.lower = lower};
      } else if (entry.upper < need) {
        const int upper = entry.upper + raised(entry.side, entry.trumps, side, trumps);
        if (upper < need) return {.upper = upper};
      }
    }
    return {};
  }

  // Store that the soloist gets at least (`is_lower`) or at most `bound` points.
  void store(const Slot& slot, Set cards, int bound, bool is_lower, int rest) {
    const auto side = static_cast<std::uint32_t>(cards);
    const auto trumps = static_cast<std::uint16_t>(cards >> kTrumpShift);
    Entry* victim = slot.bucket->ways;
    int worst = 1 << 20;
    for (Entry& entry : slot.bucket->ways) {
      if (entry.key == slot.key && entry.side == side && entry.trumps == trumps) {
        if (is_lower && entry.lower < bound) entry.lower = static_cast<std::uint8_t>(bound);
        if (!is_lower && entry.upper > bound) entry.upper = static_cast<std::uint8_t>(bound);
        return;
      }
      // Replace an entry of an earlier deal, else the one with the fewest cards.
      const int worth = entry.key >> 57 != generation_
                            ? -1
                            : std::popcount(entry.side) + std::popcount(entry.trumps);
      if (worth < worst) {
        worst = worth;
        victim = &entry;
      }
    }
    victim->key = slot.key;
    victim->side = side;
    victim->trumps = trumps;
    victim->lower = static_cast<std::uint8_t>(is_lower ? bound : 0);
    victim->upper = static_cast<std::uint8_t>(is_lower ? rest : bound);
  }

 private:
  // Sum the amounts by which cards of `to` are worth more than those of `from`, card by card.
  static int raised(std::uint32_t from, std::uint16_t from_trumps, std::uint32_t to,
                    std::uint16_t to_trumps) {
    int sum = from_trumps == to_trumps ? 0 : trump_increase(from_trumps, to_trumps);
    for (int suit = 0; suit < kSideSuits; ++suit) {
      sum += kSuitIncrease[from >> (8 * suit) & 127][to >> (8 * suit) & 127];
    }
    return sum;
  }

  std::vector<Bucket> buckets_;
  int shift_ = 0;
  std::uint8_t generation_ = 0;
};

}  // namespace vorhand::skat::solver

// Look-up tables of trump games: the value of every start of a trick with few cards a hand (Furtak
// 2013, chapter 8), as functions of the worth of its cards (captures.hpp).
//
// A file contains all shapes of its numbers of cards; of the largest number it may contain only
// some splits. Since every shape is present, no key has to be stored: hash and displace
// (Belazzougui, Botelho and Dietzfelbinger 2009) assigns each shape its own slot of four bytes. A
// function of one or two sets is stored in the slot, a longer one in a pool, where equal functions
// are stored once. The value of a shape with too long a function is left open.
//
// Tables are words of 32 bits, equal on every machine of one byte order, so that a file of them can
// be mapped into memory and shared between processes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "permutation.hpp"
#include "skat/solver/facts.hpp"
#include "skat/studies/captures.hpp"
#include "suit_order.hpp"

namespace vorhand::skat::solver {

class TrumpTables {
 public:
  static constexpr int kLeastCards = 2;  // cards a hand; with one, playing is faster than a look-up

  // Flag of a maximum of minima, added to the number of sets of a function.
  static constexpr std::uint16_t kMostOfLeasts = 1 << 15;

  // Read the tables in `words`, which must outlive this object, up to `most` cards a hand. Throw
  // std::invalid_argument for invalid tables: look-ups follow indices in them unchecked.
  explicit TrumpTables(std::span<const std::uint32_t> words, int most = kHandSize);

  TrumpKind kind() const { return kind_; }
  int cards() const { return cards_; }  // maximum number of cards in a hand
  std::size_t bytes() const { return 4 * words_; }
  std::size_t shapes() const { return shapes_; }
  bool whole() const { return !some_; }  // whether all splits up to cards() are known
  // Count the shapes that were left open, need one set, need two sets, or need more.
  std::array<std::size_t, 4> lengths() const;

  // A position to be looked up.
  struct Place {
    std::uint64_t hash = 0;
    Set cards = 0;      // side suits sorted as in its shape
    bool known = true;  // whether its split is in the file
  };
  Place place(const std::array<const SuitFacts*, kSideSuits>& suits, const TrumpFacts& trumps,
              Set cards, int leader) const {
    std::array<std::uint32_t, kSideSuits> sides;
    for (int i = 0; i < kSideSuits; ++i) {
      sides[i] = std::uint32_t{suits[i]->key} << 8 | (cards >> (8 * i) & 0xFF);
    }
    const auto order = [&](int a, int b) {
      const std::uint32_t swap =
          (sides[a] ^ sides[b]) & -static_cast<std::uint32_t>(sides[a] < sides[b]);
      sides[a] ^= swap;
      sides[b] ^= swap;
    };
    order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
    Place place{.cards = cards & kTrumps};
    if (some_ && size(cards) == kNumPlayers * cards_) [[unlikely]] {
      const auto length = [&](int i) { return std::popcount(sides[i] & 0xFF); };
      const int at = split_place({length(0), length(1), length(2), length(3), 0});
      place.known = (split_bits_[at >> 5] >> (at & 31) & 1) != 0;
    }
    for (int i = 0; i < kSideSuits; ++i) {
      place.cards |= Set{sides[i] & 0xFF} << (8 * i);
      sides[i] >>= 8;
    }
    place.hash = mix64(shape_key(sides, trumps.key, leader));
    prefetch(&displacements_[group(place.hash)]);
    return place;
  }

  // Return the soloist's points; nothing for an open shape or a split that is not in the file.
  // `place` has at most cards() a hand.
  std::optional<int> value(const Place& place) const {
    if (!place.known) return std::nullopt;
    const std::uint32_t found = slots_[slot(place.hash, displacements_[group(place.hash)])];
    if (found & kTwoSets) [[likely]] {
      const int a = worth(found & kCaptureCards, place.cards);
      const int b = worth(found >> kSecondSet & kCaptureCards, place.cards);
      return found & kMostOfTwo ? std::max(a, b) : std::min(a, b);
    }
    if (found == kOpen) [[unlikely]]
      return std::nullopt;
    return worth(pool_ + found, place.cards);
  }

 private:
  friend class TrumpTableWriter;
  friend std::size_t bytes_of(std::span<const std::uint16_t> functions);

  static constexpr std::uint32_t kMagic = 0x31545456;  // VTT1
  // Average number of shapes in a group, which takes two bytes.
  static constexpr std::size_t kGroup = 4;
  static constexpr double kFilled = 0.97;
  // Header: magic, kind, cards, shapes, slots, groups, numbers in the pool.
  static constexpr int kHeader = 7;
  // With this magic, bits of the known splits of the largest number of cards follow.
  static constexpr std::uint32_t kMagicSome = 0x32545456;  // VTT2
  static constexpr int kSplitWords = 128;
  // Return the index of a split; the number of trumps follows from that of all cards.
  static int split_place(const Split& split) {
    return split[0] | split[1] << 3 | split[2] << 6 | split[3] << 9;
  }
  // A slot holds two sets, or an index into the pool, where the number of sets is followed by the
  // sets.
  static constexpr std::uint32_t kOpen = 0;  // index 0 marks an open shape; the pool begins at 1
  static constexpr std::uint32_t kTwoSets = 1u << 31, kMostOfTwo = 1u << 30;
  static constexpr int kSecondSet = 15;

  static void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#endif
  }

  static std::uint32_t among(std::uint32_t hash, std::uint32_t n) {
    return static_cast<std::uint32_t>(std::uint64_t{hash} * n >> 32);
  }
  static std::uint32_t slot(std::uint64_t hash, std::uint32_t displacement, std::uint32_t slots) {
    std::uint32_t x = static_cast<std::uint32_t>(hash) ^ displacement * 0x9E3779B1u;
    x *= 0x85EBCA6Bu;
    x ^= x >> 15;
    return among(x * 0xC2B2AE35u, slots);
  }
  std::uint32_t group(std::uint64_t hash) const {
    return among(static_cast<std::uint32_t>(hash >> 32), groups_);
  }
  std::uint32_t slot(std::uint64_t hash, std::uint32_t displacement) const {
    return slot(hash, displacement, slot_count_);
  }

  // Return the worth of the cards of a set in a position.
  static int worth(unsigned set, Set cards) {
    constexpr Set kRank = 0x0101010101;
    constexpr Set kTens = (kRank << kTen | kRank << kAce) & ~kJackBits;
    constexpr Set kKings = kRank << kKing, kOdd = kRank << kQueen | kRank << kAce;
    constexpr Set kTwos = kRank << kQueen | kTens | kJackBits;
    const Set captured = spread(set, cards);
    return 8 * size(captured & kTens) + 4 * size(captured & kKings) + 2 * size(captured & kTwos) +
           size(captured & kOdd);
  }
  static int worth(const std::uint16_t* sets, Set cards);
  void check_places(std::size_t pool) const;

  TrumpKind kind_ = TrumpKind::kSuit;
  int cards_ = 0;
  std::size_t words_ = 0, shapes_ = 0;
  std::uint32_t slot_count_ = 0, groups_ = 0;
  bool some_ = false;
  const std::uint32_t* split_bits_ = nullptr;
  const std::uint32_t* slots_ = nullptr;
  const std::uint16_t* displacements_ = nullptr;
  const std::uint16_t* pool_ = nullptr;
};

// Shapes and their functions, to be written to a file.
struct TrumpRows {
  std::vector<std::uint64_t> keys;
  // For each key: the number of sets with the flag kMostOfLeasts, or 0 if left open; then the sets.
  std::vector<std::uint16_t> functions;
};

// Return every shape of a split; those for which `CaptureSolver::solve` returns nothing are open.
TrumpRows trump_rows(CaptureSolver& solver, const Split& split, int most);

// Return the approximate size in bytes of a file with these functions, without its header.
std::size_t bytes_of(std::span<const std::uint16_t> functions);

// Return the words of a file with these rows: all shapes of 2 to `cards` cards a hand, but with
// `cards` only those of the splits `largest`. Throw std::invalid_argument for a missing or repeated
// shape.
std::vector<std::uint32_t> write_trump_tables(TrumpKind kind, int cards,
                                              std::span<const Split> largest,
                                              std::span<const std::uint64_t> keys,
                                              std::span<const std::uint16_t> functions);

}  // namespace vorhand::skat::solver

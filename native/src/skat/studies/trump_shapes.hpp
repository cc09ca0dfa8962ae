// Keys of positions in tables of trump games, at the start of a trick (Furtak 2013, chapter 8; with
// Buro 2011, section 3.4): the split (how many cards of each suit are left), the ownership (who
// holds them), and the leader. Side suits are interchangeable and kept sorted. The valuation, the
// worth of the cards, is not part of the key.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "skat/solver/table.hpp"

namespace vorhand::skat::solver {

enum class TrumpKind : std::uint8_t { kSuit, kGrand };

inline constexpr int kMostTableCards = 5;  // maximum number of cards in a hand
inline constexpr int kSuitGroups = kSideSuits + 1;

// Cards left of the side suits, longest first, and of the trumps: in grand the jacks.
using Split = std::array<int, kSuitGroups>;

// Return the splits with this number of cards a hand: thesis, tables 8.1 and 8.2.
std::vector<Split> splits(TrumpKind kind, int cards);

// The holders of the cards. Cards are numbered from 0 within the shape: the first suit's from its
// lowest up, then the next suit's, the trumps last.
struct Shape {
  int cards = 0;   // cards a hand
  int leader = 0;  // seat from the soloist
  Split split{};
  std::array<std::uint16_t, kNumPlayers> owned{};

  int group_of(int card) const {
    int group = 0;
    for (int end = split[0]; card >= end; end += split[++group]) {
    }
    return group;
  }
};

inline constexpr auto kTernary = [] {
  std::array<std::uint16_t, 256> numbers{};
  for (unsigned set = 0; set < numbers.size(); ++set) {
    std::uint16_t power = 1;
    for (unsigned left = set; left; left >>= 1, power *= 3) {
      if (left & 1) numbers[set] += power;
    }
  }
  return numbers;
}();

// Return the number in base 3 with a digit 1 for each card of a set.
constexpr std::uint32_t ternary(unsigned set) {
  return kTernary[set & 0xFF] + std::uint32_t{6561} * kTernary[set >> 8];
}

// Return the owners from the lowest card up in base 3 with digits 1 .. 3, as SuitFacts::key.
std::uint32_t owner_code(const Shape& shape, int group, int first_card);

std::uint64_t shape_key(const Shape& shape);
Split split_of(TrumpKind kind, std::uint64_t key);

// Sort the side suits; `from` gets their original groups.
Shape sorted(const Shape& shape, std::array<std::uint8_t, kSuitGroups>& from);

// Return every shape of a split, its side suits sorted.
std::vector<Shape> shapes(const Split& split);

// Eight numbers below 128, a byte each.
using Eight = std::uint64_t;
inline constexpr Eight kTopBits = 0x8080808080808080;

// Tell whether no number of `a` is greater than the number of `b` in the same byte.
constexpr bool none_greater(Eight a, Eight b) {
  return (((b | kTopBits) - a) & kTopBits) == kTopBits;
}
constexpr Eight lesser(Eight a, Eight b) {
  const Eight of_a = ((((b | kTopBits) - a) & kTopBits) >> 7) * 0xFF;
  return (a & of_a) | (b & ~of_a);
}
constexpr Eight greater(Eight a, Eight b) { return a ^ b ^ lesser(a, b); }

// The partial order of sets of cards by worth: a <= b if it holds for all ranks that the cards of a
// split may have. Seven to nine are worth 0, queen 3, king 4, ten 10, ace 11. Jacks rank above the
// ace and are worth 2.
class WorthOrder {
 public:
  WorthOrder(TrumpKind kind, const Split& split);

  bool at_most(unsigned a, unsigned b) const {
    const std::uint32_t at = ternary(a & ~b) + 2 * ternary(b & ~a);
    return (never_more_[at >> 6] >> (at & 63) & 1) != 0;
  }

  // Return the worth of a set under eight valuations. If it is not at most that of another set
  // under each of them, at_most cannot hold.
  Eight worths(unsigned set) const { return low_[set & 0xFF] + high_[set >> 8]; }

 private:
  // Results, one bit each, by the cards only in a and only in b.
  std::vector<std::uint64_t> never_more_;
  std::array<Eight, 256> low_{}, high_{};
};

}  // namespace vorhand::skat::solver

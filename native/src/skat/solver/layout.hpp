// The solvers' own arrangement of the 32 cards, made for arithmetic on whole hands.
//
// A set of cards is a 64-bit mask: four side suits of one byte each (lowest card at the lowest bit)
// and above them the trumps, 32 + rank for the suit's own cards and 39 .. 42 for the four jacks. So
// inside a group, and between trumps and the rest, the higher bit is the stronger card. In a suit
// game the fourth byte is empty, in grand the bits of the seven lower trumps. Null has no trumps
// and eight cards in each byte, the jacks among them.
//
// Seats are counted from the soloist: 0 the soloist, 1 the next player, 2 the last.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "skat/solver/position.hpp"

namespace vorhand::skat::solver {

using Set = std::uint64_t;

inline constexpr int kBits = 43;
inline constexpr int kSideSuits = 4;
inline constexpr int kTrumpShift = 32;
inline constexpr int kJackShift = 39;
inline constexpr Set kTrumps = 0x7FFull << kTrumpShift;
inline constexpr Set kJackBits = 0xFull << kJackShift;
// Seven, eight and nine of every group, which are worth nothing.
inline constexpr Set kBlanks = 0x0707070707ull;

constexpr Set one(int b) { return Set{1} << b; }
constexpr int size(Set cards) { return std::popcount(cards); }
constexpr int low(Set cards) { return std::countr_zero(cards); }
constexpr int high(Set cards) { return 63 - std::countl_zero(cards); }
constexpr Set up_to(int b) { return (Set{2} << b) - 1; }  // bits 0 .. b

// Cards that follow the suit of each bit, and those that beat it when played later.
struct BitTables {
  std::array<Set, kBits> group{};
  std::array<Set, kBits> beaters{};
  std::array<std::uint8_t, kBits> points{};  // card points in a trump game
  std::array<std::uint8_t, kBits> kind{};  // side suits 0..6 (7 unused), trumps 8..14, jacks 15..18

  constexpr BitTables() {
    for (int b = 0; b < kBits; ++b) {
      const bool trump = b >= kTrumpShift;
      group[b] = trump ? kTrumps : Set{0xFF} << (b & ~7);
      beaters[b] = (group[b] & ~up_to(b)) | (trump ? 0 : kTrumps);
      const int rank = b >= kJackShift ? kJack : (b & 7);
      points[b] = static_cast<std::uint8_t>(kRankPoints[rank]);
      kind[b] = static_cast<std::uint8_t>(trump ? b - kTrumpShift + 8 : b & 7);
    }
  }
};
inline constexpr BitTables kBit{};

constexpr int set_points(Set cards) {
  int points = 0;
  for (; cards; cards &= cards - 1) points += kBit.points[low(cards)];
  return points;
}

// A position in the solvers' arrangement.
struct Frame {
  std::array<Set, kNumPlayers>
      owned{};  // cards by seat from the soloist, including those on the table
  std::array<int, 2> trick{-1, -1};
  int trick_size = 0;
  int leader = 0;  // seat from the soloist
  int tricks = 0;  // tricks still to be played
  bool null = false;
  std::array<std::uint8_t, kNumCards> bit_of{};
  std::array<std::uint8_t, kBits> card_of{};

  explicit Frame(const Position& position);

  Set cards() const { return owned[0] | owned[1] | owned[2]; }
  Set to_set(CardSet cards) const {
    Set set = 0;
    while (cards) set |= one(bit_of[pop_lowest(cards)]);
    return set;
  }
};

}  // namespace vorhand::skat::solver

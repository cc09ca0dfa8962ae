// Facts for null search about one suit, from its cards left.
//
// A suit is safe if under each of the soloist's cards of it lie no more of the defenders' cards
// than of the soloist's own. Then the soloist is never forced to win a trick in it while the
// defenders lead it: playing the highest card that escapes keeps the suit safe, and so does
// discarding its highest card. So the soloist's ranks in it never matter, only the number of the
// soloist's cards and the order of the defenders'.
#pragma once

#include <array>
#include <cstdint>

#include "skat/solver/layout.hpp"
#include "skat/solver/techniques.hpp"

namespace vorhand::skat::solver {

constexpr Set lowest_bit(Set cards) { return cards & -cards; }

constexpr bool is_safe(Set own, Set theirs) {
  for (Set left = own; left; left &= left - 1) {
    const Set below = lowest_bit(left) - 1;
    if (size(theirs & below) > size(own & below)) return false;
  }
  return true;
}

struct NullSuit {
  std::uint32_t deal = 0;  // deal for which the other members were computed
  std::uint16_t key = 0;   // owners of the cards, from the top; below 2^14
  // Bit 0: unsafe. Bits 1 and 2: defender 1 or 2, respectively, can lead it so that the soloist
  // wins.
  std::uint8_t danger = 0;
  // The cards of the suit that are worth a discard or, for a defender, a lead, by seat; and
  // their scores.
  std::array<std::uint8_t, kNumPlayers> tried{};
  std::array<std::int8_t, kNumPlayers> lead{};
  std::array<std::int8_t, kNumPlayers> discard{};

  bool safe() const { return !(danger & 1); }
};

using NullSuits = std::array<const NullSuit*, kSideSuits>;

// The suits of a deal; each state is computed at its first use.
class NullFacts {
 public:
  void begin(const Frame& frame, std::uint32_t techniques);

  const NullSuit& suit(int index, Set cards) {
    const auto left = static_cast<std::uint8_t>(cards >> (8 * index));
    NullSuit& known = known_[index][left];
    if (known.deal != deal_) [[unlikely]]
      work_out(known, index, left);
    return known;
  }
  NullSuits suits(Set cards) {
    const NullSuits known{&known_[0][cards & 0xFF], &known_[1][cards >> 8 & 0xFF],
                          &known_[2][cards >> 16 & 0xFF], &known_[3][cards >> 24 & 0xFF]};
    if ((known[0]->deal ^ deal_) | (known[1]->deal ^ deal_) | (known[2]->deal ^ deal_) |
        (known[3]->deal ^ deal_)) [[unlikely]] {
      for (int i = 0; i < kSideSuits; ++i) suit(i, cards);
    }
    return known;
  }

 private:
  void work_out(NullSuit& known, int index, Set left) const;

  std::array<std::array<NullSuit, 256>, kSideSuits> known_{};
  std::array<Set, kNumPlayers> owned_{};
  std::uint32_t deal_ = 0;
  std::uint32_t techniques_ = kAllTechniques;
};

}  // namespace vorhand::skat::solver

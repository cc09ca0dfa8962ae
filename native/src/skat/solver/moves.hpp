// The choice of the cards to try: one of several equivalent cards.
#pragma once

#include "skat/solver/layout.hpp"
#include "suit_order.hpp"

namespace vorhand::skat::solver {

// Two cards of one hand are adjacent if no card in play ranks between them. `present` are the cards
// that matter for the order: those in the hands and the winning card of the trick.

// The lowest card of each group.
inline constexpr Set kLowest = 0x0101010101ull;

// Return the absent cards; adjacency reaches across them. The top bit of a side suit's byte never
// counts as absent, so that nothing reaches into the next group.
constexpr Set gaps(Set present) { return (0x7F7F7F7Full | kTrumps) & ~present; }

// Return the cards of `cards` that have an adjacent card of `cards` below.
constexpr Set linked_below(Set cards, Set gap) {
  return vorhand::linked_below(cards, gap, kLowest);
}

// Return the cards of `cards` that have an adjacent card of `cards` above: fill downwards through
// the gaps in doubling steps (up to seven wide, as wide as a suit).
constexpr Set linked_above(Set cards, Set gap) {
  Set reach = cards;
  Set through = gap;
  for (int step = 1; step < 8; step *= 2) {
    reach |= (reach >> step) & through;
    through &= through >> step;
  }
  return cards & (reach >> 1);
}

// Cards are equivalent if they are adjacent and of equal worth (cards without points of a suit, the
// jacks); only the lowest is tried (Kupferschmid & Helmert 2006, section 4).
constexpr Set without_equals(Set cards, Set present) {
  const Set twins = cards & (kBlanks | kJackBits);
  // Runs must not reach across a missing queen, which would join worthless cards to a jack.
  constexpr Set kQueens = 0x08080808ull | (Set{8} << kTrumpShift);
  return cards & ~linked_below(twins, gaps(present) & ~kQueens);
}

// Decided-trick dominance. If it is certain which side wins the trick, only one of several adjacent
// cards needs to be tried: the one worth most if our side wins it, the one worth least if not.
// Giving a card worth d more gains d now and costs between 0 and d later. Ranks and worth agree
// except that jacks are worth less than cards below them, so jacks are treated separately.
constexpr Set dearest(Set cards, Set present) {
  const Set gap = gaps(present);
  const Set side = cards & ~kJackBits, jacks = cards & kJackBits;
  return (side & ~linked_above(side, gap)) | (jacks & ~linked_below(jacks, gap));
}

constexpr Set cheapest(Set cards, Set present) {
  const Set gap = gaps(present);
  const Set side = cards & ~kJackBits, jacks = cards & kJackBits;
  return cards & ~(linked_below(side, gap) | linked_below(jacks, gap));
}

}  // namespace vorhand::skat::solver

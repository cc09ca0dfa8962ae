#include "skat/solver/null_suit.hpp"

#include "skat/solver/moves.hpp"

namespace vorhand::skat::solver {
namespace {

using Owned = std::array<Set, kNumPlayers>;

// Return the owners as digits in base 3 after a 1, from the top card down: at most 2 * 3^8. For a
// safe suit the defenders' cards come first, then as many zeros as the soloist has cards.
std::uint16_t key_of(const Owned& owned, bool sorted) {
  int key = 1;
  for (Set rest = owned[1] | owned[2] | (sorted ? 0 : owned[0]); rest;) {
    const Set top = one(high(rest));
    rest ^= top;
    key = 3 * key + (owned[1] & top ? 1 : 0) + (owned[2] & top ? 2 : 0);
  }
  for (int i = sorted ? size(owned[0]) : 0; i > 0; --i) key *= 3;
  return static_cast<std::uint16_t>(key);
}

// Tell whether the leading defender has a card under all of the soloist's, and the partner is void
// or can stay under them too.
bool kills(Set soloist, Set leader, Set partner) {
  const Set below = lowest_bit(soloist) - 1;
  return soloist && (leader & below) && (!partner || (partner & below));
}

}  // namespace

void NullFacts::begin(const Frame& frame, std::uint32_t techniques) {
  owned_ = frame.owned;
  techniques_ = techniques;
  if (++deal_ == 0) {
    known_ = {};
    deal_ = 1;
  }
}

void NullFacts::work_out(NullSuit& known, int index, Set left) const {
  Owned owned;
  for (int seat = 0; seat < kNumPlayers; ++seat) owned[seat] = owned_[seat] >> (8 * index) & left;
  const Set own = owned[0], theirs = left & ~own;
  const bool safe = is_safe(own, theirs);
  known.deal = deal_;
  known.key = key_of(owned, safe && (techniques_ & kLowestRank));
  known.danger = static_cast<std::uint8_t>(int{!safe} | kills(own, owned[1], owned[2]) << 1 |
                                           kills(own, owned[2], owned[1]) << 2);

  // One of several adjacent cards suffices; the soloist's cards of a safe suit do not separate
  // defenders' cards.
  const auto unlinked = [&](Set hand, Set present) {
    if (!(techniques_ & kEquivalentCards)) return static_cast<std::uint8_t>(hand);
    return static_cast<std::uint8_t>(hand & ~linked_below(hand, gaps(present)));
  };
  const bool best_only = own && (techniques_ & kDecidedTrick);
  known.tried[0] = best_only ? static_cast<std::uint8_t>(one(high(own))) : unlinked(own, left);
  for (int seat = 1; seat < kNumPlayers; ++seat) {
    known.tried[seat] = unlinked(owned[seat], safe ? theirs : left);
  }

  // The soloist discards from dangerous suits in which the defenders hold cards, shorter suits
  // first. Defenders lead suits in which the soloist is in danger and short, and discard from their
  // shortest suit.
  known.discard[0] = static_cast<std::int8_t>((safe ? 0 : 50) - (theirs ? 0 : 90) - 4 * size(own));
  for (int seat = 1; seat < kNumPlayers; ++seat) {
    const int danger = (safe ? 0 : 100) - 4 * size(own) - size(owned[3 - seat]);
    known.lead[seat] = static_cast<std::int8_t>(own ? danger : -100);
    known.discard[seat] = static_cast<std::int8_t>(-4 * size(owned[seat]));
  }
}

}  // namespace vorhand::skat::solver

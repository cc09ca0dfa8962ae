#include "skat/solver/ordering.hpp"

#include <algorithm>

#include "mixed_radix.hpp"
#include "weights.hpp"

namespace vorhand::skat::solver {
namespace {

constexpr Set kRank = 0x0101010101ull;
constexpr Set kDear = kRank << kTen | kRank << kAce;

// Return the class of worth of the most or least valuable card: 0 no card, 1 nothing, 2 a little, 3
// much.
int dearest_class(Set cards) {
  if (cards & kDear) return 3;
  return cards & ~kBlanks ? 2 : cards ? 1 : 0;
}
int cheapest_class(Set cards) {
  if (cards & kBlanks) return 1;
  return cards & ~kDear ? 2 : cards ? 3 : 0;
}

}  // namespace

std::array<Set, kNumPlayers> hands_in_state(std::size_t state) {
  std::array<Set, kNumPlayers> hands{};
  for (int rank = 0; rank < kSuitCards; ++rank) {
    const auto owner = state >> (2 * rank) & 3;
    if (owner) hands[owner - 1] |= one(rank);
  }
  return hands;
}

StateIndices state_indices(const std::array<Set, kNumPlayers>& hands, int owner, int b) {
  const Set own = hands[owner], next = hands[(owner + 1) % kNumPlayers],
            last = hands[(owner + 2) % kNumPlayers];
  const Set all = own | next | last, above = ~up_to(b);
  const int kind = b >= kTrumpShift ? b - kTrumpShift : b;
  const int top = high(all);
  const int top_holder = own & one(top) ? 0 : next & one(top) ? 1 : 2;
  const auto few = [](Set cards, int most) { return std::min(size(cards), most); };
  const auto start = [&] { return MixedRadix()(owner, kNumPlayers); };
  const std::array<MixedRadix, kStateParts> parts{
      start()(kind, 11)(next == 0, 2)(last == 0, 2)(b == top, 2),
      start()(few(own, 4) - 1, 4)(few(next, 3), 4)(few(last, 3), 4)(top_holder, 3),
      start()(kind, 11)(few(next & above, 2), 3)(few(last & above, 2), 3)(few(own & above, 2), 3),
      start()(dearest_class(next & above), 4)(dearest_class(last & above), 4)(
          dearest_class(next), 4)(dearest_class(last), 4),
      start()(kind, 11)(cheapest_class(next), 4)(cheapest_class(last), 4)};
  StateIndices indices;
  int offset = 0;
  for (int i = 0; i < kStateParts; ++i) {
    indices[i] = static_cast<std::uint16_t>(offset + parts[i].number());
    offset += kStatePartSizes[i];
  }
  return indices;
}

StateIndices in_context(StateIndices indices, int context) {
  for (int i = 0; i < kStateParts; ++i) {
    indices[i] = static_cast<std::uint16_t>(indices[i] + context * kStatePartSizes[i] / kContexts);
  }
  return indices;
}

Ordering::Ordering(const OrderingWeights& weights) : weights_(weights), suits_(kSuitStates) {
  for (std::size_t state = 0; state < kSuitStates; ++state) {
    const std::array<Set, kNumPlayers> hands = hands_in_state(state);
    for (int owner = 0; owner < kNumPlayers; ++owner) {
      for (Set left = hands[owner]; left; left &= left - 1) {
        const int b = low(left);
        const StateIndices indices = state_indices(hands, owner, b);
        for (int context = 0; context < kSuitContexts; ++context) {
          suits_[state].of[context][b] = state_score(in_context(indices, context));
        }
      }
    }
  }
}

const Ordering& Ordering::learned() {
  static const Ordering ordering(weights::signed_bytes<kOrderingWeights>("solver_ordering.bin"));
  return ordering;
}

std::int8_t Ordering::state_score(const StateIndices& indices) const {
  int sum = 0;
  for (const std::uint16_t index : indices) sum += weights_[index];
  return static_cast<std::int8_t>(std::clamp(sum, -127, 127));
}

}  // namespace vorhand::skat::solver

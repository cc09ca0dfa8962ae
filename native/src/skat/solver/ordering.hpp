// Move ordering: a learned score for each card, looked up.
//
// Fastest-cut-first (Furtak & Buro 2009): try first the card with the best chance of a cut-off for
// its cost. A score has two parts. The part of the suit's state (who holds what above and below the
// card) is a sum of five weights, computed once for all states of side suits. The part of the
// trick is one further weight. All are fitted to search statistics; see docs/skat-solver.md for the
// command. One array holds the weights of the state, then those of the second place, then those of
// the third.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "skat/solver/layout.hpp"

namespace vorhand::skat::solver {

// --- In the state of its suit ---

// Two bits for each card of a side suit: 0 if it is gone, else its owner + 1.
inline constexpr int kSuitCards = 7;
inline constexpr std::size_t kSuitStates = std::size_t{1} << (2 * kSuitCards);
std::array<Set, kNumPlayers> hands_in_state(std::size_t state);

// The use of a card by its owner. Leads of a side suit are distinguished by who may ruff.
enum Context : int {
  kLead = 0,     // + 1 if the last player holds trumps, + 2 if the next player does
  kFollow = 4,   // + 1 for the last player
  kDiscard = 6,  // + 1 if the own side is winning the trick
  kLeadTrump = 8,
};
inline constexpr int kSuitContexts = 8;
inline constexpr int kContexts = 9;

// Indices of the five weights of a card; those for the contexts are consecutive.
inline constexpr int kStateParts = 5;
inline constexpr std::uint16_t kNoWeight = 0xFFFF;  // index that stands for no weight
using StateIndices = std::array<std::uint16_t, kStateParts>;
inline constexpr std::array<int, kStateParts> kStatePartSizes{
    kContexts * 3 * 11 * 2 * 2 * 2, kContexts * 3 * 4 * 4 * 4 * 3, kContexts * 3 * 11 * 3 * 3 * 3,
    kContexts * 3 * 4 * 4 * 4 * 4, kContexts * 3 * 11 * 4 * 4};
inline constexpr int kStateWeights = [] {
  int sum = 0;
  for (const int size : kStatePartSizes) sum += size;
  return sum;
}();

// `hands` are the cards of the suit by seat, a side suit's in the lowest byte.
StateIndices state_indices(const std::array<Set, kNumPlayers>& hands, int owner, int b);
StateIndices in_context(StateIndices indices, int context);

// --- In this trick ---

inline constexpr int kKinds = 19;  // BitTables::kind
// Weights are in the order of the indices below.
inline constexpr int kSecondWeights = kNumPlayers * 3 * 3 * 3 * 2 * 3 * kKinds;
inline constexpr int kThirdWeights = kNumPlayers * 2 * 4 * 3 * 2 * 3 * kKinds;
inline constexpr int kSecondAt = kStateWeights, kThirdAt = kSecondAt + kSecondWeights;

constexpr int point_class(int points) { return (points >= 2) + (points >= 10); }
constexpr int length_class(Set cards) { return (size(cards) >= 2) + (size(cards) >= 3); }

// --- Scores ---

inline constexpr int kOrderingWeights = kThirdAt + kThirdWeights;
using OrderingWeights = std::array<std::int8_t, kOrderingWeights>;

// The score of a card for its holder, indexed by context and rank.
struct alignas(64) SuitScores {
  std::array<std::array<std::int8_t, 8>, kSuitContexts> of{};
};

// Weights, and the scores of all states of a side suit computed from them.
class Ordering {
 public:
  explicit Ordering(const OrderingWeights& weights);
  // Return the solver's ordering, created on first use.
  static const Ordering& learned();

  const SuitScores& suit(std::size_t state) const { return suits_[state]; }
  // Return the sum of the weights, clipped to a byte.
  std::int8_t state_score(const StateIndices& indices) const;
  int weight(int index) const { return weights_[static_cast<std::size_t>(index)]; }

 private:
  OrderingWeights weights_;
  std::vector<SuitScores> suits_;
};

}  // namespace vorhand::skat::solver

#include "belote/scoring.hpp"

#include <algorithm>

namespace vorhand::belote {

namespace {

constexpr int kBelote = 20;
constexpr int kMoreThanHalf = 82;
constexpr int kFlat = 160;  // flat score in place of counted points
constexpr int kFlatAllTricks = 250;

bool is_made(const Scoring& scoring, int bid, int own, int other) {
  const int least = scoring.made == Made::kHalf ? kMoreThanHalf : 0;
  return own >= std::max(bid, least) && (own > other || scoring.made != Made::kMore);
}

// Return the score of the side that wins the contract, and the belote points that the other keeps.
std::array<int, 2> one_side(const Scoring& scoring, const Contract& contract, int points,
                            int belote, int others_belote) {
  int multiplied = contract.value, plain = 0;
  (scoring.contre == Contre::kBid ? plain : multiplied) += points;
  (scoring.announced == Announced::kMultiplied ? multiplied : plain) += belote;
  if (scoring.announced == Announced::kWon) {
    plain += others_belote;
    others_belote = 0;
  }
  return {contract.factor * multiplied + plain, others_belote};
}

}  // namespace

std::array<int, 2> scores(const Scoring& scoring, const Contract& contract, int points,
                          int belote_side) {
  const bool all_tricks = points == kMostPoints;
  const std::array<int, 2> cards{std::max(points, 0), all_tricks ? 0 : kTotal - points};
  const std::array<int, 2> belotes{belote_side == 0 ? kBelote : 0, belote_side == 1 ? kBelote : 0};
  const int own = cards[0] + belotes[0], other = cards[1] + belotes[1];
  if (contract.value == 0) {
    if (own > other) return {own, other};
    // At a tie the takers' points would be held over for the next deal; without one they are lost.
    if (own == other) return {0, other};
    return {belotes[0], std::max(kTotal, cards[1]) + belotes[1]};
  }
  const bool made =
      contract.value == kAllTricks ? all_tricks : is_made(scoring, contract.value, own, other);
  if (made && contract.factor == 1) return {contract.value + own, other};
  int counted = made && all_tricks ? kFlatAllTricks : kFlat;
  if (made && scoring.contre == Contre::kPoints) counted = own - belotes[0];
  const std::size_t winner = made ? 0 : 1;
  const auto [won, kept] =
      one_side(scoring, contract, counted, belotes[winner], belotes[1 - winner]);
  if (made) return {won, kept};
  return {kept, won};
}

}  // namespace vorhand::belote

// Observations of Belote and Contrée: a deal, as far as the contents asked for include it, as a
// flat tensor. docs/belote.md describes the pieces.
#pragma once

#include <utility>

#include "tensor_pieces.hpp"
#include "tricks/play.hpp"

namespace vorhand::belote {

inline constexpr int kSeats = 4;
inline constexpr int kHand = 8;
inline constexpr int kCards = 32;

using Action = int;
inline constexpr Action kPass = 32;
inline constexpr Action kTake = 33;       // the turned-up card
inline constexpr Action kFirstSuit = 34;  // + suit: take in another suit
inline constexpr Action kFirstBid = 38;   // + 10 * suit + value
inline constexpr int kValues = 10;
inline constexpr Action kDouble = 78;
inline constexpr Action kRedouble = 79;
inline constexpr int kNumActions = 80;

// A deal with the cards of all seats.
struct Table {
  int first = 0;    // the seat that calls first and leads
  int to_act = -1;  // negative if no seat is to act
  bool over = false;
  bool dealing = true;
  std::vector<int> dealt, places;  // cards in the order of dealing, and the seat of each; the
                                   // place of the turned-up card is -1
  std::vector<std::pair<int, Action>> calls;  // seat and action
  int taker = -1;                             // seat of the last bid or take; negative: none so far
  const tricks::Play* play = nullptr;         // null before the card play
};

// Return the pieces of an observation, in order.
std::vector<Piece> observation_layout(const Contents& contents);
std::size_t observation_size(const Contents& contents);

// Write the observation of a seat into a tensor of `observation_size` numbers. T is float, or
// std::uint8_t with counts instead of fractions.
template <typename T>
void write_observation(const Table& table, int seat, const Contents& contents, std::span<T> tensor);

}  // namespace vorhand::belote

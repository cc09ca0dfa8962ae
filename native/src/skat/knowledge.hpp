// One player's knowledge of the cards: their own cards and what everybody has seen. Nothing here
// depends on how the hidden cards really lie.
#pragma once

#include <array>

#include "skat/deal.hpp"

namespace vorhand::skat {

// The places of a card: the hand of a seat, or the skat.
inline constexpr int kSkatPlace = kNumPlayers;
inline constexpr int kNumPlaces = kNumPlayers + 1;

struct Knowledge {
  int player = 0;
  CardSet hidden = 0;                          // all cards they cannot place
  std::array<CardSet, kNumPlaces> known{};     // cards they know to lie there
  std::array<int, kNumPlaces> hidden_count{};  // how many hidden ones lie there besides
  std::array<CardSet, kNumPlaces> possible{};  // which of the hidden ones they may be

  // Another player, `soloist`, has laid away the first of two cards: it is hidden, and is
  // not the highest of the soloist's twelve.
  bool half_discarded = false;
  int soloist = -1;

  bool operator==(const Knowledge&) const = default;
};

// Throws IllegalActionError while cards are still being dealt.
Knowledge knowledge_of(const Deal& deal, int player);

// Throws InvalidDealError if the parts, when given from outside, contradict each other.
void check_knowledge(const Knowledge& knowledge);

}  // namespace vorhand::skat

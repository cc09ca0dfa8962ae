// One player's knowledge of the cards: their own cards and what everybody has seen. It does not
// depend on the hidden cards.
#pragma once

#include <array>

#include "skat/deal.hpp"

namespace vorhand::skat {

inline constexpr int kSkatPlace = kNumPlayers;
inline constexpr int kNumPlaces = kNumPlayers + 1;

struct Knowledge {
  int player = 0;
  CardSet hidden = 0;                          // cards of unknown place
  std::array<CardSet, kNumPlaces> known{};     // cards known to lie there
  std::array<int, kNumPlaces> hidden_count{};  // number of hidden cards there
  std::array<CardSet, kNumPlaces> possible{};  // hidden cards that may lie there

  // True if the soloist is another player and has discarded the first of two cards. That card is
  // hidden, and it is not the highest of the soloist's twelve. Without a soloist it is the first of
  // two cards pushed on before Ramsch: not a jack, and not the highest card that is no jack.
  bool half_discarded = false;
  int soloist = -1;

  // Return the seat that holds eleven cards, or -1. If half_discarded, it has discarded one card.
  int discarder() const;
  bool operator==(const Knowledge&) const = default;
};

// Return a player's knowledge. Throw IllegalActionError while cards are being dealt.
Knowledge knowledge_of(const Deal& deal, int player);

// Throw InvalidDealError for contradictory parts.
void check_knowledge(const Knowledge& knowledge);

}  // namespace vorhand::skat

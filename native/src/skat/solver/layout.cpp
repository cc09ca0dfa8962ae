#include "skat/solver/layout.hpp"

namespace vorhand::skat::solver {

Frame::Frame(const Position& position) {
  null = position.contract == Contract::kNull;
  int side_suits = 0;
  for (int suit = 0; suit < 4; ++suit) {
    const bool trump = suit == static_cast<int>(position.contract);
    const int shift = trump ? kTrumpShift : 8 * side_suits++;
    for (int rank = kSeven; rank <= kJack; ++rank) {
      const Card card = make_card(suit, rank);
      int b = shift + rank;
      if (null) b = shift + kNullOrder[rank];
      if (!null && rank == kJack) b = kJackShift + suit;
      bit_of[card] = static_cast<std::uint8_t>(b);
      card_of[b] = static_cast<std::uint8_t>(card);
    }
  }

  tricks = position.tricks_left();
  trick_size = position.trick_size;
  leader = (position.leader - position.soloist + kNumPlayers) % kNumPlayers;
  for (int seat = 0; seat < kNumPlayers; ++seat) {
    owned[seat] = to_set(position.hands[(position.soloist + seat) % kNumPlayers]);
  }
  for (int i = 0; i < trick_size; ++i) {
    trick[i] = bit_of[position.trick[i]];
    owned[(leader + i) % kNumPlayers] |= one(trick[i]);
  }
}

}  // namespace vorhand::skat::solver

#include "skat/solver/position.hpp"

#include <string>

#include "skat/notation.hpp"

namespace vorhand::skat::solver {
namespace {

// The message is only composed if needed, because many small positions are checked.
template <class Complaint>
void require(bool holds, Complaint&& complaint) {
  if (!holds) throw PositionError(complaint());
}

std::string seat_range(const char* what, int seat) {
  return std::string(what) + " " + std::to_string(seat) + ": expected a seat 0, 1 or 2";
}

}  // namespace

void validate(const Position& position) {
  const int contract = static_cast<int>(position.contract);
  require(contract < kNumContracts, [&] {
    return "contract " + std::to_string(contract) + ": expected 0..3 (suits), 4 (grand), 5 (null)";
  });
  require(0 <= position.soloist && position.soloist < kNumPlayers,
          [&] { return seat_range("soloist", position.soloist); });
  require(0 <= position.leader && position.leader < kNumPlayers,
          [&] { return seat_range("leader", position.leader); });
  require(0 <= position.trick_size && position.trick_size <= 2, [&] {
    return "trick of " + std::to_string(position.trick_size) + " cards: expected 0, 1 or 2";
  });

  CardSet seen = 0;
  const auto see = [&](CardSet cards) {
    require((seen & cards) == 0, [&] { return cards_text(seen & cards) + ": there twice"; });
    seen |= cards;
  };
  for (const CardSet hand : position.hands) see(hand);
  for (int i = 0; i < position.trick_size; ++i) {
    const Card card = position.trick[i];
    require(0 <= card && card < kNumCards,
            [&] { return "trick card " + std::to_string(card) + ": expected 0..31"; });
    see(bit(card));
  }

  const int size = position.tricks_left();
  const auto hand_text = [&](int seat) {
    return "hand of seat " + std::to_string(seat) + " has " +
           std::to_string(count(position.hands[seat])) + " cards: expected ";
  };
  require(size <= kHandSize, [&] { return hand_text(position.to_move()) + "at most 10"; });
  require(size > 0 || position.trick_size == 0, [&] {
    return "hand of seat " + std::to_string(position.to_move()) + ": no card left to play";
  });
  for (int i = 0; i < kNumPlayers; ++i) {
    const int seat = (position.leader + i) % kNumPlayers;
    const int expected = i < position.trick_size ? size - 1 : size;
    require(count(position.hands[seat]) == expected, [&] {
      return hand_text(seat) + std::to_string(expected) + " (" +
             std::to_string(position.trick_size) + " on the table)";
    });
  }
  if (position.trick_size == 2) {
    const int second = (position.leader + 1) % kNumPlayers;
    const CardSet before = position.hands[second] | bit(position.trick[1]);
    require(legal_cards(position.contract, before, position.trick[0]) & bit(position.trick[1]),
            [&] {
              return card_name(position.trick[1]) + ": seat " + std::to_string(second) +
                     " had to follow " + card_name(position.trick[0]);
            });
  }
}

int play(Position& position, Card card) {
  position.hands[position.to_move()] &= ~bit(card);
  if (position.trick_size < 2) {
    position.trick[position.trick_size++] = card;
    return 0;
  }
  const Card led = position.trick[0], second = position.trick[1];
  const int points = card_points(bit(led) | bit(second) | bit(card));
  position.leader =
      (position.leader + trick_winner(position.contract, led, second, card)) % kNumPlayers;
  position.trick_size = 0;
  return position.leader == position.soloist ? points : 0;
}

}  // namespace vorhand::skat::solver

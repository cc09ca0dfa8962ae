// An open-hand position of Skat card play, in the cards of skat/cards.hpp.
#pragma once

#include <array>
#include <stdexcept>

#include "skat/cards.hpp"
#include "skat/rules.hpp"

namespace vorhand::skat::solver {

// An impossible position; the text quotes the wrong part.
struct PositionError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Cards on the table have left the hands: the leader and whoever followed hold one card fewer than
// the rest.
struct Position {
  std::array<CardSet, kNumPlayers> hands{};
  Contract contract = Contract::kGrand;
  int soloist = 0;
  int leader = 0;  // leader of the current trick
  std::array<Card, 2> trick{-1, -1};
  int trick_size = 0;

  int to_move() const { return (leader + trick_size) % kNumPlayers; }
  // Return the number of tricks to be finished, including the current one.
  int tricks_left() const { return count(hands[to_move()]); }
  CardSet trick_cards() const {
    CardSet cards = 0;
    for (int i = 0; i < trick_size; ++i) cards |= bit(trick[i]);
    return cards;
  }
  CardSet cards() const { return hands[0] | hands[1] | hands[2] | trick_cards(); }
  CardSet legal() const {
    return legal_cards(contract, hands[to_move()], trick_size > 0 ? trick[0] : -1);
  }
};

// Throw PositionError for a wrong contract, seat, card or hand size, or if the second card played
// did not follow suit although it had to.
void validate(const Position& position);

// Play a legal card; return the soloist's card points of the trick it completes, else 0.
int play(Position& position, Card card);

}  // namespace vorhand::skat::solver

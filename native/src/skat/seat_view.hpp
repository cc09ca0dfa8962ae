// One player's knowledge during the card play: their own cards and what everybody saw. A function
// that gets only this cannot look at a hidden card.
#pragma once

#include <array>

#include "skat/rules.hpp"

namespace vorhand::skat {

struct SeatView {
  Contract contract = Contract::kGrand;
  std::int8_t player = 0;      // whose view it is; this seat is to play
  std::int8_t soloist = 0;     // seat
  std::int8_t leader = 0;      // seat that opened the current trick
  std::int8_t trick_size = 0;  // cards on the table, 0..2
  std::array<std::int8_t, 2> trick{};
  bool hand_game = false;    // nobody has seen the skat
  std::uint8_t target = 61;  // card points the soloist must reach to win what was declared

  CardSet hand = 0;    // own cards left
  CardSet skat = 0;    // the two cards put away, if this player put them there
  CardSet ouvert = 0;  // the soloist's cards left, if they lie open
  CardSet played = 0;  // all cards played so far, those on the table included; whatever is not in
                       // the game at all counts as played

  std::array<CardSet, kNumPlayers> missing{};  // cards that a seat has shown not to hold
  std::array<CardSet, kNumPlayers> led{};      // cards with which a seat opened tricks

  std::uint8_t soloist_points = 0;   // in finished tricks, with the skat if this player knows it
  std::uint8_t defender_points = 0;  // in finished tricks
};

}  // namespace vorhand::skat

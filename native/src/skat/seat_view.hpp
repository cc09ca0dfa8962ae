// One player's view during the card play: their own cards and all public information. Functions of
// this value alone cannot access hidden cards.
#pragma once

#include <array>

#include "skat/rules.hpp"

namespace vorhand::skat {

struct SeatView {
  Contract contract = Contract::kGrand;
  std::int8_t player = 0;      // the seat to play
  std::int8_t soloist = 0;     // seat of the soloist
  std::int8_t leader = 0;      // seat that led to the current trick
  std::int8_t trick_size = 0;  // cards on the table, 0..2
  std::array<std::int8_t, 2> trick{};
  bool hand_game = false;    // whether nobody has seen the skat
  std::uint8_t target = 61;  // card points that the soloist needs to win the game as declared

  CardSet hand = 0;    // the player's own remaining cards
  CardSet skat = 0;    // own discards
  CardSet ouvert = 0;  // the soloist's cards left, if they lie open
  CardSet played = 0;  // all cards played, those on the table included, and cards outside the game

  std::array<CardSet, kNumPlayers> missing{};  // cards that each seat has shown not to hold
  std::array<CardSet, kNumPlayers> led{};      // cards that each seat led

  std::uint8_t soloist_points = 0;   // points in finished tricks and in a known skat
  std::uint8_t defender_points = 0;  // points in finished tricks
};

}  // namespace vorhand::skat

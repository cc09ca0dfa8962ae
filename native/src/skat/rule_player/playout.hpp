// Card play from any point with all cards known, and each seat's knowledge of it, in one small
// value for playouts.
#pragma once

#include "skat/deal.hpp"
#include "skat/seat_view.hpp"

namespace vorhand::skat {

struct PlayTable {
  Contract contract = Contract::kGrand;
  std::int8_t soloist = 0;
  std::int8_t leader = 0;
  std::int8_t trick_size = 0;
  std::array<std::int8_t, 2> trick{};
  bool hand_game = false;
  bool lies_open = false;  // whether the soloist's hand lies open
  std::uint8_t target = 61;

  std::array<CardSet, kNumPlayers> hands{};
  CardSet skat = 0;
  CardSet played = 0;
  std::array<CardSet, kNumPlayers> missing{};
  std::array<CardSet, kNumPlayers> led{};

  std::uint8_t soloist_points = 0;  // card points in tricks
  std::uint8_t defender_points = 0;
  std::uint8_t soloist_tricks = 0;
  std::uint8_t defender_tricks = 0;

  int player() const { return (leader + trick_size) % kNumPlayers; }
  bool is_over() const {
    if (contract == Contract::kNull && soloist_tricks > 0) return true;
    if (target == kTotalPoints && defender_tricks > 0) return true;  // schwarz announced
    return (hands[0] | hands[1] | hands[2]) == 0;
  }
  int points_with_skat() const { return soloist_points + card_points(skat); }

  SeatView view() const;
  void play(Card card);
};

PlayTable play_table(const Deal& deal);

// Play to the end with the rule player in all seats.
void play_out_by_rule(PlayTable& table);

}  // namespace vorhand::skat

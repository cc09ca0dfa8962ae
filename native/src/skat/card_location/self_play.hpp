// Training deals: bid by rule players of varied tastes, stored in a few bytes.
#pragma once

#include <array>
#include <cstdint>

#include "random.hpp"
#include "skat/monte_carlo/card_play.hpp"
#include "skat/rule_player/bidding.hpp"

namespace vorhand::skat {

// The distribution of rule players' tastes and errors.
struct Tastes {
  float boldness = 0;  // bias towards playing, between -boldness and boldness
  // Percentages of bidders with a bias of up to kMostLiking towards these games.
  float null = 0, grand = 0, hand = 0, ouvert = 0;
  // Percentage of card players that err, that is, play a random card at up to kMostErrors of their
  // turns.
  float errors = 0;
};
inline constexpr float kMostLiking = 100;
inline constexpr double kMostErrors = 0.4;

Taste draw_taste(const Tastes& tastes, Random& random);

// Return a deal before its first lead, bid and declared by rule players with random tastes for each
// seat. Passed-in deals are dealt again. The random numbers depend only on seed and number.
Deal begun_deal(std::uint64_t seed, std::uint64_t number, const Tastes& tastes);

// A card play from its first card, as stored in a corpus.
struct PlayedDeal {
  std::array<std::uint32_t, kNumPlayers + 1> cards{};  // hands and skat before the first lead
  std::int8_t contract = 0, level = 0, hand_game = 0, soloist = 0;
  std::array<std::uint16_t, kNumPlayers> bids{};  // highest value each seat named or held, 0: none
  std::uint8_t num_plays = 0;
  std::uint8_t unused = 0;
  std::array<std::uint8_t, kNumPlayers * kNumTricks + 2>
      plays{};  // in order, from forehand's lead on
};
static_assert(sizeof(PlayedDeal) == 60);

std::array<std::uint16_t, kNumPlayers> bids_by_seat(const Deal& deal);

// Return the record of a deal that began before the card play and was declared. Throw
// IllegalActionError otherwise.
PlayedDeal played_deal(const Deal& deal);

// Return the card play after the first `plays` cards, with all hands known. Throw
// IllegalActionError for an invalid record, such as missing cards or a play out of turn.
CardPlay card_play(const PlayedDeal& played, int plays);

// Replay a recorded deal from the first lead with rule players, some of whom err.
PlayedDeal played_by_rule(const PlayedDeal& begun, std::uint64_t seed, std::uint64_t number,
                          const Tastes& tastes);

}  // namespace vorhand::skat

// Deals played to learn from: bid by rule players of many tastes, kept in a few bytes.
#pragma once

#include <array>
#include <cstdint>

#include "random.hpp"
#include "skat/monte_carlo/card_play.hpp"
#include "skat/rule_player/bidding.hpp"

namespace vorhand::skat {

// The spread of the tastes of bidders.
struct Tastes {
  float boldness = 0;  // what is added to playing lies between -boldness and boldness
  // The shares, in percent, of bidders that add up to kMostLiking to these games.
  float null = 0, grand = 0, hand = 0, ouvert = 0;
  // The share, in percent, of card players that err: at up to kMostErrors of their turns, any card.
  float errors = 0;
};
inline constexpr float kMostLiking = 100;
inline constexpr double kMostErrors = 0.4;

Taste draw_taste(const Tastes& tastes, Random& random);

// A deal at the first card of its play, bid and declared by rule players whose tastes are drawn
// anew for each seat: the cards are dealt until somebody plays. Depends on seed and number.
Deal begun_deal(std::uint64_t seed, std::uint64_t number, const Tastes& tastes);

// A card play from its first card: the bytes that a corpus keeps.
struct PlayedDeal {
  std::array<std::uint32_t, kNumPlayers + 1> cards{};  // hands and skat before the first lead
  std::int8_t contract = 0, level = 0, hand_game = 0, soloist = 0;
  std::array<std::uint16_t, kNumPlayers> bids{};  // the highest each named or held, 0: none
  std::uint8_t num_plays = 0;
  std::uint8_t unused = 0;
  std::array<std::uint8_t, kNumPlayers * kNumTricks + 2> plays{};  // forehand leads
};
static_assert(sizeof(PlayedDeal) == 60);

// The highest value that each seat named or held.
std::array<std::uint16_t, kNumPlayers> bids_by_seat(const Deal& deal);

// Return the record of a deal that began before the card play and was declared. Throws
// IllegalActionError otherwise.
PlayedDeal played_deal(const Deal& deal);

// The card play with all cards in place after some of the plays. Throws IllegalActionError for a
// record that is none: cards that are not all there, a play out of turn.
CardPlay card_play(const PlayedDeal& played, int plays);

// The deal of a record played anew, from the first lead, by rule players of which some err.
PlayedDeal played_by_rule(const PlayedDeal& begun, std::uint64_t seed, std::uint64_t number,
                          const Tastes& tastes);

}  // namespace vorhand::skat

// Inputs of a policy network at a card play: binary features, listed as the indices of the features
// that are 1.
//
// Cards are renumbered for the network. Trumps of a suit game become the last suit. Of the other
// suits the one that was led comes first, then those of which the player holds most. Jacks keep
// their places, except in null. Seats count from the player to move.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "skat/monte_carlo/card_play.hpp"

namespace vorhand::skat {

// Suit games, grand and null each have three networks: for the soloist, the defender before the
// soloist and the defender after.
inline constexpr int kPolicyNets = 9;
int policy_net(const CardPlay& play);

struct SuitOrder {
  std::array<std::uint8_t, 4> place{};
  bool jacks_stay = false;

  Card card(Card card) const {
    if (jacks_stay && rank_of(card) == kJack) return card;
    return make_card(place[static_cast<std::size_t>(suit_of(card))], rank_of(card));
  }
};

// The offsets of the rows; each feature of cards has 32 rows.
inline constexpr int kAlwaysRow = 0;
inline constexpr int kHeldRow = 1;
inline constexpr int kAwayRow = kHeldRow + kNumCards;       // cards discarded
inline constexpr int kBySoloistRow = kAwayRow + kNumCards;  // cards played by the soloist
inline constexpr int kByDefendersRow = kBySoloistRow + kNumCards;
inline constexpr int kOpenRow = kByDefendersRow + kNumCards;  // soloist's open hand, for defenders
inline constexpr int kLedRow = kOpenRow + kNumCards;          // cards led by left, right
inline constexpr int kOnTableRow = kLedRow + 2 * kNumCards;   // first, second card on the table
inline constexpr int kTakesRow =
    kOnTableRow + 2 * kNumCards;                        // legal cards that beat the trick so far
inline constexpr int kSureRow = kTakesRow + kNumCards;  // own cards that no unseen card beats,
                                                        // in null those that beat none
inline constexpr int kRuleRow = kSureRow + kNumCards;   // card that the rule player would choose
inline constexpr int kVoidRow = kRuleRow + kNumCards;   // voids of left, right: suits and trumps
inline constexpr int kWinnerRow = kVoidRow + 2 * 5;     // winner so far: nobody, left, right
inline constexpr int kTableSizeRow = kWinnerRow + kNumPlayers;
inline constexpr int kTablePointsRow = kTableSizeRow + kNumPlayers;  // table points, in steps of 2
inline constexpr int kSoloistPointsRow = kTablePointsRow + 12;       // known points, in steps of 4
inline constexpr int kDefenderPointsRow = kSoloistPointsRow + 31;
inline constexpr int kTrickRow = kDefenderPointsRow + 31;
inline constexpr int kLevelRow = kTrickRow + kNumTricks;
inline constexpr int kHandGameRow = kLevelRow + kNumLevels;
inline constexpr int kPolicyRows = kHandGameRow + 1;

inline constexpr int kMostPolicyRows = 104;

struct PolicyRows {
  std::array<std::uint16_t, kMostPolicyRows> row;
  int size = 0;
  void add(int number) {
    row[static_cast<std::size_t>(size++)] = static_cast<std::uint16_t>(number);
  }
  std::span<const std::uint16_t> rows() const {
    return {row.data(), static_cast<std::size_t>(size)};
  }
};

// Write the rows of the view of the player to move; return the order of the suits.
SuitOrder policy_rows(const CardPlay& play, PolicyRows& rows);

}  // namespace vorhand::skat

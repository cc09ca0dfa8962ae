// Training data of the rule player: self-play in which each legal card is tried and played out.
// Only the lessons see all cards; the fitted weights apply to a player's view.
#pragma once

#include <cstdint>
#include <vector>

#include "skat/rule_player/game_kind.hpp"

namespace vorhand::skat {

// Decisions in which the choice of the card mattered. Decision d has the rows first_row[d] ..
// first_row[d + 1] - 1, one per legal card.
struct CardLessons {
  int width = 0;                        // number of rules, columns of `verdicts`
  std::vector<std::int32_t> kind;       // GameKind of each decision
  std::vector<std::int32_t> situation;  // situation of each decision
  std::vector<std::int64_t> first_row;  // first row of each decision; at the end the number of rows
  std::vector<float> verdicts;          // [rows, width]
  std::vector<float> value;             // value of each row to the player's side
};

// Return lessons from the deals first .. first + n - 1 of a seed; null games or trump games.
CardLessons card_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n, bool null);

// Results of games from given hands: the traits of the hand, and for won, schneider and schwarz 1
// if reached, else 0 (null: won only). Implausible hands are left out.
struct HandLessons {
  int num_traits = 0;
  int num_outcomes = 0;
  std::vector<float> rows;  // [rows, num_traits + num_outcomes]
};
HandLessons hand_lessons(std::uint64_t seed, std::uint64_t first, std::uint64_t n, GameKind kind);

}  // namespace vorhand::skat

// A position as one line of text, sixteen fields separated by blanks:
//
//   trump hand0 hand1 talon up points0 points1 trick0 trick1 pending0 pending1
//   leader led closer closed_points closed_trick
//
// Cards are suit then rank, written together, `-` for none; the talon is in drawing order; trick0,
// trick1 and closed_trick are 0 or 1 (has a trick); closer is -1 if nobody has closed, and the
// last two fields describe the closer's opponent at the closing.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "schnapsen/deal.hpp"

namespace vorhand::schnapsen {

// An impossible position; the message names the field and says what was expected.
struct PositionError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

std::string card_name(const Deck& deck, Card card);
// Return the card named by suit and rank, or kNoCard.
Card parse_card(const Deck& deck, std::string_view text);
std::string cards_text(const Deck& deck, CardSet cards);

Deal parse_position(const Rules& rules, std::string_view text);
// Return the deal with the parts that the text leaves out: the cards of each hand that the opponent
// has seen, and those shown not to be in it. Throw PositionError if a hand contradicts them.
Deal with_seen_cards(const Rules& rules, const Deal& deal, const std::array<CardSet, 2>& shown,
                     const std::array<CardSet, 2>& lacks);
// Write a deal that is dealt, not over, and at the start of a turn.
std::string position_text(const Rules& rules, const Deal& deal);

}  // namespace vorhand::schnapsen

// Cards as text: suit and rank, `CJ SA HT D7`.
#pragma once

#include <string>
#include <string_view>

#include "skat/cards.hpp"

namespace vorhand::skat {

std::string card_name(Card card);

// Return the card named by suit and rank, or -1.
Card parse_card(std::string_view text);

// Write the cards from the lowest number up, separated by blanks.
std::string cards_text(CardSet cards);

}  // namespace vorhand::skat

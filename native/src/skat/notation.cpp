#include "skat/notation.hpp"

namespace vorhand::skat {

namespace {
constexpr std::string_view kSuitLetters = "DHSC";
constexpr std::string_view kRankLetters = "789QKTAJ";
}  // namespace

std::string card_name(Card card) {
  return {kSuitLetters[static_cast<std::size_t>(suit_of(card))],
          kRankLetters[static_cast<std::size_t>(rank_of(card))]};
}

Card parse_card(std::string_view text) {
  if (text.size() != 2) return -1;
  const auto suit = kSuitLetters.find(text[0]);
  const auto rank = kRankLetters.find(text[1]);
  if (suit == std::string_view::npos || rank == std::string_view::npos) return -1;
  return make_card(static_cast<int>(suit), static_cast<int>(rank));
}

std::string cards_text(CardSet cards) {
  std::string text;
  while (cards) {
    if (!text.empty()) text += ' ';
    text += card_name(pop_lowest(cards));
  }
  return text;
}

}  // namespace vorhand::skat

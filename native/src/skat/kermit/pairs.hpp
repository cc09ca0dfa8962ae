// Pairs of cards: skats and discards.
#pragma once

#include "skat/cards.hpp"

namespace vorhand::skat {

// Call visit(two cards) for every pair of the set.
template <typename Visit>
void for_each_pair(CardSet cards, const Visit& visit) {
  for (CardSet rest = cards; rest;) {
    const CardSet first = bit(pop_lowest(rest));
    for (CardSet others = rest; others;) visit(first | bit(pop_lowest(others)));
  }
}

}  // namespace vorhand::skat

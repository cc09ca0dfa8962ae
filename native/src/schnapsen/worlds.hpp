// Worlds: possible locations of the cards that a player has not seen.
//
// A view is a deal reduced to one player's knowledge: the opponent's hand contains only the cards
// that they have shown, and the face-down talon is blank. A world adds the hidden cards: the
// opponent's other cards, chosen from those not known to be elsewhere, and the order of the talon.
// A closed talon has no order, so worlds then differ only in the opponent's hand. All worlds of a
// view are equally likely a priori, and they are numbered.
#pragma once

#include <cstdint>

#include "schnapsen/deal.hpp"

namespace vorhand::schnapsen {

// Hide the cards that the player does not know.
Deal view_of(const Deal& deal, int player);

class Worlds {
 public:
  Worlds(const Rules& rules, const Deal& view, int player);

  std::uint64_t size() const { return hands_ * orders_; }
  // World `index` has hand index / orders().
  std::uint64_t hands() const { return hands_; }
  std::uint64_t orders() const { return orders_; }
  Deal world(std::uint64_t index) const;

 private:
  Deal view_;
  int opponent_;
  int hidden_;        // number of unknown cards of the opponent's hand
  CardSet possible_;  // cards that may be in it
  CardSet unseen_;
  std::uint64_t hands_;
  std::uint64_t orders_;  // number of orders of the talon
};

}  // namespace vorhand::schnapsen

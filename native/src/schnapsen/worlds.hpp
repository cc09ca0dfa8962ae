// Worlds: where the cards that a player has not seen may lie.
//
// A view is a deal reduced to what one player knows: the opponent's hand holds the cards that they
// have shown, the face-down talon is blank. A world fills in the rest: the opponent's other cards
// from those not proven to be elsewhere, and the talon in any order. While the talon is closed its
// order has no meaning, and worlds differ only in the opponent's hand. All worlds of a view are
// equally likely before any inference, and they are numbered, so that any of them can be named
// without the others.
#pragma once

#include <cstdint>

#include "schnapsen/deal.hpp"

namespace vorhand::schnapsen {

// Hides what the player does not know.
Deal view_of(const Rules& rules, const Deal& deal, int player);

class Worlds {
 public:
  Worlds(const Rules& rules, const Deal& view, int player);

  std::uint64_t size() const { return hands_ * orders_; }
  // World `index` has hand index / orders() of the opponent's hands, which are numbered too.
  std::uint64_t hands() const { return hands_; }
  std::uint64_t orders() const { return orders_; }
  Deal world(std::uint64_t index) const;

 private:
  Deal view_;
  int opponent_;
  int hidden_;        // cards of the opponent's hand not known
  CardSet possible_;  // where they may come from
  CardSet unseen_;
  std::uint64_t hands_;
  std::uint64_t orders_;  // of the talon
};

}  // namespace vorhand::schnapsen

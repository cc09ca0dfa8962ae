// The rules of card play of a family of games: the seats are fixed when compiling (traits), the
// rest is what the contract says.
#pragma once

#include <array>
#include <cstdint>

#include "tricks/cards.hpp"

namespace vorhand::tricks {

// What a game asks of those who follow. All follow suit; a trump is a suit of its own.
struct Duties {
  bool trump = false;        // who cannot follow suit must play a trump
  bool overtrump = false;    // and whoever plays a trump, a higher one than lies there, if they can
  bool but_partner = false;  // no duty to trump while the own side holds the trick

  constexpr bool operator==(const Duties&) const = default;
};

// Traits of a game: seats at the table. Two sides, or everyone for themselves, is the contract's.
template <int Seats>
struct Traits {
  static constexpr int kSeats = Seats;
};

constexpr int kNoTrump = -1;
constexpr int kMostSuits = 8;

// What is played, in places of the contract's order.
struct Contract {
  Duties duties;
  std::array<Set, kMostSuits> suits{};  // runs of neighbouring bits
  int num_suits = 0;
  int trump = kNoTrump;                           // number of a suit
  std::array<std::int16_t, kMostCards> points{};  // of the cards, 0 or more
  int trick_points = 0;                           // of each trick
  int last_points = 0;                            // of the last trick, beside
  int all_tricks = 0;                             // to a side that takes every trick
  std::uint32_t side = 1;                         // the seats of the side whose points count
  Set locked = 0;  // not to be led, if there is another card, before one of the keys was played
  Set keys = 0;
  Set barred = 0;  // not to be discarded in the first trick, if there is another card
  int first = 0;   // cards left when the first trick is full

  Set trumps() const { return trump < 0 ? 0 : suits[static_cast<std::size_t>(trump)]; }

  Set suit_of(int card) const {
    for (int suit = 0; suit < num_suits; ++suit) {
      if (suits[static_cast<std::size_t>(suit)] & bit(card))
        return suits[static_cast<std::size_t>(suit)];
    }
    return 0;
  }

  int points_of(Set cards) const {
    int sum = 0;
    while (cards) sum += points[static_cast<std::size_t>(pop_lowest(cards))];
    return sum;
  }
};

// The trick on the table.
struct Trick {
  Set led = 0;      // the suit led; 0: nothing lies there
  Set cards = 0;    // that lie there
  int points = 0;   // of these
  int best = -1;    // the card that holds it
  int holder = -1;  // who played that
  int size = 0;

  void add(const Contract& contract, int seat, int card) {
    if (size == 0) led = contract.suit_of(card);
    if (size == 0 || beats(contract, card)) best = card, holder = seat;
    cards |= bit(card);
    points += contract.points[static_cast<std::size_t>(card)];
    ++size;
  }

  bool beats(const Contract& contract, int card) const {
    const Set trumps = contract.trumps();
    if (bit(best) & trumps) return (bit(card) & trumps) && card > best;
    return (bit(card) & trumps) || ((bit(card) & led) && card > best);
  }
};

// Without some cards, if others remain.
constexpr Set avoiding(Set hand, Set avoided) { return hand & ~avoided ? hand & ~avoided : hand; }

// The cards of a hand that may be played; some are not led, or not discarded, while there are
// others. A card is legal if no card of the hand comes before it in
// the duties, so a card played excludes those cards one by one (`excluded`).
inline Set legal_cards(const Contract& contract, const Trick& trick, bool partner_holds, Set hand,
                       Set avoided) {
  if (trick.size == 0) return avoiding(hand, avoided);
  const Duties& duties = contract.duties;
  const Set trumps = contract.trumps();
  auto higher_first = [&](Set own_trumps) {
    const bool trumped = trick.best >= 0 && (bit(trick.best) & trumps);
    const Set higher = trumped ? own_trumps & above(trick.best) : 0;
    return higher ? higher : own_trumps;
  };
  if (const Set following = hand & trick.led) {
    return duties.overtrump && trick.led == trumps ? higher_first(following) : following;
  }
  if (!duties.trump || (duties.but_partner && partner_holds)) return avoiding(hand, avoided);
  const Set own_trumps = hand & trumps;
  if (!own_trumps) return avoiding(hand, avoided);
  return duties.overtrump ? higher_first(own_trumps) : own_trumps;
}

// The cards, of some, that the player of a card cannot hold.
inline Set excluded_by(const Contract& contract, const Trick& trick, bool partner_holds, int played,
                       Set avoided, Set some) {
  Set excluded = 0;
  for (Set left = some & ~bit(played); left;) {
    const Set pair = bit(played) | bit(pop_lowest(left));
    if (!(legal_cards(contract, trick, partner_holds, pair, avoided) & bit(played))) {
      excluded |= pair & ~bit(played);
    }
  }
  return excluded;
}

}  // namespace vorhand::tricks

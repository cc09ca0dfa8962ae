// The rules of card play for a family of games. Tables of three and of four seats are compiled
// separately (traits); the contract supplies everything else.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tricks/cards.hpp"
#include "tricks/tarok.hpp"

namespace vorhand::tricks {

// The duties of a player who follows. All games require following suit; trumps are a suit of their
// own.
struct Duties {
  bool trump = false;        // a player who cannot follow suit must play a trump
  bool overtrump = false;    // a player of a trump must overtrump if they can
  bool but_partner = false;  // no duty to trump while the own side holds the trick

  constexpr bool operator==(const Duties&) const = default;
};

constexpr int kNoTrump = -1;
constexpr int kMostSuits = 8;
constexpr int kMostSeats = 7;

// Traits of a game: room for seats at the table. Three and four seats have a type each; other
// numbers, which few games have, share one and take it from the contract.
template <int Seats>
struct Traits {
  static constexpr int kRoom = Seats;
  static constexpr bool kExact = Seats <= 4;
};
using ManySeats = Traits<kMostSeats>;

// The rule of a deal that one seat can decide, with enough points or, if `idle`, without a trick.
// The contract's side is then one seat. It gets `otherwise` if another seat decides the deal and
// it does not.
struct Decisive {
  bool active = false;
  bool idle = false;  // true: a seat without a trick decides the deal
  std::array<int, kMostSeats> limits{};
  int otherwise = 0;
};

// The contract that is played, in places of its order.
struct Contract {
  int seats = 0;
  Duties duties;
  std::array<Set, kMostSuits> suits{};  // runs of adjacent bits
  int num_suits = 0;
  int trump = kNoTrump;                           // index of the trump suit
  std::array<std::int16_t, kMostCards> points{};  // points of the cards, 0 or more
  int dearest = 0;                                // points of the most valuable card
  int trick_points = 0;                           // points for each trick
  int last_points = 0;                            // points for the last trick, in addition
  int all_tricks = 0;                             // points for a side that takes every trick
  std::uint32_t side = 1;                         // the seats of the side whose points count
  Set locked = 0;  // cards not led before a key is played, unless the hand has no others
  Set keys = 0;
  Set barred = 0;  // cards not discarded in the first trick, unless the hand has no others
  int first = 0;   // cards left in the hands when the first trick is complete
  // Suit required of players who cannot follow suit: trumps, or a suit without power to trump.
  Set obliged = 0;
  // Payoffs by tricks and points of the side: a table for each subset of the watched seats that may
  // have taken a trick. Empty: the contract has none.
  std::vector<std::vector<std::int16_t>> payoffs{};
  std::uint32_t watched = 0;  // seats whose first trick switches to another table of payoffs
  std::size_t rows = 0;       // number of rows of a table of payoffs
  bool greedy = true;         // true if more points are never worth less
  std::vector<int> alike{};   // by row: number of tricks up to which the rows are equal
  Decisive decisive;
  Tarok tarok;

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

// Return the number of seats, as a constant if possible.
template <typename T, typename Number = int>
constexpr Number seats_of(const Contract& contract) {
  return static_cast<Number>(T::kExact ? T::kRoom : contract.seats);
}

// Return the seat a number of places after another, at most one round.
template <typename T>
constexpr int seat_after(const Contract& contract, int seat, int places = 1) {
  const int seats = seats_of<T>(contract);
  return seat + places < seats ? seat + places : seat + places - seats;
}

// Return the number of tricks that the cards make, rounded up.
template <typename T>
constexpr int tricks_in(const Contract& contract, int cards) {
  const int seats = seats_of<T>(contract);
  return (cards + seats - 1) / seats;
}

// The trick on the table.
struct Trick {
  Set led = 0;      // the suit led; 0: empty table
  Set cards = 0;    // cards on the table
  int points = 0;   // points of these cards
  int best = -1;    // the card that holds the trick
  int holder = -1;  // player of that card
  int size = 0;
  TarokTrick tarok;

  void add(const Contract& contract, int seat, int card) {
    if (size == 0) led = contract.suit_of(card);
    if (size == 0 || beats(contract, card)) best = card, holder = seat;
    cards |= bit(card);
    if (contract.tarok.special & bit(card)) {
      tarok.add(contract.tarok, seat, card);
      if (crowned(contract)) best = lowest(contract.tarok.emperor), holder = tarok.lowest_by;
    }
    points += contract.points[static_cast<std::size_t>(card)];
    ++size;
  }

  // Tell whether the emperor's cards lie in the trick, as trumps or in the suit led.
  bool crowned(const Contract& contract) const {
    return is_emperors(contract.tarok, cards, led, contract.trump >= 0);
  }

  bool beats(const Contract& contract, int card) const {
    if (crowned(contract)) return false;
    const Set trumps = contract.trumps();
    if (bit(best) & trumps) return (bit(card) & trumps) && card > best;
    return (bit(card) & trumps) || ((bit(card) & led) && card > best);
  }
};

// Return the cards of a hand that may be played. Locked cards are not led, and barred cards not
// discarded, while there are others. A card is legal if no card of the hand precedes it in the
// duties, so each played card excludes certain cards (`excluded_by`).
inline Set legal_cards(const Contract& contract, const Trick& trick, bool partner_holds, Set hand,
                       Set avoided) {
  if (trick.size == 0) return avoiding(hand, avoided);
  const Duties& duties = contract.duties;
  if (contract.tarok.must_beat) {
    return beating_cards(contract.tarok, contract.obliged, contract.locked, trick.led, trick.cards,
                         hand);
  }
  const Set trumps = contract.obliged;
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

// Return the cards of `some` that the player of `played` cannot hold.
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

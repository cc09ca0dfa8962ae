// The rules of card play of a family of games: the seats are fixed when compiling (traits), the
// rest is what the contract says.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tricks/cards.hpp"
#include "tricks/tarok.hpp"

namespace vorhand::tricks {

// The duties of those who follow. All follow suit; a trump is a suit of its own.
struct Duties {
  bool trump = false;        // who cannot follow suit must play a trump
  bool overtrump = false;    // and whoever plays a trump, a higher one than lies there, if they can
  bool but_partner = false;  // no duty to trump while the own side holds the trick

  constexpr bool operator==(const Duties&) const = default;
};

constexpr int kNoTrump = -1;
constexpr int kMostSuits = 8;
constexpr int kMostSeats = 7;

// Traits of a game: room for seats at the table. Small tables have a type each; the larger ones,
// which few games know, share one and take their number from the contract.
template <int Seats>
struct Traits {
  static constexpr int kRoom = Seats;
  static constexpr bool kExact = Seats <= 4;
};
using ManySeats = Traits<kMostSeats>;

// A seat with so many points, or without a trick, decides the deal: the contract's side, which is
// one seat, then gets `otherwise`, unless it decides the deal itself.
struct Decisive {
  bool active = false;
  bool idle = false;  // whether a seat without a trick does
  std::array<int, kMostSeats> limits{};
  int otherwise = 0;
};

// The contract that is played, in places of its order.
struct Contract {
  int seats = 0;
  Duties duties;
  std::array<Set, kMostSuits> suits{};  // runs of neighbouring bits
  int num_suits = 0;
  int trump = kNoTrump;                           // number of a suit
  std::array<std::int16_t, kMostCards> points{};  // of the cards, 0 or more
  int dearest = 0;                                // points that a card has at most
  int trick_points = 0;                           // of each trick
  int last_points = 0;                            // of the last trick, beside
  int all_tricks = 0;                             // to a side that takes every trick
  std::uint32_t side = 1;                         // the seats of the side whose points count
  Set locked = 0;  // not to be led, if there is another card, before one of the keys was played
  Set keys = 0;
  Set barred = 0;   // not to be discarded in the first trick, if there is another card
  int first = 0;    // cards left when the first trick is full
  Set obliged = 0;  // what who cannot follow must play: trumps, or a suit that does not trump
  // Payoffs by tricks and points of the side, a table for each set of the watched seats; or none.
  std::vector<std::vector<std::int16_t>> payoffs{};
  std::uint32_t watched = 0;  // seats whose first trick chooses another table
  std::size_t rows = 0;       // of a table
  bool greedy = true;         // whether more points are never worth less there
  std::vector<int> alike{};   // by row: up to how many tricks the payoffs are the same
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

// The number of seats, where possible as a constant.
template <typename T, typename Number = int>
constexpr Number seats_of(const Contract& contract) {
  return static_cast<Number>(T::kExact ? T::kRoom : contract.seats);
}

// The seat so many places after another; at most one round.
template <typename T>
constexpr int seat_after(const Contract& contract, int seat, int places = 1) {
  const int seats = seats_of<T>(contract);
  return seat + places < seats ? seat + places : seat + places - seats;
}

// The number of tricks that so many cards make, the last one begun counted.
template <typename T>
constexpr int tricks_in(const Contract& contract, int cards) {
  const int seats = seats_of<T>(contract);
  return (cards + seats - 1) / seats;
}

// The trick on the table.
struct Trick {
  Set led = 0;      // the suit led; 0: nothing lies there
  Set cards = 0;    // that lie there
  int points = 0;   // of these
  int best = -1;    // the card that holds it
  int holder = -1;  // who played that
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

  // Tell whether the emperor's cards lie there, as trumps or led.
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

// The cards of a hand that may be played; some are not led, or not discarded, while there are
// others. A card is legal if no card of the hand comes before it in
// the duties, so a card played excludes those cards one by one (`excluded`).
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

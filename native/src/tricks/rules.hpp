// The rules of card play of a family of games: the seats are fixed when compiling (traits), the
// rest is what the contract says.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tricks/cards.hpp"

namespace vorhand::tricks {

// What a game asks of those who follow. All follow suit; a trump is a suit of its own.
struct Duties {
  bool trump = false;        // who cannot follow suit must play a trump
  bool overtrump = false;    // and whoever plays a trump, a higher one than lies there, if they can
  bool but_partner = false;  // no duty to trump while the own side holds the trick
  bool beat = false;  // whoever plays a suit, a higher card of it than lies there, if they can
                      // and no trump lies on another suit; locked cards come last

  constexpr bool operator==(const Duties&) const = default;
};

// Traits of a game: seats at the table. Two sides, or everyone for themselves, is the contract's.
template <int Seats>
struct Traits {
  static constexpr int kSeats = Seats;
};

constexpr int kNoTrump = -1;
constexpr int kMostSuits = 8;

// What tricks bring beside the points of their cards, in the payoff; places of cards, -1: none.
struct Extras {
  // In the last trick, to who takes it: the first of these cards that lies there counts.
  std::array<int, 2> last_cards{-1, -1}, last_worths{};
  // Who plays this card to a trick that another of the emperor's takes, pays.
  int fined = -1, fine = 0;
  // The card that takes a trick and these points with it; its side is paid, and so much more where
  // that is the last trick: if it was played last, or earlier.
  int gift = -1, gift_points = 0, gift_worth = 0;
  std::array<int, 2> gift_last{};
  std::uint64_t bare = 0;  // numbers of tricks of the side with which the last one brings nothing
};

constexpr int kMostSeats = 7;

// A seat with so many points, or without a trick, decides the deal: the contract's side, which is
// one seat, then gets `otherwise`, unless it decides the deal itself.
struct Decisive {
  bool active = false;
  bool idle = false;  // whether a seat without a trick does
  std::array<int, kMostSeats> limits{};
  int otherwise = 0;
};

// What is played, in places of the contract's order.
struct Contract {
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
  Set emperor = 0;  // three cards: where all lie in a trick the lowest takes it
  Extras extras;
  Set special = 0;  // cards of the last two
  // By tricks and points of the side, a table for each set of the watched seats; or none.
  std::vector<std::vector<std::int16_t>> payoffs{};
  std::uint32_t watched = 0;  // seats whose first trick chooses another table
  std::size_t rows = 0;       // of a table
  bool greedy = true;         // whether more points are never worth less there
  std::vector<int> alike{};   // by row: up to how many tricks the payoffs are the same
  Decisive decisive;

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
  int lowest_by = -1, fined_by = -1;  // who played the lowest of the emperor's, and the card fined

  void add(const Contract& contract, int seat, int card) {
    if (size == 0) led = contract.suit_of(card);
    if (size == 0 || beats(contract, card)) best = card, holder = seat;
    cards |= bit(card);
    if (contract.special & bit(card)) {
      if (card == contract.extras.fined) fined_by = seat;
      if (bit(card) == (contract.emperor & -contract.emperor)) lowest_by = seat;
      if (crowned(contract)) best = lowest(contract.emperor), holder = lowest_by;
    }
    points += contract.points[static_cast<std::size_t>(card)];
    ++size;
  }

  // Whether the emperor's cards lie there, as trumps or led.
  bool crowned(const Contract& contract) const {
    return contract.emperor && (cards & contract.emperor) == contract.emperor &&
           (contract.trump >= 0 || (led & contract.emperor));
  }

  bool beats(const Contract& contract, int card) const {
    if (crowned(contract)) return false;
    const Set trumps = contract.trumps();
    if (bit(best) & trumps) return (bit(card) & trumps) && card > best;
    return (bit(card) & trumps) || ((bit(card) & led) && card > best);
  }
};

// Without some cards, if others remain.
constexpr Set avoiding(Set hand, Set avoided) { return hand & ~avoided ? hand & ~avoided : hand; }

// The same under the duty to beat. Where the emperor's other cards lie the lowest must be played.
inline Set beating_cards(const Contract& contract, const Trick& trick, Set hand) {
  const Set last = contract.emperor & -contract.emperor;
  if ((hand & last) && ((trick.cards | last) & contract.emperor) == contract.emperor) return last;
  const Set suit = hand & trick.led ? trick.led : contract.obliged;
  Set own = hand & suit;
  if (!own) return hand;
  const Set there = trick.cards & suit;
  const bool passed = suit != contract.obliged && (trick.cards & contract.obliged);
  if (there && !passed && (own & above(highest(there)))) own &= above(highest(there));
  return avoiding(own, contract.locked);
}

// The cards of a hand that may be played; some are not led, or not discarded, while there are
// others. A card is legal if no card of the hand comes before it in
// the duties, so a card played excludes those cards one by one (`excluded`).
inline Set legal_cards(const Contract& contract, const Trick& trick, bool partner_holds, Set hand,
                       Set avoided) {
  if (trick.size == 0) return avoiding(hand, avoided);
  const Duties& duties = contract.duties;
  if (duties.beat) return beating_cards(contract, trick, hand);
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

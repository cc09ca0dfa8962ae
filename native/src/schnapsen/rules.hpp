// Packs and rules of the Schnapsen family, as data.
//
// Ranks count from the lowest of the pack: J Q K T A = 0..4 in Schnapsen, 2 7 J Q = 0..3 in
// Kinderschnapsen.
#pragma once

#include <array>
#include <cstdint>

#include "cards.hpp"

namespace vorhand::schnapsen {

using namespace vorhand;  // makes the names of `cards.hpp` part of this namespace

inline constexpr Card kNoCard = -1;
inline constexpr int kMaxCards = 20;

// Return the higher cards of the same suit.
constexpr CardSet above(Card card) { return suit_mask(suit_of(card)) & ~((bit(card) << 1) - 1); }

struct Deck {
  int suits = 4;
  int ranks = 5;
  std::array<std::int8_t, 8> values{2, 3, 4, 10, 11};  // card points by rank
  std::array<char, 8> letters{'J', 'Q', 'K', 'T', 'A'};
  int marriage_low = 1;  // rank of the queen; -1: no marriages

  constexpr int size() const { return suits * ranks; }
  constexpr CardSet cards() const {
    CardSet all = 0;
    for (int suit = 0; suit < suits; ++suit) all |= ((CardSet{1} << ranks) - 1) << (8 * suit);
    return all;
  }
  constexpr int points(CardSet cards) const {
    int sum = 0;
    while (cards) sum += values[rank_of(pop_lowest(cards))];
    return sum;
  }
  // Return king and queen of a suit, or the empty set.
  constexpr CardSet marriage(int suit) const {
    return marriage_low < 0 ? 0 : CardSet{3} << (8 * suit + marriage_low);
  }
  bool operator==(const Deck&) const = default;
};

inline constexpr Deck kSchnapsenDeck{};
inline constexpr Deck kKinderDeck{
    3, 4, {2, 7, 11, 12, 0, 0, 0, 0}, {'2', '7', 'J', 'Q', 0, 0, 0, 0}, -1};

// The variations of the rules. The defaults are the rules of Tompa's Schnapsen Log.
struct Rules {
  Deck deck;
  int hand_size = 5;
  int target = 66;     // points that win the deal
  int schneider = 33;  // a loser with a trick and fewer points loses two game points
  bool exchange = true;
  int exchange_talon = 1;           // least number of face-down cards for the exchange
  bool exchange_first_lead = true;  // exchanging is allowed before the first trick
  bool close = true;
  int close_talon = 1;  // least number of face-down cards for closing
  bool close_first_lead = true;
  int marriage_points = 20;
  int royal_points = 40;  // points for a marriage of trumps
  bool marriage_first_lead = true;
  bool marriage_compulsory = false;  // a marriage must be announced when one of its cards is led
  bool marriage_leads_king = false;  // the king must be led
  bool pending_until_next_trick = false;  // the points count once the player wins another trick
  bool claim_on_marriage = true;          // an announcement that reaches the target ends the deal
  bool failed_close_at_end = false;       // a failed close costs three points if the opponent has
                                          // no trick at the end of the deal (true) or had none
                                          // when the talon was closed (false), else two
  bool closed_first_wins = true;          // after closing too, the first at the target wins;
                                          // otherwise only the closer's points count
  int last_trick_points = 1;

  constexpr int talon_size() const { return deck.size() - 2 * hand_size - 1; }  // cards face down
  bool operator==(const Rules&) const = default;
};

constexpr Rules kinder_rules() {
  Rules rules;
  rules.deck = kKinderDeck;
  rules.hand_size = 3;
  rules.target = 49;
  rules.schneider = 25;
  rules.exchange = false;
  rules.marriage_points = rules.royal_points = 0;
  return rules;
}

constexpr bool beats(int trump, Card led, Card card) {
  if (suit_of(card) == suit_of(led)) return card > led;
  return suit_of(card) == trump;
}

// Return the replies under strict play: a higher card of the suit, else a lower one, else a trump,
// else any card.
constexpr CardSet strict_replies(int trump, CardSet hand, Card led) {
  if (const CardSet higher = hand & above(led)) return higher;
  if (const CardSet same = hand & suit_mask(suit_of(led))) return same;
  if (const CardSet trumps = hand & suit_mask(trump)) return trumps;
  return hand;
}

// Return the cards that the player cannot hold after a strict reply.
constexpr CardSet excluded_by(int trump, Card led, Card reply) {
  if (suit_of(reply) == suit_of(led)) return reply > led ? 0 : above(led);
  const CardSet suit = suit_mask(suit_of(led));
  return suit_of(reply) == trump ? suit : suit | suit_mask(trump);
}

}  // namespace vorhand::schnapsen

// Rules of Slovenian Tarok beyond those of a plain trick game: the emperor's trick, the duty to
// beat, and payments for single cards. They apply only to games that request them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tricks/cards.hpp"

namespace vorhand::tricks {

// A card that wins, besides its trick, the cards laid aside before the play.
struct TarokGift {
  int card = 0;
  int points = 0;  // points of the cards laid aside; the side begins with at least this many points
  int worth = 0;   // payment for winning the card
  int last = 0;    // payment in the last trick, if this card was played last to it
  int earlier = 0;  // payment in the last trick, if this card was played to it earlier

  bool operator==(const TarokGift&) const = default;
};

// The extension as stated by a game, in the game's card numbers.
struct TarokTerms {
  // True: players must beat the cards on the table in the suit that they have to play, if they can;
  // not if another suit has been trumped. Locked cards are played last.
  bool must_beat = false;
  int obliged = -1;  // suit required of players who cannot follow; -1: trumps
  int begin = 0;     // points that the side has from the start
  Set emperor = 0;   // three cards; if all three lie in a trick, the lowest takes it
  // Payments to the winner of the last trick: card and worth. If several of these cards lie in the
  // trick, only the first of the list counts.
  std::vector<std::pair<int, int>> last_cards;  // at most two
  // A card, and the fine that its player pays if another of the emperor's cards takes the trick.
  std::pair<int, int> fined{-1, 0};
  std::optional<TarokGift> gift;
  std::uint64_t bare = 0;  // bit n: no payment for the last trick if the side has n tricks

  bool pays() const { return !last_cards.empty() || fined.first >= 0 || gift; }
  bool operator==(const TarokTerms&) const = default;
};

// The extension in places of a contract's order; -1: no card.
struct Tarok {
  bool must_beat = false;
  Set emperor = 0;
  std::array<int, 2> last_cards{-1, -1}, last_worths{};
  int fined = -1, fine = 0;
  int gift = -1, gift_points = 0, gift_worth = 0;
  std::array<int, 2> gift_last{};  // TarokGift::last and TarokGift::earlier
  std::uint64_t bare = 0;
  Set special = 0;  // all cards of the members above

  // Return the card that takes a trick that contains all of the emperor's cards.
  Set lowest_of_emperor() const { return emperor & -emperor; }
};

// Two players in a trick: the one who played the lowest of the emperor's cards, and the one who
// played the card that is fined; -1 for nobody.
struct TarokTrick {
  int lowest_by = -1, fined_by = -1;

  void add(const Tarok& tarok, int seat, int card) {
    if (card == tarok.fined) fined_by = seat;
    if (bit(card) == tarok.lowest_of_emperor()) lowest_by = seat;
  }
};

// Tell whether the emperor's cards lie in a trick, as trumps or in the suit led.
inline bool is_emperors(const Tarok& tarok, Set cards, Set led, bool trumps) {
  return tarok.emperor && (cards & tarok.emperor) == tarok.emperor &&
         (trumps || (led & tarok.emperor));
}

// Return the legal replies under the duty to beat. `obliged` is the suit required of players who
// cannot follow. If the other cards of the emperor lie on the table, the lowest must be played.
inline Set beating_cards(const Tarok& tarok, Set obliged, Set locked, Set led, Set there,
                         Set hand) {
  const Set last = tarok.lowest_of_emperor();
  if ((hand & last) && ((there | last) & tarok.emperor) == tarok.emperor) return last;
  const Set suit = hand & led ? led : obliged;
  Set own = hand & suit;
  if (!own) return hand;
  const Set same = there & suit;
  const bool passed = suit != obliged && (there & obliged);
  if (same && !passed && (own & above(highest(same)))) own &= above(highest(same));
  return avoiding(own, locked);
}

// Add a full trick's payments, and the gift's points, to a position; `side`: the seats that count.
template <typename Position>
void take_extras(const Tarok& tarok, std::uint32_t side, Position& position, bool ours) {
  const auto& trick = position.trick;
  const int sign = ours ? 1 : -1;
  const bool last =
      position.to_play == 0 && !(tarok.bare >> (position.tricks + (ours ? 1 : 0)) & 1);
  if (tarok.gift >= 0 && trick.best == tarok.gift) {
    position.points += sign * tarok.gift_points;
    const std::size_t earlier = trick.holder != position.player;
    position.extra += sign * (tarok.gift_worth + (last ? tarok.gift_last[earlier] : 0));
    return;
  }
  const int fined_by = trick.tarok.fined_by;
  if (fined_by >= 0 && trick.best != tarok.fined && (tarok.emperor & bit(trick.best))) {
    position.extra += side >> fined_by & 1 ? -tarok.fine : tarok.fine;
  }
  for (std::size_t i = 0; last && i < tarok.last_cards.size(); ++i) {
    if (tarok.last_cards[i] < 0 || !(trick.cards & bit(tarok.last_cards[i]))) continue;
    position.extra += sign * tarok.last_worths[i];
    break;
  }
}

// Tell whether the card is still in a hand or on the table.
template <typename Position>
bool awaited(const Position& position, Set left, int card) {
  return card >= 0 && ((left | position.trick.cards) & bit(card));
}

// Return the least and the greatest amount by which extras can still change.
template <typename Position>
std::pair<int, int> extras_left(const Tarok& tarok, std::uint32_t side, int seats,
                                const Position& position) {
  const Set left = position.left();
  int low = 0, high = 0;
  if (awaited(position, left, tarok.fined) && awaited(position, left, highest(tarok.emperor))) {
    int seat = position.trick.tarok.fined_by;
    for (int other = 0; seat < 0; ++other) {
      if (position.hands[static_cast<std::size_t>(other)] & bit(tarok.fined)) seat = other;
    }
    const bool ours = side >> seat & 1;
    (ours ? low : high) += ours ? -tarok.fine : tarok.fine;
  }
  int most = 0;
  const bool last = position.to_play + position.trick.size == seats;
  for (std::size_t i = 0; i < tarok.last_cards.size(); ++i) {
    const int card = tarok.last_cards[i];
    const Set there = left | (last ? position.trick.cards : 0);
    if (card >= 0 && (there & bit(card))) most = std::max(most, tarok.last_worths[i]);
  }
  if (awaited(position, left, tarok.gift)) {
    low -= tarok.gift_worth, high += tarok.gift_worth;
    most = std::max({most, tarok.gift_last[0], tarok.gift_last[1]});
  }
  return {low - most, high + most};
}

// Tell whether the emperor's cards may still meet, that is, lie in three hands at the beginning of
// a trick.
template <typename Hands>
bool may_meet(const Tarok& tarok, const Hands& of_seats) {
  if (!tarok.emperor) return false;
  int hands = 0;
  for (const Set hand : of_seats) {
    if (count(hand & tarok.emperor) > 1) return false;
    hands += (hand & tarok.emperor) != 0;
  }
  return hands == 3;
}

// Translate the extension into places of an order. Throw std::invalid_argument naming the part that
// does not fit.
inline Tarok tarok_of(const TarokTerms& terms, const CardOrder& order, int seats) {
  // Bounds of future payments assume that no payment is negative.
  auto paid = [](int worth) {
    if (worth < 0 || worth > 1000) {
      refuse("worth " + std::to_string(worth) + " of a card: expected 0 to 1000");
    }
    return worth;
  };
  auto place_of = [&](int card) {
    if (card < 0 || card >= kMostCards || order.place(card) < 0) {
      refuse("card " + std::to_string(card) + ": not one of the pack");
    }
    return order.place(card);
  };
  if (terms.begin < 0 || terms.begin > 1000) refuse("begin: expected 0 to 1000 points");
  Tarok tarok;
  tarok.must_beat = terms.must_beat;
  tarok.bare = terms.bare;
  tarok.emperor = order.places(terms.emperor & order.all());
  if (tarok.emperor && (count(tarok.emperor) != 3 || seats < 3)) {
    refuse("emperor: expected three cards of the pack, and three seats or more");
  }
  tarok.special = tarok.emperor;
  if (terms.last_cards.size() > tarok.last_cards.size()) refuse("last cards: more than two");
  for (std::size_t i = 0; i < terms.last_cards.size(); ++i) {
    tarok.last_cards[i] = place_of(terms.last_cards[i].first);
    tarok.last_worths[i] = paid(terms.last_cards[i].second);
    tarok.special |= bit(tarok.last_cards[i]);
  }
  if (const auto [card, fine] = terms.fined; card >= 0) {
    tarok.fined = place_of(card), tarok.fine = paid(fine);
    if (!(tarok.emperor & bit(tarok.fined) & below(highest(tarok.emperor)))) {
      refuse("fined " + std::to_string(card) + ": expected one of the emperor's below the highest");
    }
  }
  if (terms.gift) {
    const TarokGift& gift = *terms.gift;
    tarok.gift = place_of(gift.card);
    tarok.gift_points = gift.points, tarok.gift_worth = paid(gift.worth);
    tarok.gift_last = {paid(gift.last), paid(gift.earlier)};
    if (gift.points < 0 || gift.points > terms.begin) {
      refuse("gift: expected points of 0 to those that the side begins with");
    }
    tarok.special |= bit(tarok.gift);
  }
  return tarok;
}

}  // namespace vorhand::tricks

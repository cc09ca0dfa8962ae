// Playouts by rules of thumb. A seat uses its own hand, the trick, and the set of cards still out,
// not their locations.
#pragma once

#include "tricks/position.hpp"

namespace vorhand::tricks {

// A seat that wants tricks wins those that nobody can take from it any more, cashes high cards and
// gives points to partners. A seat that wants no more tricks ducks, and discards high cards and
// cards with many points.
template <typename T>
class Thumb {
 public:
  Thumb(const Contract& contract, const Position<T>& position, bool takes, bool partners)
      : contract_(contract),
        trick_(position.trick),
        legal_(legal_cards(contract, position)),
        out_(position.left() & ~position.hands[static_cast<std::size_t>(position.player)]),
        last_(trick_.size == seats_of<T>(contract) - 1) {
    const bool ours = counts(contract, position.player);
    partner_holds_ = partners && trick_.size && counts(contract, trick_.holder) == ours;
    attacks_ = ours;
    if (trick_.size == 0) {
      card_ = takes ? lead() : best(legal_, [&](int card) { return higher_out(card) * 64 - card; });
    } else {
      card_ = takes ? take() : duck();
    }
  }

  int card() const { return card_; }

 private:
  int lead() const {
    const Set trumps = contract_.trumps();
    auto is_high = [&](int card) { return higher_out(card) == 0; };
    const Set high = those(legal_, is_high);
    if (attacks_ && (out_ & trumps) && (high & trumps)) return highest(high & trumps);
    if (high & ~trumps) return dearest(high & ~trumps);
    return cheapest(legal_);
  }

  int take() const {
    auto stays = [&](int card) { return last_ || !beaten_later(card); };
    const Set winning = those(legal_, [&](int card) { return trick_.beats(contract_, card); });
    if (partner_holds_ && stays(trick_.best))
      return given(legal_ & ~winning ? legal_ & ~winning : legal_);
    if (const Set sure = those(winning, stays)) return last_ ? cheap_winner(sure) : dearest(sure);
    return cheapest(legal_ & ~winning ? legal_ & ~winning : legal_);
  }

  int duck() const {
    const Set winning = those(legal_, [&](int card) { return trick_.beats(contract_, card); });
    if (const Set losing = legal_ & ~winning) {
      return best(losing, [&](int card) { return points_of(card) * 64 + rank(card); });
    }
    return last_ ? best(legal_, [&](int card) { return rank(card) - 64 * points_of(card); })
                 : cheapest(legal_);
  }

  // Prefer to take points with a plain card; use a trump only if there is no other way.
  int cheap_winner(Set cards) const {
    const Set plain = cards & ~contract_.trumps();
    return plain ? dearest(plain) : lowest(cards);
  }
  int given(Set cards) const {
    const Set plain = cards & ~contract_.trumps();
    return dearest(plain ? plain : cards);
  }
  int dearest(Set cards) const {
    return best(cards, [&](int card) { return points_of(card) * 64 - rank(card); });
  }
  int cheapest(Set cards) const {
    return best(cards, [&](int card) {
      const bool trump = bit(card) & contract_.trumps();
      return -(points_of(card) * 64 + rank(card) + (trump ? 64 * kTrump : 0));
    });
  }

  bool beaten_later(int card) const {
    Trick trick = trick_;
    if (trick.size == 0) trick.led = contract_.suit_of(card);
    trick.best = card;
    return those(out_, [&](int other) { return trick.beats(contract_, other); }) != 0;
  }
  int higher_out(int card) const { return count(out_ & contract_.suit_of(card) & above(card)); }
  int rank(int card) const { return count(contract_.suit_of(card) & below(card)); }
  int points_of(int card) const { return contract_.points[static_cast<std::size_t>(card)]; }

  template <typename Is>
  static Set those(Set cards, Is is) {
    Set found = 0;
    while (cards) {
      const int card = pop_lowest(cards);
      if (is(card)) found |= bit(card);
    }
    return found;
  }

  // Return the lowest of the cards with the greatest score.
  template <typename Score>
  static int best(Set cards, Score score) {
    int found = pop_lowest(cards), most = score(found);
    while (cards) {
      const int card = pop_lowest(cards), here = score(card);
      if (here > most) found = card, most = here;
    }
    return found;
  }

  static constexpr int kTrump = 8;  // value, in points, of keeping a trump

  const Contract& contract_;
  const Trick& trick_;
  Set legal_, out_;
  bool last_, partner_holds_ = false, attacks_ = false;
  int card_ = -1;
};

// The number of tricks that each seat still wants, with everyone playing for themselves. If it is
// empty, all seats and their partners want all tricks.
using Wanted = std::vector<int>;

template <typename T>
int thumb(const Contract& contract, const Position<T>& position, const Wanted& wanted) {
  const bool takes = wanted.empty() || wanted[static_cast<std::size_t>(position.player)] > 0;
  return Thumb<T>(contract, position, takes, wanted.empty()).card();
}

// Play a card; the winner of a full trick wants one fewer.
template <typename T>
void play(const Contract& contract, Position<T>& position, Wanted& wanted, int card) {
  const bool full = position.trick.size == seats_of<T>(contract) - 1;
  play(contract, position, card);
  if (full && !wanted.empty()) --wanted[static_cast<std::size_t>(position.player)];
}

template <typename T>
void play_out(const Contract& contract, Position<T>& position, Wanted wanted) {
  while (position.to_play) play(contract, position, wanted, thumb(contract, position, wanted));
}

}  // namespace vorhand::tricks

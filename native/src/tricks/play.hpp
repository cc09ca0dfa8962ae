// The play of one deal of a trick-taking game, in the game's own numbers of cards.
//
// The hands of others may be unknown (empty): then the play follows what is seen, and keeps the
// cards that each seat has shown not to hold.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tricks/goals.hpp"
#include "tricks/ordering.hpp"
#include "tricks/rules.hpp"
#include "tricks/terms.hpp"

namespace vorhand::tricks {

class Play {
 public:
  using Card = std::pair<int, int>;  // seat and card

  // std::invalid_argument names what does not fit.
  static std::unique_ptr<Play> make(const Terms& terms, const std::vector<Set>& hands, int cards,
                                    int leader);
  virtual ~Play() = default;

  virtual std::unique_ptr<Play> copy() const = 0;
  // Return the play as a seat sees it: the others' hands are blank.
  virtual std::unique_ptr<Play> seen_by(int seat) const = 0;

  const Terms& terms() const { return terms_; }
  const std::vector<Card>& history() const { return history_; }
  // The hands at the beginning, as far as they are known, and who led.
  const std::vector<Set>& dealt() const { return dealt_; }
  int first_leader() const { return first_leader_; }
  Set all_cards() const { return order_.all(); }

  virtual int player() const = 0;
  virtual bool over() const = 0;
  virtual int points() const = 0;
  // In the end, where the terms have payoffs.
  virtual int payoff() const = 0;
  virtual int cards_left(int seat) const = 0;
  virtual int cards_left_in_all() const = 0;
  virtual Set hand(int seat) const = 0;
  virtual Set legal() const = 0;
  // Cards that the play has shown a seat not to hold, beside those played.
  virtual Set excluded(int seat) const = 0;
  virtual int tricks(int seat) const = 0;
  virtual std::vector<Card> trick() const = 0;

  // std::invalid_argument: the card was played, or the player's hand is known and forbids it.
  virtual void play(int card) = 0;

  // Return the value of each legal card, ascending, in each world: [worlds, moves]. `hands` has a
  // set for each seat of each world. Values are the points of the side in the end, or their worth.
  virtual std::vector<std::int16_t> values(std::span<const Set> hands, int threads) const = 0;
  // Count the positions that `values` searches on one thread; without the learned order cards are
  // ordered by habits alone.
  virtual std::uint64_t nodes(std::span<const Set> hands, bool single_suits,
                              bool learned_order) const = 0;

  // Return the cost of each card tried at some decisions of the exact search, in the order of the
  // weights.
  virtual std::vector<OrderingSample> ordering_samples(std::span<const Set> hands,
                                                       const OrderingWeights& weights) const = 0;

  // Tricks that the side to lead is sure of by the tables of single suits (`sure_tricks`).
  virtual int sure(std::span<const Set> hands) const = 0;
  // The card that rules of thumb play, whatever is known of the other hands; `wanted` as in
  // `playouts`.
  virtual int thumb(const std::vector<int>& wanted) const = 0;
  // The same where the rest is played by rules of thumb. `wanted`: how many tricks each seat wants
  // in all, everyone for themselves; empty: all want all, with their partners.
  virtual std::vector<std::int16_t> playouts(std::span<const Set> hands,
                                             const std::vector<int>& wanted, int threads) const = 0;
  // The points that each seat has in the end if all play so from here on: [worlds, seats].
  virtual std::vector<std::int16_t> ends(std::span<const Set> hands, const std::vector<int>& wanted,
                                         int threads) const = 0;
  // One tree over all worlds: of each legal card visits and mean worth, [moves, 2].
  virtual std::vector<double> tree(std::span<const Set> hands, const Goals& goals,
                                   const TreeOptions& options) const = 0;
  // Error-allowing minimax: m, p and a of each, [worlds, moves, 3]. `outcomes` are the worths of
  // values from `lowest` on to the player; empty: the values.
  virtual std::vector<double> triples(std::span<const Set> hands,
                                      const std::vector<double>& outcomes, int lowest, int depth,
                                      int threads) const = 0;
  // Max^n, everyone for themselves: what is worth how much to whom, [worlds, moves, seats].
  // `worths` are of points 0, 1, ... that each seat has in the end.
  virtual std::vector<double> for_themselves(std::span<const Set> hands,
                                             const std::vector<std::vector<double>>& worths,
                                             int threads) const = 0;

 protected:
  Terms terms_;
  CardOrder order_;
  Contract contract_;
  std::vector<Card> history_;
  std::vector<Set> dealt_;
  int first_leader_ = 0;
};

// The play at a table with room for so many seats, after `Play::make` has checked its arguments.
template <typename T>
std::unique_ptr<Play> play_at(const Terms& terms, const std::vector<Set>& hands, int cards,
                              int leader);

}  // namespace vorhand::tricks

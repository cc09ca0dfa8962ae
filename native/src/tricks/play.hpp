// The play of one deal of a trick-taking game, in the game's own card numbers.
//
// Unknown hands are empty. The play is then checked against public knowledge only, and it records
// the cards that each seat cannot hold.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tricks/goals.hpp"
#include "tricks/joint_game.hpp"
#include "tricks/ordering.hpp"
#include "tricks/rules.hpp"
#include "tricks/terms.hpp"

namespace vorhand::tricks {

class Play {
 public:
  using Card = std::pair<int, int>;  // seat and card

  // Throw std::invalid_argument naming the part that does not fit.
  static std::unique_ptr<Play> make(const Terms& terms, const std::vector<Set>& hands, int cards,
                                    int leader);
  virtual ~Play() = default;

  virtual std::unique_ptr<Play> copy() const = 0;
  // Return the play as a seat sees it, without the others' hands.
  virtual std::unique_ptr<Play> seen_by(int seat) const = 0;

  const Terms& terms() const { return terms_; }
  const std::vector<Card>& history() const { return history_; }
  // The hands at the beginning, as far as they are known, and the first leader.
  const std::vector<Set>& dealt() const { return dealt_; }
  int first_leader() const { return first_leader_; }

  virtual int player() const = 0;
  virtual bool over() const = 0;
  virtual int points() const = 0;
  // The payoff at the end, if the terms have payoffs.
  virtual int payoff() const = 0;
  virtual int cards_left(int seat) const = 0;
  virtual int cards_left_in_all() const = 0;
  virtual Set hand(int seat) const = 0;
  virtual Set legal() const = 0;
  // Return the cards that a seat cannot hold, given its plays; played cards may be among them.
  virtual Set excluded(int seat) const = 0;
  virtual int tricks(int seat) const = 0;
  virtual std::vector<Card> trick() const = 0;

  // Play a card. Throw std::invalid_argument if the play is over, or if by public knowledge or the
  // player's known hand the player cannot or may not play the card.
  virtual void play(int card) = 0;

  // Return the value of each legal card, ascending, in each world: [worlds, moves]. `hands` has a
  // set for each seat of each world. Values are the side's points at the end, or their worth or
  // payoff by the terms.
  virtual std::vector<std::int16_t> values(std::span<const Set> hands, int threads) const = 0;
  // Count the positions that `values` searches on one thread; without the learned order all of its
  // weights are 0.
  virtual std::uint64_t nodes(std::span<const Set> hands, bool single_suits,
                              bool learned_order) const = 0;

  // Return the cost of each card tried at sampled decisions of the exact search, which orders cards
  // by `weights`.
  virtual std::vector<OrderingSample> ordering_samples(std::span<const Set> hands,
                                                       const OrderingWeights& weights) const = 0;

  // Return the card chosen by rules of thumb, with or without knowledge of the other hands;
  // `wanted` as in `playouts`.
  virtual int thumb(const std::vector<int>& wanted) const = 0;
  // Return values as `values` does, but with the rest of the deal played by rules of thumb.
  // `wanted`: the number of tricks that each seat wants, with everyone playing for themselves;
  // empty: both sides want all tricks.
  virtual std::vector<std::int16_t> playouts(std::span<const Set> hands,
                                             const std::vector<int>& wanted, int threads) const = 0;
  // Return the points of each seat after such a playout from this position: [worlds, seats].
  virtual std::vector<std::int16_t> ends(std::span<const Set> hands, const std::vector<int>& wanted,
                                         int threads) const = 0;
  // Search one tree over all worlds; return visits and mean worth of each legal card, [moves, 2].
  virtual std::vector<double> tree(std::span<const Set> hands, const Goals& goals,
                                   const TreeOptions& options) const = 0;
  // Return error-allowing minimax m, p and a of each legal card: [worlds, moves, 3]. `outcomes` are
  // the player's worths of the values `lowest`, `lowest` + 1, ...; empty: the values, negated for a
  // player of the other side.
  virtual std::vector<double> triples(std::span<const Set> hands,
                                      const std::vector<double>& outcomes, int lowest, int depth,
                                      int threads) const = 0;
  // Search all worlds at once by alpha-mu or EPIMC (joint/).
  virtual TogetherValues together(std::span<const Set> hands,
                                  const TogetherOptions& options) const = 0;
  // Return max^n values, with everyone playing for themselves: [worlds, moves, seats]. `worths`:
  // the worth of 0, 1, ... points of each seat at the end.
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

// Create the play at a table with room for T::kRoom seats; `Play::make` has checked the sizes.
template <typename T>
std::unique_ptr<Play> play_at(const Terms& terms, const std::vector<Set>& hands, int cards,
                              int leader);

}  // namespace vorhand::tricks

// Error-allowing minimax in one world: minimax against an opponent who sees all cards but may err
// (Wisser, IJCAI 2015, after the paper of 2013).
//
// MAX is the side of the player to move: the soloist, or both defenders together. For each position
// of the play let m be its minimax value. MAX plays the strategy below, and MIN every legal card
// with equal probability, as in the paper, or with the probability that a policy gives it, from the
// view of the player of MIN in this world. A card of MIN is a decisive error if it leads to a place
// with a greater minimax value. Then
//   p  is the probability that MIN makes a decisive error before the play ends, and
//   a  is the least gain in m over the decisive errors that can come first; 0 if there is none.
// Triples are compared by m, then by p * a, then by p, and MAX plays the greatest:
//   end of play  (pay, 0, 0)
//   MAX          the greatest triple of the successors
//   MIN          m = min m_i;  p = mean of (1 if m_i > m else p_i), by these probabilities;
//                a = least of {m_i - m : m_i > m} and {a_i : m_i = m, p_i > 0}, or 0.
// Errors are considered at the first `depth` turns of MIN in a line; beyond, a place is (m, 0, 0).
//
// The possible payments of a deal serve as the minimax values of the paper: an error is decisive if
// it changes the payment (pay_tree.hpp), not if it costs card points. Card points may still decide
// between two cards of equal payment: the m that is returned is the full worth of the open-hand
// outcome, with its tie-breakers.
//
// Pruning: below MAX only successors of value m can be greatest, below MIN only those of value m
// need triples; all values are found by zero-window searches at the ranks of pay.
#pragma once

#include <array>
#include <memory>

#include "skat/monte_carlo/open_hand.hpp"
#include "skat/monte_carlo/pay_tree.hpp"
#include "skat/policy/policy.hpp"

namespace vorhand::skat {

// Triples by card for the player to move; nan for cards that were not requested.
struct Triples {
  std::array<double, kNumCards> m, p, a;
};

// MIN's play: a policy at a temperature; without one all cards are equally likely.
struct Errors {
  std::shared_ptr<const Policy> policy;
  double temperature = 1;
};

class ErrorAllowing {
 public:
  // A negative `depth` means no limit. `values` is the precision of m.
  ErrorAllowing(int depth, Objective objective, Values values, Errors errors = {});

  // Return the triples of the cards of `moves` in a world.
  Triples operator()(const CardPlay& world, CardSet moves);

 private:
  using Place = PayTree::Place;
  struct Triple {
    int m = 0;  // minimax value, as a rank of pay
    double p = 0, a = 0;
  };

  static bool less(const Triple& x, const Triple& y);

  // Return the triple of a place of value m. `play` is that place in the form that the policy
  // needs.
  Triple triple(const Place& place, const CardPlay& play, int m, int depth);
  Triple at_max(const Place& place, const CardPlay& play, int m, int depth);
  Triple at_min(const Place& place, const CardPlay& play, int m, int depth);
  CardPlay after(const CardPlay& play, int b) const;
  // Return the lowest of each set of equivalent legal cards. A policy distinguishes all cards.
  solver::Set distinct(const Place& place, solver::Set legal) const {
    return errors_.policy ? legal : tree_.distinct(place, legal);
  }
  // Return the probability of each card of MIN.
  Shares shares(const CardPlay& play, solver::Set legal) const;

  int depth_;
  Objective objective_;
  Errors errors_;
  OpenHand open_hand_;
  PayTree tree_;
};

}  // namespace vorhand::skat

// Measurements of possible savings in the search of trump games, which play does not use: endings
// with known values, and stored answers that hold for several positions.
//
// The oracle knows the exact value of every start of a trick with few cards: no table of endings
// can save more nodes. It learns each value by solving the position, so a repeated question does
// not pay for that again. Each look-up can be delayed by a read from a memory as large as a table.
// With a margin it is a black box that knows the value to within `margin` points (Furtak 2013,
// figure 8.1).
//
// The rank table combines partition search (lowest winning rank; Ginsberg 2001, Furtak 2013,
// chapter 4) with payoff similarity (Furtak & Buro 2011), as proposed in sections 7.5 and 10.1 of
// the thesis. The proof of a bound rests, in each suit, on the ranks down to the lowest that won a
// trick over a card of its suit. It holds for every position with the same owners of these ranks
// and the same numbers of cards below: the players play the same cards, identified by owner and
// index among the owner's cards of the suit, and the same players win the tricks. The worth of the
// cards may differ, if the bound is widened one-sidedly by the differences in worth of each
// player's own cards, from the lowest to the highest.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "skat/solver/facts.hpp"
#include "skat/solver/trump_solver.hpp"
#include "skat/studies/control_bounds.hpp"

namespace vorhand::skat::solver {

class Study {
 public:
  // The replacement of the search's own table: none; answers for positions with the same owners; or
  // answers for positions with the same owners from the lowest winning rank upwards.
  enum class Ranks : std::uint8_t { kOff, kOwners, kLowestWinning };

  // The oracle knows the values of positions of up to `cards` a hand, to `margin` points; 0 cards
  // switch it off. Its look-ups read from `megabytes` of memory.
  Study(int cards, Ranks ranks, int megabytes = 0, int margin = 0);
  ~Study();
  Study(const Study&) = delete;
  Study& operator=(const Study&) = delete;

  void begin(const Position& position);
  // Forget stored answers, but not the oracle's values.
  void again() { table_.clear(); }

  // The sides for which optimal control-keeping bounds are used, as bits: 1 the soloist, 2 the
  // defenders.
  int sides = 0;
  bool cashes = true;  // false: switch off the search's own bounds on cashing
  ControlBounds control;

  int oracle_cards() const { return cards_; }
  int margin() const { return margin_; }
  int value(Set cards, int leader);  // value by the oracle

  bool keeps() const { return ranks_ != Ranks::kOff; }
  // A bound that settles whether the soloist gets `need` points, if one is stored.
  struct Bounds {
    int lower = 0;
    int upper = kTotalPoints;
  };
  Bounds probe(Set cards, int leader, int need);
  // Store a bound. `used`: the cards that won by rank in the proof of this bound alone.
  void store(Set cards, int leader, int bound, bool is_lower, Set used);
  void note(Basis basis, Set cards);

  // The cards that won by rank so far in the current proof. `contested`: when the third player is
  // to play, the two cards on the table are of one suit.
  Set used = 0;
  bool contested = false;

 private:
  struct Entry {
    std::uint64_t code, mask;  // owners of the cards that matter
    Set cards;
    int bound;
    bool is_lower;
  };
  struct Place {
    std::uint64_t key = 0;   // numbers of cards, leader
    std::uint64_t code = 0;  // owners by group, two bits a card from the highest down
    std::array<int, kSideSuits + 1> shift{};
  };

  Place place(Set cards, int leader) const;
  int raised(Set from, Set to) const;

  int cards_, margin_;
  Ranks ranks_;
  std::vector<std::uint64_t> memory_;  // memory that delayed look-ups read
  std::array<Set, kNumPlayers> owned_{};
  std::unordered_map<std::uint64_t, std::vector<Entry>> table_;
  struct Oracle;
  std::unique_ptr<Oracle> oracle_;
};

// Return the used cards and the cards adjacent below them in the same hand: a proof that uses one
// of two adjacent cards becomes a proof that uses the other if the two are exchanged.
Set with_runs_below(Set used, Set hand, Set present);

// The search policy of a measurement.
class Measured : public Playing {
 public:
  Study* study = nullptr;  // not owned; must exist as long as the solver searches

  bool on(Technique technique) const { return study->cashes || technique != kCashBounds; }

  std::optional<int> value(Set cards, int leader, int tricks) const {
    if (tricks > study->oracle_cards() || study->margin() > 0) return {};
    return study->value(cards, leader);
  }
  // Return the answer of an oracle with a margin or of a control-keeping bound, if it decides the
  // question.
  std::optional<Known> known(const TrickStart& start) const {
    if (start.tricks <= study->oracle_cards() && study->margin() > 0) {
      const int value = study->value(start.cards, start.leader);
      if (value - study->margin() >= start.need) return Known{value - study->margin(), false};
      const int most = std::min(value + study->margin(), start.rest);
      if (most < start.need) return Known{most, false};
    }
    const bool soloist = start.leader == 0;
    if (!(study->sides & (soloist ? 1 : 2))) return {};
    const int need = soloist ? start.need : start.rest - start.need + 1;
    if (!study->control.takes(start.cards, start.leader, need)) return {};
    return Known{soloist ? start.need : start.need - 1, false};
  }
  void rests_on(Basis basis, Set cards) const { study->note(basis, cards); }
  bool has_table() const { return study->keeps(); }
  template <class Search>
  int kept(const TrickStart& start, Search&& search) const {
    const auto [lower, upper] = study->probe(start.cards, start.leader, start.need);
    if (lower >= start.need) return lower;
    if (upper < start.need) return upper;
    const Set before = std::exchange(study->used, 0);
    const int bound = search();
    study->store(start.cards, start.leader, bound, bound >= start.need, study->used);
    study->used |= before;
    return bound;
  }

  // A node's proof: that of the move that settles the question, or those of all moves.
  struct Proof {
    Study& study;
    Set before, of_refuted = 0;

    void next_move() { study.used = 0; }
    void tried(bool settled) {
      if (settled) {
        study.used |= before;
      } else {
        of_refuted |= study.used;
      }
    }
    void refuted(Set hand, Set cards) {
      study.used = before | with_runs_below(of_refuted, hand, cards);
    }
  };
  Proof proof() const { return {*study, study->used}; }

  struct Trick {
    bool contested;  // the second card follows suit
  };
  void second_played(bool follows) const { study->contested = follows; }
  Trick trick() const { return {study->contested}; }
  void trick_won(Trick trick, int winning, int third, bool third_wins) const {
    const bool same = (kBit.group[winning] & one(third)) != 0;
    if (same || (trick.contested && !third_wins)) {
      study->used |= one(third_wins ? third : winning);
    }
  }
  void last_trick_won(Set cards, int winning) const {
    if (cards & kBit.group[winning] & ~one(winning)) study->used |= one(winning);
  }
};

extern template class TrumpSolver<Measured>;

}  // namespace vorhand::skat::solver

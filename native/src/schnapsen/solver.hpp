// Exact open-hand values: game points with best play of both sides, talon order known.
//
// Alpha-beta over whole tricks. At each lead closing is tried first: it is one yes-or-no question
// under strict play, and a yes gives the most points that the leader can get. Once the talon is
// used up, every bound of the window is such a question. Rules for which `fast()` is false use
// a plain search over the state machine.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "schnapsen/deal.hpp"
#include "schnapsen/strict.hpp"

namespace vorhand::schnapsen {

class Solver {
 public:
  explicit Solver(const Rules& rules);

  // Return the value for player 0 once all cards are dealt.
  int value(const Deal& deal);
  // Write the value for player 0 after each legal action, ascending; the solver must have been
  // prepared for the deal.
  void action_values(const Deal& deal, std::int8_t* values);

  // Search only as much as is needed to prove these values, for a comparison with the nodes of
  // `action_values`.
  void prove_actions(const Deal& deal, const std::int8_t* values);

  // For many values of one deal: call `prepare` once, then ask for values inside windows (exact
  // between the bounds, otherwise a bound on that side). The calls share results. A search that
  // alternates between deals returns to an earlier one with `resume`, given the deal and the result
  // of `prepare`. Results of strict play, which has no talon, are shared by all deals with the same
  // trumps until `forget` is called.
  using Share = std::uint32_t;
  void forget() { strict_.start(); }
  Share prepare(const Deal& deal);
  void resume(const Deal& deal, Share share);
  int value_within(const Deal& deal, int alpha, int beta);

  bool fast() const { return !plain_; }

  // Positions visited since construction.
  std::uint64_t nodes() const { return nodes_ + strict_.nodes(); }

 private:
  struct Side {
    Packed hand;
    std::int16_t points;
    std::int16_t pending;
    bool trick;
  };
  struct Node {
    Side lead, other;
    int next;  // index of the next talon card; stock_ once the talon is used up
    bool exchanged;
  };
  struct Entry {
    std::uint64_t key = 0;
    Share generation = 0;
    std::int8_t low = -3, high = 3, best = -1;
  };

  int value_below(const Deal& deal, int sign, int high);
  int least(const Deal& deal, int player) const;
  void load(const Deal& deal);
  Packed pack(CardSet cards) const;
  int pack_card(Card card) const;
  Side side(const Deal& deal, int player) const;
  Race race_of(const Side& asker, const Side& rival, int rival_target, bool last) const;
  int closed_value(const Deal& deal);
  int search(const Node& node, int alpha, int beta);
  int search_leads(const Node& node, int alpha, int beta, int& best_move);
  int search_replies(const Node& node, int led, int alpha, int beta);
  int after_trick(const Node& node, int led, int reply, int alpha, int beta);
  MoveList ordered_leads(const Node& node) const;
  MoveList ordered_replies(const Node& node, int led) const;
  bool close_wins(const Node& node);
  int ended(const Node& node, int led, int alpha, int beta);
  bool at_least(const Node& node, int led, int value);
  bool used_up(const Node& node) const { return node.next >= stock_; }
  int up(const Node& node) const { return node.exchanged ? kTrumpJack : up_; }
  Packed stock_cards(const Node& node) const;
  int table(const Side& loser) const {
    return !loser.trick ? 3 : loser.points < rules_.schneider ? 2 : 1;
  }
  std::uint64_t key(const Node& node) const;
  int plain_value(const Deal& deal, int alpha, int beta);

  static constexpr int kTrumpJack = 5 * kTrumps;

  Rules rules_;
  bool plain_;
  StrictSolver strict_;
  int trump_ = 0;
  std::array<std::int8_t, kMaxCards> talon_{};
  std::array<Packed, kMaxCards + 1> talon_left_{};  // the face-down cards from this index on
  int stock_ = 0;
  int up_ = -1;
  Share generation_ = 0;  // generation that marks valid entries
  Share last_generation_ = 0;
  std::uint64_t nodes_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace vorhand::schnapsen

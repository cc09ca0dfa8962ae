// Hooks of a search of trump games; in play they do nothing.
//
// A search takes a policy with these functions and calls them as their comments say. Studies
// (skat/studies/) derive policies that replace single functions: they switch techniques off, look
// values up, use estimates or record what a proof rests on. Here all functions are empty, so that
// the compiler removes them from the search that plays.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "skat/solver/facts.hpp"
#include "skat/solver/layout.hpp"
#include "skat/solver/ordering.hpp"
#include "skat/solver/table.hpp"
#include "skat/solver/techniques.hpp"

namespace vorhand::skat::solver {

// Facts that a static bound rests on.
enum class Basis : std::uint8_t { kTrumpRanks, kSoloistTops, kDefenderTops, kDefendersCash };

// The start of a trick, and the question whether the soloist gets `need` of the `rest` points.
struct TrickStart {
  Set cards;
  const TrumpFacts& trumps;
  const SuitViews& suits;
  const std::array<Set, kNumPlayers>& hands;
  int leader, tricks, rest, need;
};

// An answer without a search: the exact value, or only a bound that answers the question.
struct Known {
  int value;
  bool exact;
};

struct Playing {
  // True if each scored card also records the indices of its weights.
  static constexpr bool kTracesScores = false;

  static constexpr bool on(Technique) { return true; }

  // Called at the start of each trick but the last, before anything is computed.
  static std::optional<int> value(Set, int /*leader*/, int /*tricks*/) { return {}; }
  // Called if a static bound answers the question.
  static void rests_on(Basis, Set) {}
  // Tell whether the policy's own table (`kept`) replaces that of the search.
  static constexpr bool has_table() { return false; }
  template <class Search>
  static int kept(const TrickStart&, Search&& search) {
    return search();
  }
  // Called after the static bounds and the table, before the moves.
  static std::optional<Known> known(const TrickStart&) { return {}; }
  static void before_store(const Table::Slot&) {}

  // Called before the moves of a node are tried; may change their order.
  template <int kSeat, class Moves, class Try>
  static void before_moves(Moves&, Set, const std::array<Set, kNumPlayers>&, int /*need*/,
                           int /*tricks*/, std::uint64_t& /*nodes*/, Try&&) {}

  // The proof of a node, from those of the moves tried in it.
  struct Proof {
    void next_move() {}
    void tried(bool /*settled*/) {}
    void refuted(Set /*hand*/, Set /*cards*/) {}
  };
  static Proof proof() { return {}; }

  // A record of a trick with two cards on the table, until its end. The third player's node
  // requests the record before the moves, because the searches below it play other tricks.
  struct Trick {};
  static void second_played(bool /*follows*/) {}
  static Trick trick() { return {}; }
  static void trick_won(Trick, int /*winning*/, int /*third*/, bool /*third_wins*/) {}
  static void last_trick_won(Set /*cards*/, int /*winning*/) {}
};

}  // namespace vorhand::skat::solver

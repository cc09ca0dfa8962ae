// What the search of trump games could save, measured and not played with: endings whose value is
// known beforehand, and answers that are kept for more positions than their own.
//
// The oracle knows the exact value of every start of a trick with few cards: no table of endings
// can save more nodes. It learns them by solving, so that the same question asked again is free of
// that. Each look-up can be made to wait for a word somewhere in a memory as large as a table.
//
// The rank table joins partition search (lowest winning rank; Ginsberg 2001, Furtak 2013, chapter
// 4) with payoff similarity (Furtak & Buro 2011), as the thesis proposes in sections 7.5 and 10.1.
// The proof of a bound rests on the ranks from the lowest down that won a trick in which a lower
// card of its suit was played. It holds for every position with the same owners above and
// the same numbers of cards below: the players play the same cards, each known by owner and place
// among the owner's cards of the suit, and the same players win the tricks. What the cards are
// worth may differ, as long as the bound is widened one-sidedly by what each player's own cards,
// from the lowest to the highest, are worth more or less.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "skat/solver/facts.hpp"

namespace vorhand::skat::solver {

// What a static bound rests on: see Study::note.
enum class Basis : std::uint8_t { kTrumpRanks, kSoloistTops, kDefenderTops, kDefendersCash };

class Study {
 public:
  // What is kept in place of the search's own table: nothing, answers for positions with the same
  // owners, or for those with the same owners from the lowest winning rank upwards.
  enum class Ranks : std::uint8_t { kOff, kOwners, kLowestWinning };

  // `cards` a hand up to which the oracle knows the value, 0: none; `megabytes` in which it looks.
  Study(int cards, Ranks ranks, int megabytes = 0);
  ~Study();
  Study(const Study&) = delete;
  Study& operator=(const Study&) = delete;

  void begin(const Position& position);
  // Forgets what was kept, but not what the oracle knows.
  void again() { table_.clear(); }

  int oracle_cards() const { return cards_; }
  int value(Set cards, int leader);  // by the oracle

  bool keeps() const { return ranks_ != Ranks::kOff; }
  // A bound that settles whether the soloist gets `need` points, if one is kept.
  struct Bounds {
    int lower = 0;
    int upper = kTotalPoints;
  };
  Bounds probe(Set cards, int leader, int need);
  // `used` as below, of the answer alone.
  void store(Set cards, int leader, int bound, bool is_lower, Set used);
  void note(Basis basis, Set cards);

  // The cards that won by rank so far in the proof that is under way; cards of equal rank on the
  // table when the third player is to play.
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

  int cards_;
  Ranks ranks_;
  std::vector<std::uint64_t> memory_;  // zeros
  std::array<Set, kNumPlayers> owned_{};
  std::unordered_map<std::uint64_t, std::vector<Entry>> table_;
  struct Oracle;
  std::unique_ptr<Oracle> oracle_;
};

// Cards of one hand that are adjacent to a used one below, all the way down: the proof for one
// of them is that for another with the two exchanged.
Set with_runs_below(Set used, Set hand, Set present);

}  // namespace vorhand::skat::solver

// Optimal control-keeping bounds of trump games: the points that the side to lead can take with
// certainty while it keeps the lead (Furtak 2013, section 5.4).
//
// The lead may pass between the defenders. The side may stop at any time, and later tricks do
// not count; a trick that it loses gives it nothing. No bounds of this kind are better, so they
// show what static bounds on cashing could save at most. They are found by search.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "skat/solver/layout.hpp"

namespace vorhand::skat::solver {

class ControlBounds {
 public:
  void begin(const std::array<Set, kNumPlayers>& owned);

  // Tell whether the side of the leader, soloist 0 or a defender, takes `need` points for sure
  // without losing the lead, from the start of a trick.
  bool takes(Set cards, int leader, int need);

 private:
  struct Trick {
    int leader = 0, size = 0, winner = 0, winning = -1, led = -1, points = 0;
  };
  // The greatest number of points known to be taken, and the least known to be out of reach.
  struct Known {
    std::uint8_t taken = 0, missed = kTotalPoints + 1;
  };

  bool play(Set cards, const Trick& trick, int need);
  bool after(Set cards, int card, Trick trick, int need);

  std::array<Set, kNumPlayers> owned_{};
  std::unordered_map<std::uint64_t, Known> known_;
};

}  // namespace vorhand::skat::solver

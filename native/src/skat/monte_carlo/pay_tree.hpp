// The play of a world with all cards open, place by place, by what the deal pays.
//
// MAX is the side of the player to move where the world is taken up: the soloist, or both
// defenders. Outcomes that pay the same are one rank; rank 0 is the worst for MAX. Trump games:
// pay changes at 31, 61 and 90 card points, where the declaration, the matadors and the bid
// let it (schwarz that is not announced is passed over, as by Values::kLevels); with schwarz
// announced, and in null, there is lost and won.
#pragma once

#include <array>
#include <optional>

#include "skat/monte_carlo/card_play.hpp"
#include "skat/solver/batch.hpp"

namespace vorhand::skat {

class PayTree {
 public:
  // Entries of the solver's tables, as a power of two.
  explicit PayTree(int table_bits) : workspace_(table_bits) {}

  struct Place {
    solver::Node node;
    int points = 0;       // the soloist's so far, with the skat
    bool broken = false;  // a trick went to the side that must take none
  };

  // Takes up a world; what follows is about it.
  void take_up(const CardPlay& world, Objective objective);

  const Place& root() const { return root_; }
  int best_rank() const { return num_steps_; }
  int rank_of(Outcome outcome) const;
  // To MAX.
  double pay(int rank) const;

  // Seats are counted from the soloist.
  int seat(const Place& place) const {
    return (place.node.leader + place.node.trick_size) % kNumPlayers;
  }
  bool is_max(const Place& place) const { return (seat(place) == 0) == max_is_soloist_; }
  solver::Set hand(const Place& place, int seat) const;
  solver::Set legal(const Place& place) const;
  // Return the first of each set of legal cards that are equally good; the others follow it.
  solver::Set distinct(const Place& place, solver::Set legal) const;
  Place play(const Place& place, int card) const;
  // The cards of sets; the contract alone decides which is which.
  Card card(int bit) const { return frame_.card_of[static_cast<std::size_t>(bit)]; }
  int bit(Card card) const { return frame_.bit_of[static_cast<std::size_t>(card)]; }

  // Tell whether MAX gets more than the rank under best play by all.
  bool exceeds(const Place& place, int rank);
  // Tell whether any play at all gets MAX more than the rank.
  bool may_exceed(const Place& place, int rank) const;
  // Tell whether any play at all gets MAX less than the rank.
  bool may_miss(const Place& place, int rank) const;
  // Return what MAX gets under best play by all, if it is within the bounds.
  int rank(const Place& place, int low, int high);

 private:
  enum class Kind : std::uint8_t { kPoints, kTakesAll, kNull };

  // From a rank of MAX to the next: which step of the soloist's pay that is.
  int step_above(int rank) const { return max_is_soloist_ ? rank : num_steps_ - 1 - rank; }
  // Tell whether the soloist certainly gets at least so far, whatever is played.
  bool reaches(const Place& place, int step);
  std::optional<bool> settled(const Place& place, int step) const;

  solver::Workspace workspace_;
  solver::Frame frame_{solver::Position{}};
  std::array<solver::Set, kNumPlayers> owned_{};
  Place root_;
  Kind kind_ = Kind::kPoints;
  bool max_is_soloist_ = true;
  int num_steps_ = 0;
  std::array<Outcome, 3> steps_{};  // outcomes from which the soloist is paid more, ascending
  std::array<double, 4> pays_{};    // to the soloist, ascending
};

}  // namespace vorhand::skat

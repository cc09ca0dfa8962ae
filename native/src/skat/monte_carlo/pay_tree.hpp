// The open-hand play of a world, ranked by what the deal pays.
//
// MAX is the side of the player to move at the root: the soloist, or both defenders. Outcomes of
// equal pay have one rank; rank 0 is the worst for MAX. Trump games: pay changes at 31, 61 and 90
// card points, as far as declaration, matadors and bid allow (unannounced schwarz is ignored, as by
// Values::kLevels); with schwarz announced, and in null, games are lost or won.
#pragma once

#include <array>
#include <optional>

#include "skat/monte_carlo/card_play.hpp"
#include "skat/solver/batch.hpp"

namespace vorhand::skat {

class PayTree {
 public:
  // Create tables of 2^table_bits entries.
  explicit PayTree(int table_bits) : workspace_(table_bits) {}

  struct Place {
    solver::Node node;
    int points = 0;       // soloist's points so far, with the skat
    bool broken = false;  // true if a trick went to the side that must take none
  };

  // Begin a world; the other functions refer to it.
  void begin_world(const CardPlay& world, Objective objective);

  const Place& root() const { return root_; }
  int best_rank() const { return num_steps_; }
  int rank_of(Outcome outcome) const;
  double pay(int rank) const;

  // Return the seat to move, counted from the soloist.
  int seat(const Place& place) const {
    return (place.node.leader + place.node.trick_size) % kNumPlayers;
  }
  bool is_max(const Place& place) const { return (seat(place) == 0) == max_is_soloist_; }
  solver::Set hand(const Place& place, int seat) const;
  solver::Set legal(const Place& place) const;
  // Return the lowest of each set of equivalent legal cards.
  solver::Set distinct(const Place& place, solver::Set legal) const;
  Place play(const Place& place, int card) const;
  // Return the card that a bit stands for; this depends on the contract alone.
  Card card(int bit) const { return frame_.card_of[static_cast<std::size_t>(bit)]; }
  int bit(Card card) const { return frame_.bit_of[static_cast<std::size_t>(card)]; }

  // Tell whether MAX gets more than the rank under best play by all.
  bool exceeds(const Place& place, int rank);
  // Tell, without a search, whether MAX may still get more than the rank.
  bool may_exceed(const Place& place, int rank) const;
  // Tell, without a search, whether MAX may still get less than the rank.
  bool may_miss(const Place& place, int rank) const;
  // Return MAX's rank under best play by all, clipped to low .. high.
  int rank(const Place& place, int low, int high);

 private:
  enum class Kind : std::uint8_t { kPoints, kTakesAll, kNull };

  // Return the step of the soloist's pay that separates MAX's rank from the next rank.
  int step_above(int rank) const { return max_is_soloist_ ? rank : num_steps_ - 1 - rank; }
  // Tell whether the soloist reaches the step under best play by all.
  bool reaches(const Place& place, int step);
  std::optional<bool> settled(const Place& place, int step) const;

  solver::Workspace workspace_;
  solver::Frame frame_{solver::Position{}};
  std::array<solver::Set, kNumPlayers> owned_{};
  Place root_;
  Kind kind_ = Kind::kPoints;
  bool max_is_soloist_ = true;
  int num_steps_ = 0;
  std::array<Outcome, 3> steps_{};  // outcomes at which the soloist's pay rises
  std::array<double, 4> pays_{};    // payments to the soloist, ascending
};

}  // namespace vorhand::skat

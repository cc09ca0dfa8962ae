// Weighted worlds: every hidden card has a weight in every place, and the probability of a world is
// proportional to the product over its hidden cards (Solinas, Rebstock and Buro, AAAI 2019,
// equation 1), among the worlds that the player's knowledge allows.
//
// The paper enumerates all worlds. Here the cards are placed one by one, the highest first: the
// possible continuations depend only on the room left in each place, so a table of a few hundred
// states holds the sum of the products over all of them. Normaliser, probabilities, marginals and
// independent draws follow from it, all exact.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "random.hpp"
#include "skat/worlds.hpp"

namespace vorhand::skat {

struct InvalidWeightsError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Numbers by card and place.
using CardTable = std::array<std::array<double, kNumPlaces>, kNumCards>;

// mantissa * 2^exponent: products of many weights leave the range of a double. Scaling by powers of
// two is exact, so sums of integers are exact.
struct Scaled {
  double mantissa = 0;
  int exponent = 0;

  double value() const;  // infinite beyond the range of a double
  double log() const;
};

class WeightedWorlds {
 public:
  // Throw InvalidWeightsError for a weight that is negative or not finite, for a card of weight 0
  // in all its places, and if no world is left.
  WeightedWorlds(const Worlds& worlds, const CardTable& weights);

  const Worlds& worlds() const { return worlds_; }
  // Return the sum over all worlds of the product of the weights.
  Scaled normaliser() const { return sums_[start_]; }
  // Return the probability of a world; 0 if the player knows that it is wrong.
  Scaled probability(const World& world) const;
  // Return the probability of each place for each card: 1 in a place that the player knows, 0 once
  // the card is played.
  CardTable marginals() const;
  World draw(Random& random) const;
  // Return the most probable world.
  World best() const;

  struct Weighed {  // a world and its weight
    World world;
    double weight;
  };
  // Draw n different worlds in random order, or fewer if those left out weigh less than 1e-9 in
  // all. Their weights add up to 1 and estimate the mean of any function without bias, with the
  // least variance of weights: worlds heavier than a threshold are all included with their own
  // probability, the others weigh the threshold each (Fearnhead and Clifford, J. Royal Stat. Soc. B
  // 65, 2003), drawn without repetition by strata of equal weight (ordered pivotal sampling,
  // Deville and Tille, Biometrika 85, 1998).
  std::vector<Weighed> distinct(std::size_t n, Random& random) const;

 private:
  // The largest number of places in which cards can be hidden from a player. Slots are sorted by
  // room, the least first.
  static constexpr std::size_t kSlots = 3;
  using Rooms = std::array<int, kSlots>;
  using Terms = std::array<double, kSlots>;
  using Factors = std::array<Scaled, kSlots>;
  // A state of the walk from card to card: the sums over all continuations for each slot that may
  // take the next card, and their total; all are scaled by the same power of two.
  struct State {
    Terms ways{};
    double sum = 0;
  };
  // A branch of the walk, or a world: its probability, and the total to its left.
  struct Branch {
    World world{};
    double low = 0;
    double size = 0;
  };

  void check(const CardTable& weights) const;
  void set_slots();
  void set_factors(const CardTable& weights);
  template <typename Visit>
  void each_state(std::size_t depth, Visit visit) const;
  bool never_pushed(Card card) const;
  bool barred(std::size_t depth, const Rooms& rooms) const;
  template <typename Combine>
  std::vector<Scaled> fill(Combine combine) const;
  std::vector<Scaled> best_table() const;
  Branch root() const { return {worlds_.knowledge().known, 0, 1}; }

  Branch at(double position) const;
  struct Search;
  std::vector<Branch> at_least(const std::vector<Scaled>& best, double size) const;
  std::vector<Branch> heavy(std::size_t n, double& threshold) const;
  struct Light;
  void add_light(const std::vector<Branch>& heavy, std::size_t strata, double size, Random& random,
                 std::vector<Weighed>& rows) const;

  Worlds worlds_;
  std::vector<Card> cards_;  // hidden, from the highest down, last those that are never pushed
  std::vector<Factors> factors_;
  std::array<std::size_t, kSlots> places_{};
  Rooms capacity_{};
  std::size_t discarder_slot_ = 0, skat_slot_ = kSlots;

  // Index steps between states, which are indexed by cards placed, room in slot 0 and room in slot
  // 1, with an empty margin. A move takes one of three steps.
  std::array<std::size_t, kSlots> steps_{};
  std::size_t start_ = 0;
  std::vector<Scaled> sums_;
  std::vector<State> states_;
};

}  // namespace vorhand::skat

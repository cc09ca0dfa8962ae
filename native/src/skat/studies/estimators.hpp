// Estimates of a trump game's value at the start of a trick, for forward pruning
// (forward_pruning.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "skat/solver/layout.hpp"

namespace vorhand::skat::solver {

// Hand sizes that are estimated.
inline constexpr int kFewestEstimated = 6;
inline constexpr int kEstimatedSizes = kHandSize - kFewestEstimated + 1;
inline constexpr int kEstimators = 2 * kNumPlayers * kEstimatedSizes;

// Return the index of an estimator, ordered by kind of game (suit games first), then leader (the
// soloist first), then number of cards (descending).
constexpr std::size_t estimator_number(bool grand, int leader, int tricks) {
  return static_cast<std::size_t>((grand * kNumPlayers + leader) * kEstimatedSizes + kHandSize -
                                  tricks);
}

class Estimators {
 public:
  using Hands = std::array<Set, kNumPlayers>;
  virtual ~Estimators() = default;
  // Return an estimate of the soloist's points still to come; `hands`, by seat from the soloist,
  // hold `tricks` cards each at the start of a trick; `rest` is the points in them.
  virtual double points(const Hands& hands, bool grand, int leader, int tricks, int rest) const = 0;
};

// Estimates by the solver's first guess.
class GuessEstimators : public Estimators {
 public:
  double points(const Hands& hands, bool grand, int leader, int tricks, int rest) const override;
};

// Sums of weights (estimate_features.hpp), alone or as corrections of the first guess.
class LinearEstimators : public Estimators {
 public:
  explicit LinearEstimators(bool corrects_guess) : corrects_guess_(corrects_guess) {}

  static constexpr float kUnit = 1.0f / 16;  // unit of a weight, in points
  // A weight other than 0, and its index.
  struct Weight {
    std::uint32_t index;
    std::int16_t value;
  };
  // Set the weights of one estimator. Throw std::invalid_argument for an index out of range.
  void set(bool grand, int leader, int tricks, std::span<const Weight> weights);
  double points(const Hands& hands, bool grand, int leader, int tricks, int rest) const override;

 private:
  bool corrects_guess_;
  std::array<std::vector<std::int16_t>, kEstimators> weights_;  // empty: all weights are 0
};

// Estimators, and for each the margin beyond the bound at which its estimate is accepted.
struct Margins {
  std::shared_ptr<const Estimators> estimators;
  std::array<double, kEstimators> points{};

  double of(bool grand, int leader, int tricks) const {
    return points[estimator_number(grand, leader, tricks)];
  }
};

}  // namespace vorhand::skat::solver

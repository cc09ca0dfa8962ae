#include "skat/studies/estimators.hpp"

#include <stdexcept>
#include <string>

#include "skat/solver/first_guess.hpp"
#include "skat/studies/estimate_features.hpp"

namespace vorhand::skat::solver {

double GuessEstimators::points(const Hands& hands, bool grand, int leader, int tricks,
                               int rest) const {
  return first_guess(hands, grand, leader, tricks, rest);
}

void LinearEstimators::set(bool grand, int leader, int tricks, std::span<const Weight> weights) {
  std::vector<std::int16_t> table(estimate_weights(grand));
  for (const auto& [index, value] : weights) {
    if (index >= table.size()) {
      throw std::invalid_argument("weight " + std::to_string(index) +
                                  " of an estimator: expected an index below " +
                                  std::to_string(table.size()));
    }
    table[index] = value;
  }
  weights_[estimator_number(grand, leader, tricks)] = std::move(table);
}

double LinearEstimators::points(const Hands& hands, bool grand, int leader, int tricks,
                                int rest) const {
  const double guess = corrects_guess_ ? first_guess(hands, grand, leader, tricks, rest) : 0;
  const std::vector<std::int16_t>& weights = weights_[estimator_number(grand, leader, tricks)];
  if (weights.empty()) return guess;
  const EstimateFeatures features = estimate_features(hands, grand, rest);
  int sum = 0;
  for (int i = 0; i < features.size; ++i) {
    sum += weights[features.index[static_cast<std::size_t>(i)]];
  }
  return guess + sum * kUnit;
}

}  // namespace vorhand::skat::solver

// Draws of hidden cards by weights of single cards in their places.
//
// The weight of a world is the product over its cards. Cards are placed one by one. The weight of
// all ways to place a card and the later ones depends only on the room left, which also implies the
// number of cards placed. So worlds are drawn exactly by their weights, without rejection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "random.hpp"
#include "tricks/cards.hpp"

namespace vorhand::tricks {

class WeightedLayouts {
 public:
  // `weights`: for each place 64 numbers, by card; 0 if a card may not lie there. `room`: number of
  // hidden cards in each place. Throw std::invalid_argument for invalid weights, if places, rooms
  // and cards do not fit, or if there are more than 2^23 combinations of rooms.
  WeightedLayouts(Set hidden, std::span<const double> weights, std::span<const int> room);

  // The sum of the weights of all worlds.
  double total() const { return sums_[start_]; }

  // Draw a world by weight; the total must be above 0.
  void draw(Random& random, std::span<Set> places) const;

 private:
  double weight(std::size_t place, int card) const {
    return weights_[place * kMostCards + static_cast<std::size_t>(card)];
  }

  int room_in(std::size_t rooms, std::size_t place) const {
    return static_cast<int>(rooms / strides_[place] % (static_cast<std::size_t>(room_[place]) + 1));
  }

  std::vector<int> cards_;
  std::vector<double> weights_;
  std::vector<std::size_t> strides_;  // by place: index step for one card placed there
  std::vector<int> room_;
  std::size_t start_ = 0;     // index of the state in which all rooms are free
  std::vector<double> sums_;  // by state: total weight of the ways to place the remaining cards
};

}  // namespace vorhand::tricks

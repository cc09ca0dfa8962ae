#include "tricks/weighted_layouts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace vorhand::tricks {

namespace {

constexpr std::size_t kMostStates = std::size_t{1} << 23;  // 64 MiB

}  // namespace

WeightedLayouts::WeightedLayouts(Set hidden, std::span<const double> weights,
                                 std::span<const int> room)
    : weights_(weights.begin(), weights.end()), room_(room.begin(), room.end()) {
  if (weights.size() != room.size() * kMostCards) {
    throw std::invalid_argument("expected 64 weights for each place");
  }
  for (const double weight : weights) {
    if (!(weight >= 0) || !std::isfinite(weight)) {
      throw std::invalid_argument("weights: expected finite numbers of at least 0");
    }
  }
  std::size_t states = 1;
  for (const int here : room) {
    if (here < 0 || here > kMostCards) {
      throw std::invalid_argument("room " + std::to_string(here) + ": expected 0 to 64");
    }
    strides_.push_back(states);
    start_ += states * static_cast<std::size_t>(here);
    states *= static_cast<std::size_t>(here) + 1;
    if (states > kMostStates) throw std::invalid_argument("rooms: too many to weigh");
  }
  if (std::accumulate(room.begin(), room.end(), 0) != count(hidden)) {
    throw std::invalid_argument(std::to_string(count(hidden)) + " hidden cards for other rooms");
  }
  while (hidden) cards_.push_back(pop_lowest(hidden));
  sums_.assign(states, 0.0);
  sums_[0] = 1;
  for (std::size_t rooms = 1; rooms < states; ++rooms) {
    int left = 0;
    for (std::size_t place = 0; place < room_.size(); ++place) left += room_in(rooms, place);
    const int card = cards_[cards_.size() - static_cast<std::size_t>(left)];
    for (std::size_t place = 0; place < room_.size(); ++place) {
      if (room_in(rooms, place) == 0) continue;
      sums_[rooms] += weight(place, card) * sums_[rooms - strides_[place]];
    }
  }
}

void WeightedLayouts::draw(Random& random, std::span<Set> places) const {
  std::fill(places.begin(), places.end(), Set{0});
  std::size_t rooms = start_;
  for (const int card : cards_) {
    double left = random.unit() * sums_[rooms];
    std::size_t chosen = places.size();
    for (std::size_t place = 0; place < places.size() && left >= 0; ++place) {
      if (room_in(rooms, place) == 0) continue;
      const double here = weight(place, card) * sums_[rooms - strides_[place]];
      if (here <= 0) continue;
      chosen = place;  // the last possible place, if rounding leaves a remainder
      left -= here;
    }
    places[chosen] |= bit(card);
    rooms -= strides_[chosen];
  }
}

}  // namespace vorhand::tricks

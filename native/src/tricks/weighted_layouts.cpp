#include "tricks/weighted_layouts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace vorhand::tricks {

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
    if (states > std::size_t{1} << 20) throw std::invalid_argument("rooms: too many to weigh");
  }
  if (std::accumulate(room.begin(), room.end(), 0) != count(hidden)) {
    throw std::invalid_argument(std::to_string(count(hidden)) + " hidden cards for other rooms");
  }
  while (hidden) cards_.push_back(pop_lowest(hidden));
  sums_.assign(cards_.size() + 1, std::vector<double>(states));
  sums_[cards_.size()][0] = 1;
  for (std::size_t at = cards_.size(); at-- > 0;) {
    for (std::size_t rooms = 0; rooms < states; ++rooms) {
      for (std::size_t place = 0; place < room_.size(); ++place) {
        if (rooms / strides_[place] % (static_cast<std::size_t>(room_[place]) + 1) == 0) continue;
        sums_[at][rooms] += weight(place, cards_[at]) * sums_[at + 1][rooms - strides_[place]];
      }
    }
  }
}

void WeightedLayouts::draw(Random& random, std::span<Set> places) const {
  std::fill(places.begin(), places.end(), Set{0});
  std::size_t rooms = start_;
  for (std::size_t at = 0; at < cards_.size(); ++at) {
    double left = random.unit() * sums_[at][rooms];
    std::size_t chosen = places.size();
    for (std::size_t place = 0; place < places.size() && left >= 0; ++place) {
      if (rooms / strides_[place] % (static_cast<std::size_t>(room_[place]) + 1) == 0) continue;
      const double here = weight(place, cards_[at]) * sums_[at + 1][rooms - strides_[place]];
      if (here <= 0) continue;
      chosen = place;  // the last of those possible where rounding leaves something
      left -= here;
    }
    places[chosen] |= bit(cards_[at]);
    rooms -= strides_[chosen];
  }
}

}  // namespace vorhand::tricks

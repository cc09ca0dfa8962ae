#include "tricks/layouts.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "subsets.hpp"

namespace vorhand::tricks {

namespace {

constexpr int room_of(std::uint64_t rooms, std::size_t place) {
  return static_cast<int>(rooms >> (8 * place) & 0xFF);
}

// Return the remaining room after `cards` cards are put in a place.
constexpr std::uint64_t filled(std::uint64_t rooms, std::size_t place, int cards) {
  return rooms - (static_cast<std::uint64_t>(cards) << (8 * place));
}

}  // namespace

Layouts::Layouts(Set hidden, std::span<const Set> possible, std::span<const int> room)
    : num_places_(possible.size()) {
  if (num_places_ > kMostPlaces) {
    throw std::invalid_argument(std::to_string(num_places_) + " places: expected at most " +
                                std::to_string(kMostPlaces));
  }
  if (num_places_ != room.size()) {
    throw std::invalid_argument(std::to_string(room.size()) + " rooms for " +
                                std::to_string(num_places_) + " places");
  }
  int all_rooms = 0;
  for (std::size_t place = 0; place < num_places_; ++place) {
    if (room[place] < 0 || room[place] > kMostCards) {
      throw std::invalid_argument("room " + std::to_string(room[place]) + ": expected 0 to 64");
    }
    all_rooms += room[place];
    rooms_ |= Rooms{static_cast<unsigned>(room[place])} << (8 * place);
  }
  if (all_rooms != count(hidden)) {
    throw std::invalid_argument(std::to_string(count(hidden)) + " hidden cards for " +
                                std::to_string(all_rooms) + " rooms");
  }
  std::map<unsigned, Set> kinds;
  for (Set left = hidden; left;) {
    const int card = pop_lowest(left);
    unsigned places = 0;
    for (std::size_t place = 0; place < num_places_; ++place) {
      if (room[place] > 0 && (possible[place] & bit(card))) places |= 1u << place;
    }
    kinds[places] |= bit(card);
  }
  int later = count(hidden);
  for (const auto& [places, cards] : kinds) {
    later -= count(cards);
    kinds_.push_back({cards, places, later});
  }
  ways_.resize(kinds_.size() * num_places_);
  size_ = ways(0, rooms_);
}

Layouts::Step Layouts::step_of(std::size_t number, Rooms rooms) const {
  const Kind& kind = kinds_[number / num_places_];
  const std::size_t place = number % num_places_;
  int left = -kind.later, beyond = 0;
  for (std::size_t other = 0; other < num_places_; ++other) {
    const int room = room_of(rooms, other);
    left += room;
    if (other > place && (kind.places >> other & 1)) beyond += room;
  }
  const int here = kind.places >> place & 1 ? room_of(rooms, place) : 0;
  return {kind, place, left, std::max(0, left - beyond), std::min(left, here)};
}

Wide Layouts::ways(std::size_t number, Rooms rooms) {
  if (number == ways_.size()) return rooms == 0;
  const Step step = step_of(number, rooms);
  if (step.least == step.most) {
    return ways(number + 1, filled(rooms, step.place, step.most)) * binomial(step.left, step.most);
  }
  if (const auto found = ways_[number].find(rooms); found != ways_[number].end()) {
    return found->second;
  }
  Wide sum;
  for (int here = step.least; here <= step.most; ++here) {
    sum += ways(number + 1, filled(rooms, step.place, here)) * binomial(step.left, here);
  }
  return ways_[number][rooms] = sum;
}

Wide Layouts::known(std::size_t number, Rooms rooms) const {
  Wide choices = 1;
  for (; number < ways_.size(); ++number) {
    const Step step = step_of(number, rooms);
    if (step.least != step.most) {
      const auto found = ways_[number].find(rooms);
      return found == ways_[number].end() ? Wide() : found->second * choices;
    }
    rooms = filled(rooms, step.place, step.most);
    choices = choices * binomial(step.left, step.most);
  }
  return choices;
}

// Worlds are numbered in lexicographic order: by the numbers of cards of the first kind in each
// place, then by the choice of these cards, then in the same way for each further kind.
void Layouts::world(std::uint64_t number, std::span<Set> cards) const {
  std::fill(cards.begin(), cards.end(), Set{0});
  std::array<int, kMostPlaces> counts{};
  Rooms rooms = rooms_;
  std::uint64_t choices = 1;  // number of ways to choose the kind's cards in earlier places
  for (std::size_t at = 0; at < ways_.size(); ++at) {
    const auto [kind, place, left, least, most] = step_of(at, rooms);
    int here = least;
    for (;; ++here) {
      const Wide block = known(at + 1, filled(rooms, place, here)) * binomial(left, here) * choices;
      if (number < block.low()) break;
      number -= block.low();
    }
    counts[place] = here;
    choices *= binomial(left, here);
    rooms = filled(rooms, place, here);
    if (place + 1 < num_places_) continue;
    const std::uint64_t further = known(at + 1, rooms).low();
    std::uint64_t within = number / further;
    number %= further;
    choices = 1;
    Set rest = kind.cards;
    for (std::size_t to = 0; to < num_places_; ++to) {
      const std::uint64_t options = binomial(count(rest), counts[to]);
      const Set chosen = numbered_subset(rest, counts[to], within % options);
      within /= options;
      cards[to] |= chosen;
      rest &= ~chosen;
    }
  }
}

void Layouts::draw(Random& random, std::span<Set> cards) const {
  std::fill(cards.begin(), cards.end(), Set{0});
  Rooms rooms = rooms_;
  Set rest = 0;
  for (std::size_t at = 0; at < ways_.size(); ++at) {
    const auto [kind, place, left, least, most] = step_of(at, rooms);
    if (place == 0) rest = kind.cards;
    int here = least;
    for (Wide number = Wide::below(random, known(at, rooms));; ++here) {
      const Wide block = known(at + 1, filled(rooms, place, here)) * binomial(left, here);
      if (number < block) break;
      number -= block;
    }
    const Set chosen = numbered_subset(rest, here, random.below(binomial(left, here)));
    cards[place] |= chosen;
    rest &= ~chosen;
    rooms = filled(rooms, place, here);
  }
}

}  // namespace vorhand::tricks

#include "tricks/layouts.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "subsets.hpp"

namespace vorhand::tricks {

namespace {

constexpr std::uint64_t kMost = std::uint64_t{1} << 63;

constexpr std::uint64_t checked_product(std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > kMost / b) throw std::invalid_argument("more than 2^63 worlds");
  return a * b;
}

constexpr std::uint64_t checked_sum(std::uint64_t a, std::uint64_t b) {
  if (a > kMost - b) throw std::invalid_argument("more than 2^63 worlds");
  return a + b;
}

constexpr int room_of(std::uint64_t rooms, std::size_t place) {
  return static_cast<int>(rooms >> (8 * place) & 0xFF);
}

}  // namespace

Layouts::Layouts(Set hidden, std::span<const Set> possible, std::span<const int> room)
    : num_places_(possible.size()) {
  if (possible.size() != room.size() || num_places_ > kMostPlaces) {
    throw std::invalid_argument("expected as many rooms as places, at most 6");
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
  for (const auto& [places, cards] : kinds) kinds_.push_back({cards, places});
  ways_.resize(kinds_.size());
  size_ = ways(0, rooms_);
}

// Calls visit(counts, rooms left, choices within the kind) for each way to split a kind of cards
// among its places, until it returns true.
template <typename Visit>
bool Layouts::splits(std::size_t kind, Rooms rooms, Visit visit) const {
  const auto [cards, places] = kinds_[kind];
  Counts counts{};
  std::array<int, kMostPlaces + 1> later{};  // room in this place and those after it
  for (std::size_t place = num_places_; place-- > 0;) {
    later[place] = later[place + 1] + (places >> place & 1 ? room_of(rooms, place) : 0);
  }
  auto place_rest = [&](auto&& self, std::size_t place, int left, Rooms rest,
                        std::uint64_t choices) -> bool {
    if (place == num_places_) return left == 0 && visit(counts, rest, choices);
    const int most = std::min(left, later[place] - later[place + 1]);
    for (int here = std::max(0, left - later[place + 1]); here <= most; ++here) {
      counts[place] = here;
      const Rooms taken = Rooms{static_cast<unsigned>(here)} << (8 * place);
      if (self(self, place + 1, left - here, rest - taken,
               checked_product(choices, binomial(left, here)))) {
        return true;
      }
    }
    counts[place] = 0;
    return false;
  };
  return place_rest(place_rest, 0, count(cards), rooms, 1);
}

std::uint64_t Layouts::ways(std::size_t kind, Rooms rooms) {
  if (kind == kinds_.size()) return rooms == 0;
  if (const auto known = ways_[kind].find(rooms); known != ways_[kind].end()) return known->second;
  std::uint64_t sum = 0;
  splits(kind, rooms, [&](const Counts&, Rooms rest, std::uint64_t choices) {
    if (const std::uint64_t further = ways(kind + 1, rest)) {
      sum = checked_sum(sum, checked_product(choices, further));
    }
    return false;
  });
  return ways_[kind][rooms] = sum;
}

void Layouts::world(std::uint64_t number, std::span<Set> cards) const {
  std::fill(cards.begin(), cards.end(), Set{0});
  Rooms rooms = rooms_;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    splits(kind, rooms, [&](const Counts& counts, Rooms rest, std::uint64_t choices) {
      std::uint64_t further = rest == 0 && kind + 1 == kinds_.size();
      if (kind + 1 < kinds_.size()) {
        const auto known = ways_[kind + 1].find(rest);
        further = known == ways_[kind + 1].end() ? 0 : known->second;
      }
      if (number >= choices * further) {
        number -= choices * further;
        return false;
      }
      std::uint64_t within = number / further;
      number %= further;
      Set left = kinds_[kind].cards;
      for (std::size_t place = 0; place < num_places_; ++place) {
        const std::uint64_t options = binomial(count(left), counts[place]);
        const Set chosen = numbered_subset(left, counts[place], within % options);
        within /= options;
        cards[place] |= chosen;
        left &= ~chosen;
      }
      rooms = rest;
      return true;
    });
  }
}

}  // namespace vorhand::tricks

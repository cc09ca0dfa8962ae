// Layouts of hidden cards: counted exactly, numbered, and drawn.
//
// Each hidden card has a set of possible places, and each place has room for a number of cards.
// Cards with the same possible places are of one kind, so a world is determined by the number of
// cards of each kind in each place, and then by the choice of these cards. The number of ways to
// place the remaining cards depends only on the room left.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "random.hpp"
#include "tricks/cards.hpp"
#include "wide.hpp"

namespace vorhand::tricks {

class Layouts {
 public:
  static constexpr int kMostPlaces = 8;
  static constexpr std::uint64_t kMostNumbered = std::uint64_t{1} << 63;

  // `possible`: the hidden cards that may lie in each place; `room`: the number of hidden cards in
  // each place. Throw std::invalid_argument if places, rooms and cards do not fit.
  Layouts(Set hidden, std::span<const Set> possible, std::span<const int> room);

  // The number of worlds, 8^64 at most; 0 if the constraints contradict each other.
  const Wide& size() const { return size_; }

  // Tell whether there are few enough worlds to number them.
  bool numbered() const { return size_ <= Wide(kMostNumbered); }

  // Write the world with a number below the size, a set for each place; `numbered()` must be true.
  void world(std::uint64_t number, std::span<Set> cards) const;

  // Draw a world uniformly; there must be one.
  void draw(Random& random, std::span<Set> cards) const;

 private:
  struct Kind {
    Set cards;
    unsigned places;  // possible places
    int later;        // number of cards of later kinds
  };

  using Rooms = std::uint64_t;  // room left in all places, a byte each

  // One kind in one place: a step fixes how many cards of the kind lie there.
  struct Step {
    const Kind& kind;
    std::size_t place;
    int left;         // cards of the kind that lie here or in later places
    int least, most;  // limits of the number of cards here
  };

  Step step_of(std::size_t number, Rooms rooms) const;
  // Return the number of ways to place the cards from a step on.
  Wide ways(std::size_t number, Rooms rooms);
  Wide known(std::size_t number, Rooms rooms) const;

  std::size_t num_places_;
  std::vector<Kind> kinds_;
  std::vector<std::unordered_map<Rooms, Wide>> ways_;  // numbers of ways, by step with a choice
  Rooms rooms_ = 0;
  Wide size_;
};

}  // namespace vorhand::tricks

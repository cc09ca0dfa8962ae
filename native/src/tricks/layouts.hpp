// Where hidden cards may lie: counted exactly, numbered, weighed and drawn.
//
// Each hidden card may lie in some of the places, each place has room for some cards. Cards that
// may lie in the same places are alike, so a world is a choice of how many of each kind lie where
// (a few hundred states), and then of which.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "tricks/cards.hpp"

namespace vorhand::tricks {

class Layouts {
 public:
  static constexpr int kMostPlaces = 6;

  // `possible`: the hidden cards that may lie in each place; `room`: how many do.
  // std::invalid_argument: places and rooms do not fit, or there are more than 2^63 worlds.
  Layouts(Set hidden, std::span<const Set> possible, std::span<const int> room);

  // How many worlds there are; 0 where the facts contradict each other.
  std::uint64_t size() const { return size_; }

  // The world with a number below the size: `cards` has a set for each place.
  void world(std::uint64_t number, std::span<Set> cards) const;

 private:
  struct Kind {
    Set cards;
    unsigned places;  // where they may lie
  };

  using Counts = std::array<int, kMostPlaces>;
  using Rooms = std::uint64_t;  // of all places, a byte each

  std::uint64_t ways(std::size_t kind, Rooms rooms);
  template <typename Visit>
  bool splits(std::size_t kind, Rooms rooms, Visit visit) const;

  std::size_t num_places_;
  std::vector<Kind> kinds_;
  std::vector<std::unordered_map<Rooms, std::uint64_t>>
      ways_;  // to place a kind and those after it
  Rooms rooms_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace vorhand::tricks

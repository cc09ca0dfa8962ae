// The terms of a game as it states them, and the contract of the play that follows from them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tricks/rules.hpp"

namespace vorhand::tricks {

[[noreturn]] void refuse(const std::string& text);  // std::invalid_argument

// What is played, as a game states it.
struct Terms {
  int seats = 4;
  Duties duties;
  std::vector<std::vector<int>> suits;  // cards, weak to strong
  int trump = kNoTrump;                 // number of a suit
  std::vector<int> points;              // by card; a missing one has none
  std::uint32_t side = 1;               // seats whose points count
  int trick_points = 0;
  int last_points = 0;
  int all_tricks = 0;
  Set locked = 0;  // cards not led, while there are others, before one of `keys` was played
  Set keys = 0;
  Set barred = 0;  // cards not discarded, while there are others, in the first trick
  int begin = 0;   // points that the side has from the start
  int obliged =
      kNoTrump;     // the suit to be played by who cannot follow: no trump; -1: that of trumps
  Set emperor = 0;  // three cards: where all lie in a trick the lowest takes it
  std::vector<std::pair<int, int>> last_cards;  // and worths, in the last trick; two or fewer
  std::pair<int, int> fined{-1, 0};             // a card, and what is paid for it
  std::vector<int> gift;   // a card, points, worth, and in the last trick played last, or earlier
  std::uint64_t bare = 0;  // numbers of tricks with which the last brings nothing beside
  std::vector<std::vector<std::int16_t>> payoffs;  // by tricks and points of the side; or none
  std::vector<std::int16_t> worths;  // of points 0, 1, ... in the end; empty: the points count
  // Seats whose first trick chooses another table of `payoffs`: the tables stand one after the
  // other, by the set of these seats that have a trick, the lowest seat counting least.
  std::uint32_t watched = 0;
  std::vector<int> limits;  // points with which a seat decides the deal, by seat; empty: none does
  bool idle = false;        // whether a seat without a trick decides it too
  int otherwise = 0;        // to a side that does not decide the deal where another seat does

  bool operator==(const Terms&) const = default;
};

// The cards of the suits, one suit after the other.
CardOrder order_of(const Terms& terms);

// In the places of that order, for hands of so many cards. std::invalid_argument names what does
// not fit.
Contract contract_of(const Terms& terms, const CardOrder& order, int cards);

// Points that the side may have in the end.
int most_points(const Terms& terms, const CardOrder& order, const Contract& contract);

}  // namespace vorhand::tricks

// The terms of a game as it states them, and the contract of the play that follows from them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tricks/rules.hpp"

namespace vorhand::tricks {

// Cards that a player who has others does not lead or discard, as sets.
struct Restrictions {
  Set locked = 0;  // not led before one of the keys was played
  Set keys = 0;
  Set barred = 0;  // not discarded in the first trick

  bool operator==(const Restrictions&) const = default;
};

// Payoffs of the side in the end, by its tricks and then by its points.
struct Payoffs {
  std::vector<std::vector<std::int16_t>> rows;  // all rise or all fall with the points; or none
  // Seats whose first trick chooses another table: the tables stand one after the other, by the
  // set of these seats that have a trick, the lowest seat counting least.
  std::uint32_t watched = 0;

  bool operator==(const Payoffs&) const = default;
};

// The condition under which one seat decides the deal for all (`Decisive`).
struct DecisiveTerms {
  std::vector<int> limits;  // points with which a seat does, by seat; empty: none does
  bool idle = false;        // whether a seat without a trick does too
  int otherwise = 0;        // to a side that does not where another seat does

  bool operator==(const DecisiveTerms&) const = default;
};

// The terms of a game, as it states them.
struct Terms {
  int seats = 4;
  std::vector<std::vector<int>> suits;  // cards, weak to strong
  int trump = kNoTrump;                 // number of a suit
  std::vector<int> points;              // by card; a missing one has none
  std::uint32_t side = 1;               // seats whose points count
  int trick_points = 0;
  int last_points = 0;
  int all_tricks = 0;
  Duties duties;
  Restrictions restrictions;
  std::vector<std::int16_t> worths;  // of points 0, 1, ... in the end; empty: the points count
  Payoffs payoffs;                   // in place of the worths
  DecisiveTerms decisive;
  TarokTerms tarok;

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

// The terms of a game as it states them, and the contract of a play derived from them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tricks/rules.hpp"

namespace vorhand::tricks {

// Sets of cards that a player with other cards may not lead or discard.
struct Restrictions {
  Set locked = 0;  // cards not led before a key is played
  Set keys = 0;
  Set barred = 0;  // cards not discarded in the first trick

  bool operator==(const Restrictions&) const = default;
};

// Payoffs of the side at the end, indexed by its tricks and then by its points.
struct Payoffs {
  std::vector<std::vector<std::int16_t>> rows;  // all rise or all fall with the points; or empty
  // Watched seats: the first trick of such a seat switches to another table of payoffs. There is
  // one table for each set of watched seats that have a trick. The set is the index of its table,
  // with the lowest seat as the lowest bit.
  std::uint32_t watched = 0;

  bool operator==(const Payoffs&) const = default;
};

// The condition under which one seat decides the deal for all (`Decisive`).
struct DecisiveTerms {
  std::vector<int> limits;  // points with which a seat decides, by seat; empty: none does
  bool idle = false;        // true: a seat without a trick decides the deal too
  int otherwise = 0;        // payoff of a side that does not decide, if another seat does

  bool operator==(const DecisiveTerms&) const = default;
};

// The terms of a game, as it states them.
struct Terms {
  int seats = 4;
  std::vector<std::vector<int>> suits;  // cards of each suit, weak to strong
  int trump = kNoTrump;                 // index of the trump suit
  std::vector<int> points;              // points by card; 0 for cards not listed
  std::uint32_t side = 1;               // seats whose points count
  int trick_points = 0;
  int last_points = 0;
  int all_tricks = 0;
  Duties duties;
  Restrictions restrictions;
  std::vector<std::int16_t>
      worths;       // worth of 0, 1, ... points at the end; empty: the points count
  Payoffs payoffs;  // payoffs in place of the worths
  DecisiveTerms decisive;
  TarokTerms tarok;

  bool operator==(const Terms&) const = default;
};

// Return the order of the cards: one suit after the other.
CardOrder order_of(const Terms& terms);

// Return the contract in the places of that order, for hands of `cards` cards. Throw
// std::invalid_argument naming the part that does not fit.
Contract contract_of(const Terms& terms, const CardOrder& order, int cards);

int most_points(const Terms& terms, const CardOrder& order, const Contract& contract);

}  // namespace vorhand::tricks

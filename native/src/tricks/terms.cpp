#include "tricks/terms.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>

namespace vorhand::tricks {

namespace {

void check_suit(const std::string& name, int suit, const Terms& terms) {
  if (suit < kNoTrump || suit >= static_cast<int>(terms.suits.size())) {
    refuse(name + " " + std::to_string(suit) + ": expected the number of a suit, or -1");
  }
}

void set_points(const Terms& terms, const CardOrder& order, Contract& contract) {
  for (Set left = order.all(); left;) {
    const int card = pop_lowest(left);
    const auto number = static_cast<std::size_t>(card);
    const int points = number < terms.points.size() ? terms.points[number] : 0;
    if (points < 0 || points > 1000) {
      refuse("points " + std::to_string(points) + ": expected 0 to 1000");
    }
    contract.points[static_cast<std::size_t>(order.place(card))] =
        static_cast<std::int16_t>(points);
    contract.dearest = std::max(contract.dearest, points);
  }
}

void check_worths(const Terms& terms, const CardOrder& order, const Contract& contract) {
  if (terms.worths.empty()) return;
  const int most = most_points(terms, order, contract);
  if (contract.all_tricks || terms.worths.size() > 64 ||
      static_cast<int>(terms.worths.size()) <= most) {
    refuse("worths: expected those of 0 to at least " + std::to_string(most) +
           " points, 64 at most, and none of all tricks");
  }
}

void set_payoffs(const Terms& terms, const CardOrder& order, int cards, Contract& contract) {
  if (terms.payoffs.watched >> terms.seats) refuse("watched: expected a set of the seats");
  contract.watched = terms.payoffs.watched;
  contract.payoffs = terms.payoffs.rows;
  const auto& rows = contract.payoffs;
  if (rows.empty()) {
    if (terms.tarok.pays()) refuse("last cards, fines and gifts: expected payoffs too");
    if (contract.watched) refuse("watched seats: expected payoffs too");
    return;
  }
  if (!terms.worths.empty() || contract.all_tricks || contract.last_points) {
    refuse("payoffs: expected no worths, and no points of the last or of all tricks");
  }
  const auto most =
      static_cast<std::size_t>(most_points(terms, order, contract) + contract.tarok.gift_points);
  const std::size_t tables = std::size_t{1} << count(contract.watched);
  contract.rows = rows.size() / tables;
  if (static_cast<int>(contract.rows) <= cards || contract.rows * tables != rows.size()) {
    refuse("payoffs: expected rows of all tricks, for each set of the watched seats");
  }
  auto goes = [&](auto up) {
    return std::all_of(rows.begin(), rows.end(),
                       [&](const auto& row) { return std::is_sorted(row.begin(), row.end(), up); });
  };
  contract.greedy = goes(std::less{});
  const bool short_row =
      std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.size() <= most; });
  if (short_row || (!contract.greedy && !goes(std::greater{}))) {
    refuse("payoffs: expected those of 0 to " + std::to_string(most) +
           " points, rising or falling in all rows");
  }
  contract.alike.resize(rows.size());
  for (std::size_t row = rows.size(); row-- > 0;) {
    const std::size_t tricks = row % contract.rows;
    const bool same = tricks + 1 < contract.rows && rows[row] == rows[row + 1];
    contract.alike[row] = same ? contract.alike[row + 1] : static_cast<int>(tricks);
  }
}

void set_decisive(const Terms& terms, Contract& contract) {
  const DecisiveTerms& stated = terms.decisive;
  contract.decisive = {!stated.limits.empty(), stated.idle, {}, stated.otherwise};
  if (stated.limits.empty()) {
    if (stated.idle || stated.otherwise) refuse("idle and otherwise: expected limits too");
    return;
  }
  if (static_cast<int>(stated.limits.size()) != terms.seats) {
    refuse("limits: expected those of " + std::to_string(terms.seats) + " seats");
  }
  for (const int limit : stated.limits) {
    if (limit < 1) refuse("limit " + std::to_string(limit) + ": expected 1 or more points");
  }
  if (std::abs(stated.otherwise) > 1000) {
    refuse("otherwise " + std::to_string(stated.otherwise) + ": expected -1000 to 1000");
  }
  if (terms.all_tricks || count(terms.side) != 1 ||
      (terms.worths.empty() && terms.payoffs.rows.empty()))
    refuse("limits: expected a side of one seat, worths or payoffs, and none of all tricks");
  std::copy(stated.limits.begin(), stated.limits.end(), contract.decisive.limits.begin());
}

}  // namespace

void refuse(const std::string& text) { throw std::invalid_argument(text); }

CardOrder order_of(const Terms& terms) {
  if (terms.suits.size() > kMostSuits) refuse("more than 8 suits");
  std::vector<int> cards;
  for (const std::vector<int>& suit : terms.suits) {
    cards.insert(cards.end(), suit.begin(), suit.end());
  }
  return CardOrder(cards);
}

Contract contract_of(const Terms& terms, const CardOrder& order, int cards) {
  check_suit("trump", terms.trump, terms);
  check_suit("obliged", terms.tarok.obliged, terms);
  Contract contract;
  contract.seats = terms.seats;
  int place = 0;
  contract.num_suits = static_cast<int>(terms.suits.size());
  for (std::size_t suit = 0; suit < terms.suits.size(); ++suit) {
    for (std::size_t i = 0; i < terms.suits[suit].size(); ++i) contract.suits[suit] |= bit(place++);
  }
  set_points(terms, order, contract);
  contract.trump = terms.trump;
  contract.duties = terms.duties;
  contract.trick_points = terms.trick_points;
  contract.last_points = terms.last_points;
  contract.all_tricks = terms.all_tricks;
  contract.side = terms.side;
  contract.first = (cards - 1) * terms.seats;
  contract.locked = order.places(terms.restrictions.locked & order.all());
  contract.keys = order.places(terms.restrictions.keys & order.all());
  contract.barred = order.places(terms.restrictions.barred & order.all());
  const int obliged = terms.tarok.obliged;
  contract.obliged =
      obliged < 0 ? contract.trumps() : contract.suits[static_cast<std::size_t>(obliged)];
  contract.tarok = tarok_of(terms.tarok, order, terms.seats);
  set_decisive(terms, contract);
  check_worths(terms, order, contract);
  set_payoffs(terms, order, cards, contract);
  return contract;
}

int most_points(const Terms& terms, const CardOrder& order, const Contract& contract) {
  const int tricks = (count(order.all()) + terms.seats - 1) / terms.seats;
  return terms.tarok.begin + contract.points_of(order.places(order.all())) + contract.last_points +
         tricks * contract.trick_points;
}

}  // namespace vorhand::tricks

// A trick-taking game in several worlds, for the searches in joint/.
//
// Levels are the different worths of results to the player, ascending. Seats of the player's side
// are partners; all others are opponents.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "joint/worlds_together.hpp"
#include "permutation.hpp"
#include "tricks/search.hpp"

namespace vorhand::tricks {

// The positions of a node, for an external solver (`SolveOpen`). Cards have the game's numbers.
struct OpenPositions {
  std::vector<Set> hands;   // [positions, seats]
  int leader;               // seat that led the trick, or is to lead
  std::vector<int> trick;   // cards on the table
  std::vector<int> points;  // points taken by the side, by position
};

// A function from positions to the results of best play, as `Play::values` counts them.
using SolveOpen = std::function<std::vector<int>(const OpenPositions&)>;

struct TogetherOptions {
  bool postponed = false;        // true: EPIMC; false: alpha-mu
  joint::Limits limits;          // plies: own cards (alpha-mu), or cards of all seats (EPIMC)
  std::vector<double> weights;   // by world
  std::vector<double> outcomes;  // worth to the player of each result from `lowest` on
  int lowest = 0;
  std::uint32_t own = 0;  // other seats whose cards the player plays, with open hands
  int dummy = -1;         // seat whose hand lies open after the first card; -1: none
  int declarer = -1;      // seat that plays dummy's cards
  SolveOpen solve;        // if empty, the exact search is used
};

// Worths of each legal card in each world, [worlds, moves], and the plies that were completed.
using TogetherValues = std::pair<std::vector<double>, int>;

template <typename T>
class JointGame {
 public:
  struct Place {
    Position<T> position;
    std::array<std::int8_t, T::kRoom> table{};  // places of the cards of the trick, in order
  };
  using Cell = joint::Cell<Place>;
  using Value = std::function<int(Search<T>&, const Position<T>&, int)>;

  // The contract, the order, the options and the search must outlive the game. Begins the search.
  JointGame(const Contract& contract, const CardOrder& order, std::vector<Place> roots,
            const TogetherOptions& options, Search<T>& search, Value value)
      : contract_(contract),
        order_(order),
        roots_(std::move(roots)),
        options_(options),
        search_(search),
        value_(std::move(value)),
        worths_(options.outcomes) {
    const Position<T>& first = roots_.at(0).position;
    own_ = options.own | 1u << first.player;
    ours_ = counts(contract, first.player);
    std::sort(worths_.begin(), worths_.end());
    worths_.erase(std::unique(worths_.begin(), worths_.end()), worths_.end());
    if (worths_.empty()) refuse("outcomes: expected at least one");
    search_.begin(contract);
  }

  std::size_t worlds() const { return roots_.size(); }
  const Place& root(std::size_t world) const { return roots_[world]; }

  joint::Role role(std::size_t, const Place& place) const {
    const int seat = place.position.player;
    if (place.position.to_play == 0) return joint::Role::kOver;
    if (own_ >> seat & 1) return joint::Role::kOwn;
    return counts(contract_, seat) == ours_ ? joint::Role::kPartner : joint::Role::kOpponent;
  }
  std::uint64_t seen(std::size_t, const Place& place) const {
    const int seat = place.position.player, dummy = options_.dummy;
    const auto& hands = place.position.hands;
    if (dummy < 0) return hands[static_cast<std::size_t>(seat)];
    const int sees = seat == dummy ? options_.declarer : seat;
    return mix64(hands[static_cast<std::size_t>(sees)]) ^ hands[static_cast<std::size_t>(dummy)];
  }
  Set legal(std::size_t, const Place& place) const {
    return legal_cards(contract_, place.position);
  }
  Set distinct(std::size_t, const Place& place, Set legal) const {
    return search_.distinct(place.position, legal);
  }
  int number(int card) const { return order_.card(card); }

  Place after(std::size_t, Place place, int card) const {
    place.table[static_cast<std::size_t>(place.position.trick.size)] =
        static_cast<std::int8_t>(card);
    tricks::play(contract_, place.position, card);
    return place;
  }

  bool may_fall(const Cell& cell) const {
    for (std::size_t seat = 0; seat < T::kRoom; ++seat) {
      if ((own_ >> seat & 1) && count(cell.place.position.hands[seat]) > 1) return true;
    }
    return false;
  }
  bool is_fixed(const Cell& cell) const { return cell.place.position.to_play == 0; }

  void rate(std::span<Cell> cells) {
    if (options_.solve && cells[0].place.position.to_play > 0) {
      const std::vector<int> results = options_.solve(positions_of(cells));
      if (results.size() != cells.size()) refuse("open hands: expected a result for each world");
      for (std::size_t i = 0; i < cells.size(); ++i) set_top(cells[i], results[i]);
      return;
    }
    for (Cell& cell : cells) {
      guess_ = value_(search_, cell.place.position, guess_);
      set_top(cell, guess_);
    }
  }
  int best(std::size_t) const { return static_cast<int>(worths_.size()) - 1; }
  double worth(std::size_t, int level) const { return worths_[static_cast<std::size_t>(level)]; }

 private:
  void set_top(Cell& cell, int result) const {
    const int index = result - options_.lowest;
    if (index < 0 || index >= static_cast<int>(options_.outcomes.size())) {
      refuse("outcomes: expected one of " + std::to_string(result) + " points");
    }
    const double worth = options_.outcomes[static_cast<std::size_t>(index)];
    const auto place = std::lower_bound(worths_.begin(), worths_.end(), worth);
    cell.top = std::min(cell.cap, static_cast<int>(place - worths_.begin()));
  }

  OpenPositions positions_of(std::span<const Cell> cells) const {
    const Place& first = cells[0].place;
    const int on_table = first.position.trick.size, seats = seats_of<T>(contract_);
    OpenPositions result;
    result.leader = (first.position.player - on_table + seats) % seats;
    for (int i = 0; i < on_table; ++i) {
      result.trick.push_back(order_.card(first.table[static_cast<std::size_t>(i)]));
    }
    for (const Cell& cell : cells) {
      for (int seat = 0; seat < seats; ++seat) {
        const auto index = static_cast<std::size_t>(seat);
        result.hands.push_back(order_.cards(cell.place.position.hands[index]));
      }
      result.points.push_back(cell.place.position.points);
    }
    return result;
  }

  const Contract& contract_;
  const CardOrder& order_;
  std::vector<Place> roots_;
  const TogetherOptions& options_;
  Search<T>& search_;
  Value value_;
  std::vector<double> worths_;
  std::uint32_t own_ = 0;
  bool ours_ = false;
  int guess_ = 0;
};

}  // namespace vorhand::tricks

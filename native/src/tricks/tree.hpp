// Monte Carlo tree search over worlds; each seat maximises its own worth.
//
// One tree of the cards played: each iteration takes a world, descends by UCB1 over the
// cards legal in it (a card's parent count is the number of times it was legal), adds one node and
// plays the rest by rules of thumb (single-observer ISMCTS, Cowling, Powley and Whitehouse, IEEE
// T-CIAIG 4(2), 2012).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "random_member.hpp"
#include "tricks/goals.hpp"
#include "tricks/playouts.hpp"

namespace vorhand::tricks {

template <typename T>
class Tree {
 public:
  // All arguments except the options must outlive the tree.
  Tree(const Contract& contract, const Goals& goals, const TreeOptions& options)
      : contract_(contract), goals_(goals), options_(options), random_(options.seed) {
    for (const auto& worths : goals.worths) {
      auto [least, most] = std::ranges::minmax(worths);
      if (contract.decisive.active) {
        least = std::min<double>(least, contract.decisive.otherwise);
        most = std::max<double>(most, contract.decisive.otherwise);
      }
      least_.push_back(least);
      range_.push_back(std::max(most - least, 1e-9));
    }
    nodes_.reserve(static_cast<std::size_t>(options.simulations) + 1);
    nodes_.push_back({});
  }

  // `wanted`: the number of tricks that each seat still wants.
  void iterate(Position<T> position, Wanted wanted) {
    path_.clear();
    int at = 0;
    for (bool added = false; position.to_play && !added;) {
      const int mover = position.player;
      at = next(at, legal_cards(contract_, position), added);
      path_.emplace_back(at, mover);
      play(contract_, position, wanted, nodes_[index(at)].card);
    }
    while (position.to_play) play(contract_, position, wanted, played_out(position, wanted));
    const auto rewards = rewards_of(position);
    for (const auto& [node, mover] : path_) {
      ++nodes_[index(node)].visits;
      nodes_[index(node)].reward += rewards[index(mover)];
    }
  }

  // Return the visits of a card at the root, and its mean worth to the seat that plays there.
  std::pair<double, double> of(int card, int seat) const {
    for (int child = nodes_[0].first; child >= 0; child = nodes_[index(child)].sibling) {
      const Node& node = nodes_[index(child)];
      if (node.card != card || node.visits == 0) continue;
      return {node.visits, least_[index(seat)] + range_[index(seat)] * node.reward / node.visits};
    }
    return {0, least_[index(seat)]};
  }

 private:
  struct Node {
    int first = -1, sibling = -1;  // first child of the node; next child of its parent
    int card = -1;
    int visits = 0, available = 0;
    double reward = 0;  // total for the player of the card, 0 .. 1 per visit
  };

  // Return the child for the descent: an untried one if any (`added`), else the best by UCB1.
  int next(int parent, Set legal, bool& added) {
    Set untried = legal;
    int best = -1;
    double most = 0;
    for (int child = nodes_[index(parent)].first; child >= 0;) {
      Node& node = nodes_[index(child)];
      untried &= ~bit(node.card);
      if (legal & bit(node.card)) {
        ++node.available;
        const double score =
            node.reward / node.visits +
            options_.exploration * std::sqrt(std::log(node.available) / node.visits);
        if (best < 0 || score > most) best = child, most = score;
      }
      child = node.sibling;
    }
    added = untried != 0;
    return added ? add(parent, random_member(untried, random_)) : best;
  }

  int add(int parent, int card) {
    const int child = static_cast<int>(nodes_.size());
    nodes_.push_back({-1, nodes_[index(parent)].first, card, 0, 1, 0.0});
    nodes_[index(parent)].first = child;
    return child;
  }

  int played_out(const Position<T>& position, const Wanted& wanted) {
    if (options_.chance > 0 && random_.unit() < options_.chance) {
      return random_member(legal_cards(contract_, position), random_);
    }
    return thumb(contract_, position, wanted);
  }

  std::array<double, T::kRoom> rewards_of(const Position<T>& end) const {
    std::array<double, T::kRoom> rewards{};
    for (std::size_t seat = 0; seat < seats_of<T, std::size_t>(contract_); ++seat) {
      rewards[seat] = (worth_to(contract_, goals_, end, seat) - least_[seat]) / range_[seat];
    }
    return rewards;
  }

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  const Contract& contract_;
  const Goals& goals_;
  const TreeOptions options_;
  Random random_;
  std::vector<double> least_, range_;  // least worth and range of worths, by seat
  std::vector<Node> nodes_;
  std::vector<std::pair<int, int>> path_;  // nodes, and the players of their cards
};

}  // namespace vorhand::tricks

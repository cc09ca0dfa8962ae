#include "schnapsen/tree_search.hpp"

#include <array>
#include <cmath>

#include "random_member.hpp"

namespace vorhand::schnapsen {

namespace {

constexpr double kMostPoints = 3;

struct Node {
  Action action;
  int mover;  // player of the action
  int visits = 0;
  int available = 0;
  double reward = 0;  // total for the player of the action, -1 .. 1 per visit
  std::vector<int> children;
};

class Tree {
 public:
  Tree(const Rules& rules, double exploration, Random& random)
      : rules_(rules), exploration_(exploration), random_(random) {
    nodes_.push_back({-1, -1, 0, 0, 0, {}});
  }

  void iterate(Deal deal) {
    std::vector<int> path;
    int at = 0;
    while (!deal.terminal()) {
      const ActionSet legal = legal_actions(rules_, deal);
      ActionSet tried = 0;
      for (const int child : nodes_[std::size_t(at)].children) {
        tried |= action_bit(nodes_[std::size_t(child)].action);
      }
      const bool expand = (legal & ~tried) != 0;
      const int mover = deal.to_move();
      if (expand) {
        at = add(at, random_member(legal & ~tried, random_), mover);
      } else {
        at = select(at, legal);
      }
      path.push_back(at);
      apply(rules_, deal, nodes_[std::size_t(at)].action);
      if (expand) break;
    }
    while (!deal.terminal())
      apply(rules_, deal, random_member(legal_actions(rules_, deal), random_));
    for (const int index : path) {
      Node& node = nodes_[std::size_t(index)];
      ++node.visits;
      node.reward += (node.mover == 0 ? deal.value() : -deal.value()) / kMostPoints;
    }
  }

  std::vector<std::int64_t> visits(ActionSet legal) const {
    std::vector<std::int64_t> counts;
    for (; legal; legal &= legal - 1) {
      counts.push_back(0);
      for (const int child : nodes_[0].children) {
        const Node& node = nodes_[std::size_t(child)];
        if (node.action == std::countr_zero(legal)) counts.back() = node.visits;
      }
    }
    return counts;
  }

 private:
  int add(int parent, Action action, int mover) {
    const int index = static_cast<int>(nodes_.size());
    nodes_.push_back({action, mover, 0, 1, 0, {}});
    nodes_[std::size_t(parent)].children.push_back(index);
    return index;
  }

  int select(int parent, ActionSet legal) {
    int best = -1;
    double best_score = 0;
    for (const int child : nodes_[std::size_t(parent)].children) {
      Node& node = nodes_[std::size_t(child)];
      if (!(legal & action_bit(node.action))) continue;
      ++node.available;
      const double score = node.reward / node.visits +
                           exploration_ * std::sqrt(std::log(node.available) / node.visits);
      if (best < 0 || score > best_score) {
        best = child;
        best_score = score;
      }
    }
    return best;
  }

  const Rules& rules_;
  double exploration_;
  Random& random_;
  std::vector<Node> nodes_;
};

}  // namespace

std::vector<std::int64_t> tree_search(const Rules& rules, const std::vector<Deal>& worlds,
                                      int simulations, double exploration, Random& random) {
  Tree tree(rules, exploration, random);
  for (int i = 0; i < simulations; ++i) tree.iterate(worlds[std::size_t(i) % worlds.size()]);
  return tree.visits(legal_actions(rules, worlds[0]));
}

}  // namespace vorhand::schnapsen

#include "schnapsen/policy/policy_search.hpp"

#include <bit>
#include <cmath>
#include <unordered_map>

#include "permutation.hpp"

namespace vorhand::schnapsen {

namespace {

struct Edge {
  Action action;
  float prior;
  std::int32_t visits = 0;
  double sum = 0;
};

struct Node {
  std::int32_t first, size;  // edges
  std::int32_t visits = 0;
  double sum = 0;
};

class Tree {
 public:
  Tree(const Rules& rules, const Policy& policy, Solver& solver, const SearchSettings& settings,
       const std::array<double, 2 * kMostPoints + 1>& worth, Random& random)
      : rules_(rules),
        policy_(policy),
        solver_(solver),
        settings_(settings),
        worth_(worth),
        random_(random) {}

  void iterate(Deal deal) {
    const int player = deal.to_move();
    path_.clear();
    std::uint64_t seen = 0;
    for (;;) {
      const auto [place, added] = nodes_at_.try_emplace(seen, nodes_.size());
      if (added) nodes_.push_back(node_of(deal));
      const std::size_t at = place->second;
      if (added && !path_.empty()) break;
      const std::size_t edge = select(nodes_[at]);
      path_.push_back({at, edge});
      seen = mix64(seen ^ (edge + 1));
      apply(rules_, deal, edges_[edge].action);
      while (hidden(deal) && deal.to_move() != player) {
        const Action action = policy_.draw(rules_, deal, random_);
        seen = mix64(seen ^ std::uint64_t(action + 1) << 32);
        apply(rules_, deal, action);
      }
      if (!hidden(deal)) break;
      seen = mix64(seen ^ deal.hands[static_cast<std::size_t>(player)]);
    }
    const double value = worth_of(finished(deal), player);
    for (const auto& [at, edge] : path_) {
      ++nodes_[at].visits;
      nodes_[at].sum += value;
      ++edges_[edge].visits;
      edges_[edge].sum += value;
    }
  }

  std::vector<Searched> root() const {
    std::vector<Searched> result;
    for (std::int32_t i = 0; i < nodes_[0].size; ++i) {
      const Edge& edge = edges_[static_cast<std::size_t>(nodes_[0].first + i)];
      result.push_back({edge.visits, edge.visits ? edge.sum / edge.visits : worth_.front()});
    }
    return result;
  }

 private:
  struct Step {
    std::size_t node, edge;
  };

  bool hidden(const Deal& deal) const {
    if (deal.terminal()) return false;
    return deal.open() || (settings_.closed_hidden && deal.closer >= 0);
  }

  int finished(Deal deal) {
    while (hidden(deal)) apply(rules_, deal, policy_.draw(rules_, deal, random_));
    return deal.terminal() ? deal.value() : solver_.value(deal);
  }

  double worth_of(int value, int player) const {
    return worth_[static_cast<std::size_t>((player == 0 ? value : -value) + kMostPoints)];
  }

  Node node_of(const Deal& deal) {
    std::array<float, kNumActions> shares;
    ActionSet left = legal_actions(rules_, deal);
    Node node{static_cast<std::int32_t>(edges_.size()), std::popcount(left)};
    if (node.size > 1)
      policy_.chances(rules_, deal, shares);
    else
      shares[0] = 1;
    for (std::size_t i = 0; left; left &= left - 1, ++i)
      edges_.push_back({std::countr_zero(left), shares[i]});
    return node;
  }

  // The action of greatest mean with a bonus for what the policy likes and few tried (PUCT).
  // Actions not yet tried count as much as the node.
  std::size_t select(const Node& node) const {
    const double range = worth_.back() - worth_.front();
    const double mean = node.visits ? node.sum / node.visits : 0;
    const double bonus = settings_.exploration * range * std::sqrt(double(node.visits) + 1);
    std::size_t best = 0;
    double best_score = -INFINITY;
    for (std::int32_t i = 0; i < node.size; ++i) {
      const auto place = static_cast<std::size_t>(node.first + i);
      const Edge& edge = edges_[place];
      const double score =
          (edge.visits ? edge.sum / edge.visits : mean) + bonus * double(edge.prior) / (1 + edge.visits);
      if (score > best_score) {
        best = place;
        best_score = score;
      }
    }
    return best;
  }

  const Rules& rules_;
  const Policy& policy_;
  Solver& solver_;
  const SearchSettings& settings_;
  const std::array<double, 2 * kMostPoints + 1>& worth_;
  Random& random_;
  std::unordered_map<std::uint64_t, std::size_t> nodes_at_;  // by what was seen
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Step> path_;
};

}  // namespace

std::vector<Searched> policy_search(const Rules& rules, const Policy& policy, Solver& solver,
                                    const std::function<Deal(int)>& world,
                                    const std::array<double, 2 * kMostPoints + 1>& worth,
                                    const SearchSettings& settings, Random& random) {
  Tree tree(rules, policy, solver, settings, worth, random);
  for (int i = 0; i < settings.iterations; ++i) tree.iterate(world(i));
  return tree.root();
}

}  // namespace vorhand::schnapsen

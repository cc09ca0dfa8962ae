#include "schnapsen/policy/policy_tree.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "by_weight.hpp"
#include "permutation.hpp"
#include "schnapsen/policy/playouts.hpp"

namespace vorhand::schnapsen {

namespace {

constexpr std::size_t kNone = -1;
constexpr std::int64_t kBetweenChecks = 32;  // iterations between time checks

struct Edge {
  Action action;
  float share;  // probability by the policy
  Tried tried = {};
};

struct Node {
  std::size_t first_edge, edges;
  Tried tried = {};
};

class Tree {
 public:
  Tree(const Rules& rules, const Policy& policy, const TreeSettings& settings, Random& random)
      : rules_(rules),
        policy_(policy),
        settings_(settings),
        range_(settings.worth.back() - settings.worth.front()),
        random_(random),
        solver_(rules) {}

  // `first` is the edge to take at the root; kNone: the best one.
  void iterate(Deal deal, std::size_t first = kNone) {
    const int player = deal.to_move();
    path_.clear();
    for (std::uint64_t seen = 0;;) {
      const auto found = nodes_by_sight_.find(seen);
      if (found == nodes_by_sight_.end() && !path_.empty()) {
        if (nodes_.size() < kMostNodes) add(deal, seen);
        break;
      }
      const std::size_t node = found == nodes_by_sight_.end() ? add(deal, seen) : found->second;
      const std::size_t edge = path_.empty() && first != kNone ? first : best_edge(nodes_[node]);
      path_.push_back({node, edge});
      apply(rules_, deal, edges_[edge].action);
      seen = until_own_turn(deal, player, mix64(seen ^ (edge + 1)));
      if (!hidden(deal)) break;
    }
    count(play_out(rules_, policy_, solver_, deal, random_) * (player == 0 ? 1 : -1));
  }

  std::vector<TriedAction> at_root() const {
    std::vector<TriedAction> result = root_;
    for (std::size_t i = 0; i < result.size(); ++i) result[i].all = edges_[i].tried;
    return result;
  }

  // Return the first root action with fewer than `least` visits; kNone if there is none.
  std::size_t visited_less(std::int64_t least) const {
    for (std::size_t i = 0; i < nodes_[0].edges; ++i)
      if (edges_[i].tried.visits < least) return i;
    return kNone;
  }

  void count_added(std::size_t edge) { ++root_[edge].added; }

 private:
  struct Step {
    std::size_t node, edge;
  };

  static bool hidden(const Deal& deal) { return !deal.terminal() && deal.open(); }

  std::size_t add(const Deal& deal, std::uint64_t seen) {
    std::array<float, kNumActions> shares;
    const int actions = policy_.chances(rules_, deal, shares);
    nodes_.push_back({edges_.size(), static_cast<std::size_t>(actions)});
    ActionSet left = legal_actions(rules_, deal);
    for (std::size_t i = 0; left; left &= left - 1, ++i)
      edges_.push_back({std::countr_zero(left), shares[i]});
    nodes_by_sight_.emplace(seen, nodes_.size() - 1);
    return nodes_.size() - 1;
  }

  // Let the opponent act while it is their turn. Return `seen` hashed with their actions and with
  // the player's hand.
  std::uint64_t until_own_turn(Deal& deal, int player, std::uint64_t seen) {
    while (hidden(deal) && deal.to_move() != player) {
      const Action action = policy_.draw(rules_, deal, random_);
      seen = mix64(seen ^ std::uint64_t(action + 1) << 32);
      apply(rules_, deal, action);
    }
    return mix64(seen ^ deal.hands[static_cast<std::size_t>(player)]);
  }

  // Return the edge of greatest mean plus PUCT bonus. An unvisited edge has the node's mean.
  std::size_t best_edge(const Node& node) const {
    const auto visits = static_cast<double>(node.tried.visits);
    const double mean = visits > 0 ? node.tried.sum / visits : 0;
    const double bonus = settings_.exploration * range_ * std::sqrt(visits + 1);
    std::size_t best = node.first_edge;
    double best_score = -INFINITY;
    for (std::size_t i = node.first_edge; i < node.first_edge + node.edges; ++i) {
      const auto& [action, share, tried] = edges_[i];
      const auto times = static_cast<double>(tried.visits);
      const double score =
          (times > 0 ? tried.sum / times : mean) + bonus * double(share) / (1 + times);
      if (score > best_score) {
        best = i;
        best_score = score;
      }
    }
    return best;
  }

  void count(int points) {
    const double worth = settings_.worth[static_cast<std::size_t>(points + kMostPoints)];
    for (const auto& [node, edge] : path_)
      for (Tried* tried : {&nodes_[node].tried, &edges_[edge].tried})
        tried->count(points > 0, worth);
    root_.resize(nodes_[0].edges);
    Tried& first = root_[path_[0].edge].first;
    if (first.visits < settings_.least) first.count(points > 0, worth);
  }

  const Rules& rules_;
  const Policy& policy_;
  const TreeSettings& settings_;
  const double range_;
  Random& random_;
  Solver solver_;
  std::unordered_map<std::uint64_t, std::size_t> nodes_by_sight_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<TriedAction> root_;  // root actions; their `all` totals are stored with the edges
  std::vector<Step> path_;
};

void check(const TreeSettings& settings) {
  const auto& worth = settings.worth;
  const bool finite = std::ranges::all_of(worth, [](double some) { return std::isfinite(some); });
  if (!finite || !std::ranges::is_sorted(worth))
    throw std::invalid_argument("worth: expected finite numbers that never fall");
  if (!std::isfinite(settings.exploration) || settings.exploration < 0)
    throw std::invalid_argument("exploration " + std::to_string(settings.exploration) +
                                ": expected a finite number of at least 0");
  if (!(settings.seconds >= 0))
    throw std::invalid_argument("seconds " + std::to_string(settings.seconds) +
                                ": expected at least 0");
  if (settings.least < 0)
    throw std::invalid_argument("least " + std::to_string(settings.least) +
                                ": expected at least 0");
  if (settings.iterations < 1)
    throw std::invalid_argument("iterations " + std::to_string(settings.iterations) +
                                ": expected 1 or more");
}

}  // namespace

std::vector<TriedAction> policy_tree(const Rules& rules, const Policy& policy, const Worlds& worlds,
                                     std::span<const std::uint64_t> numbers,
                                     std::span<const double> weights, const TreeSettings& settings,
                                     Random& random, KeepGoing keep_going) {
  using Clock = std::chrono::steady_clock;
  check(settings);
  const auto begun = Clock::now();
  const auto over = [&] {
    return std::chrono::duration<double>(Clock::now() - begun).count() >= settings.seconds;
  };
  const ByWeight drawn(weights, numbers.size());
  Tree tree(rules, policy, settings, random);
  const auto world = [&] {
    const std::uint64_t hand = numbers[drawn(random)] / worlds.orders();
    return worlds.world(hand * worlds.orders() + random.below(worlds.orders()));
  };
  std::int64_t done = 0;
  const auto stopped = [&] { return ++done % kBetweenChecks == 0 && (over() || !keep_going()); };
  bool ended = false;
  while (!ended && done < settings.iterations) {
    tree.iterate(world());
    ended = stopped();
  }
  for (std::size_t edge; !ended && (edge = tree.visited_less(settings.least)) != kNone;) {
    tree.iterate(world(), edge);
    tree.count_added(edge);
    ended = stopped();
  }
  return tree.at_root();
}

}  // namespace vorhand::schnapsen

#include "schnapsen/deal_tree.hpp"

#include <array>
#include <string>
#include <unordered_map>

namespace vorhand::schnapsen {

namespace {

// One player's knowledge, as node numbers of a trie over the player's own cards and all actions.
class Knowledge {
 public:
  std::uint32_t of_hand(CardSet hand) { return number(std::uint64_t{hand} << 16); }
  std::uint32_t after(std::uint32_t known, Action action, CardSet drawn) {
    const int card = drawn ? lowest(drawn) + 1 : 0;
    return number(std::uint64_t{known} << 16 | std::uint64_t(action + 1) << 8 |
                  static_cast<std::uint64_t>(card));
  }
  // The information set of a turn: kNew, kForcedSet or a number.
  std::int32_t& set(std::uint32_t known) { return sets_[known]; }

  static constexpr std::int32_t kNew = -2;
  static constexpr std::int32_t kForcedSet = -1;

 private:
  std::uint32_t number(std::uint64_t key) {
    const auto [found, added] = numbers_.try_emplace(key, static_cast<std::uint32_t>(sets_.size()));
    if (added) sets_.push_back(kNew);
    return found->second;
  }

  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<std::int32_t> sets_;
};

class DealTreeBuilder {
 public:
  DealTreeBuilder(const Rules& rules, std::size_t node_budget)
      : rules_(rules), node_budget_(node_budget) {}

  DealTree take() { return std::move(tree_); }

  void add(const Deal& deal) {
    tree_.roots.push_back(static_cast<std::int32_t>(tree_.level.size()));
    walk({deal, {players_[0].of_hand(deal.hands[0]), players_[1].of_hand(deal.hands[1])}}, 0);
  }

 private:
  struct Position {
    Deal deal;
    std::array<std::uint32_t, 2> known;
  };

  std::size_t add_node(int level) {
    if (tree_.level.size() >= node_budget_) {
      throw DealTreeTooLarge("the deals have more than " + std::to_string(node_budget_) + " nodes");
    }
    return tree_.add_node(level);
  }

  void walk(const Position& position, int level) {
    const std::size_t node = add_node(level);
    if (const int value = forced_value(position.deal)) {
      tree_.payoff[node] = static_cast<float>(value);
      count_forced(position);
      return;
    }
    const Deal& deal = position.deal;
    ActionSet legal = legal_actions(rules_, deal);
    const int moves = std::popcount(legal);
    tree_.moves[node] = static_cast<std::int8_t>(moves);
    tree_.mover[node] = moves > 1 ? static_cast<std::int8_t>(deal.to_move()) : DealTree::kForced;
    tree_.set[node] = set_of(position, moves);
    for (; legal; legal &= legal - 1) walk(after(position, std::countr_zero(legal)), level + 1);
  }

  // Return the value to player 0 if all play is forced, else 0. No deal has the value 0.
  int forced_value(Deal deal) const {
    while (!deal.terminal()) {
      const ActionSet legal = legal_actions(rules_, deal);
      if (legal & (legal - 1)) return 0;
      apply(rules_, deal, std::countr_zero(legal));
    }
    return deal.value();
  }

  void count_forced(Position position) {
    while (!position.deal.terminal()) {
      set_of(position, 1);
      position = after(position, std::countr_zero(legal_actions(rules_, position.deal)));
    }
    ++tree_.states;
  }

  std::int32_t set_of(const Position& position, int moves) {
    const int player = position.deal.to_move();
    std::int32_t& set = players_[player].set(position.known[player]);
    ++tree_.states;
    if (set == Knowledge::kNew) {
      ++tree_.information_sets;
      set = Knowledge::kForcedSet;
      if (moves > 1) {
        set = static_cast<std::int32_t>(tree_.moves_of_set.size());
        tree_.moves_of_set.push_back(static_cast<std::int8_t>(moves));
      }
    }
    return set;
  }

  Position after(const Position& position, Action action) {
    Position next = position;
    apply(rules_, next.deal, action);
    if (next.deal.terminal()) return next;
    for (int player = 0; player < 2; ++player) {
      const CardSet drawn = next.deal.hands[player] & ~position.deal.hands[player];
      next.known[player] = players_[player].after(position.known[player], action, drawn);
    }
    return next;
  }

  const Rules rules_;
  const std::size_t node_budget_;
  DealTree tree_;
  std::array<Knowledge, 2> players_;
};

}  // namespace

DealTree deal_tree(const Rules& rules, const std::vector<std::vector<Card>>& packs, int leader,
                   std::size_t node_budget) {
  DealTreeBuilder builder(rules, node_budget);
  const std::size_t up = 2 * static_cast<std::size_t>(rules.hand_size);
  for (const auto& pack : packs) {
    const Deal deal = deal_pack(rules, pack, leader);
    if (pack[up] != packs[0][up]) {
      throw std::invalid_argument("packs: expected the same card turned up in all");
    }
    builder.add(deal);
  }
  return builder.take();
}

}  // namespace vorhand::schnapsen

#include "skat/ending_tree.hpp"

#include <string>
#include <unordered_map>

#include "permutation.hpp"

namespace vorhand::skat {

namespace {

struct Position {
  std::array<CardSet, kNumPlayers> hands;
  std::array<Card, 2> trick;
  int on_table = 0;
  int leader = 0;
  int points = 0;
  int tricks = 0;
  int played = 0;
  std::uint64_t history = 0;
};

class Builder {
 public:
  Builder(const Ending& ending, std::size_t node_budget)
      : ending_(ending), node_budget_(node_budget) {}

  ArrayTree take() { return std::move(tree_); }

  void add_world(const std::array<CardSet, 4>& world) {
    const CardSet skat = world[3], soloist_cards = world[ending_.soloist] | ending_.soloist_played;
    matadors_ = matadors(ending_.declaration.contract, soloist_cards | skat);
    skat_points_ = card_points(skat);
    Position position{{world[0], world[1], world[2]}, {}, 0, ending_.leader, 0, 0, 0, 0};
    position.points = ending_.soloist_points;
    position.tricks = ending_.soloist_tricks;
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      const bool knows_skat = seat == ending_.soloist && ending_.soloist_knows_skat;
      own_[seat] = mix64(mix64(world[seat] + 1) ^ mix64(~std::uint64_t{knows_skat ? skat : 0}) ^
                         static_cast<std::uint64_t>(seat));
    }
    tree_.roots.push_back(static_cast<std::int32_t>(tree_.level.size()));
    walk(position);
  }

 private:
  Contract contract() const { return ending_.declaration.contract; }

  std::size_t add_node(const Position& position) {
    if (tree_.level.size() >= node_budget_) {
      throw EndingTooLarge("the ending has more than " + std::to_string(node_budget_) + " nodes");
    }
    return tree_.add_node(position.played);
  }

  void walk(const Position& position) {
    const std::size_t node = add_node(position);
    if (position.on_table == 0 && count(position.hands[0]) <= 1) {
      tree_.payoff[node] = last_trick(position);
      return;
    }
    const int seat = (position.leader + position.on_table) % kNumPlayers;
    const Card led = position.on_table ? position.trick[0] : -1;
    const CardSet legal = legal_cards(contract(), position.hands[seat], led);
    const int moves = count(legal);
    tree_.moves[node] = static_cast<std::int8_t>(moves);
    tree_.mover[node] = moves > 1 ? static_cast<std::int8_t>(seat) : ArrayTree::kForced;
    if (moves > 1) tree_.set[node] = set_of(seat, position.history, moves);
    for (CardSet rest = legal; rest; rest &= rest - 1) walk(after(position, lowest(rest)));
  }

  std::int32_t set_of(int seat, std::uint64_t history, int moves) {
    const auto next = static_cast<std::int32_t>(sets_.size());
    const auto [found, added] = sets_.try_emplace(mix64(history ^ own_[seat]), next);
    if (added) tree_.moves_of_set.push_back(static_cast<std::int8_t>(moves));
    return found->second;
  }

  Position after(const Position& position, Card card) const {
    Position next = position;
    const int seat = (position.leader + position.on_table) % kNumPlayers;
    next.hands[seat] &= ~bit(card);
    next.history = mix64(position.history + static_cast<std::uint64_t>(card) + 1);
    ++next.played;
    if (position.on_table < 2) {
      next.trick[position.on_table] = card;
      ++next.on_table;
      return next;
    }
    const int winner =
        (position.leader + trick_winner(contract(), position.trick[0], position.trick[1], card)) %
        kNumPlayers;
    if (winner == ending_.soloist) {
      next.points += card_points(bit(position.trick[0]) | bit(position.trick[1]) | bit(card));
      ++next.tricks;
    }
    next.leader = winner;
    next.on_table = 0;
    return next;
  }

  float last_trick(Position position) const {
    while (position.hands[(position.leader + position.on_table) % kNumPlayers]) {
      position = after(position,
                       lowest(position.hands[(position.leader + position.on_table) % kNumPlayers]));
    }
    const Result result = judge(ending_.soloist, ending_.declaration, matadors_, ending_.bid,
                                position.points + skat_points_, position.tricks);
    const auto score = scores(Scoring::kSeegerFabian, result);
    return static_cast<float>(score[ending_.soloist] - score[(ending_.soloist + 1) % kNumPlayers]);
  }

  const Ending ending_;
  const std::size_t node_budget_;
  ArrayTree tree_;
  std::unordered_map<std::uint64_t, std::int32_t> sets_;
  std::array<std::uint64_t, kNumPlayers> own_{};
  int matadors_ = 0;
  int skat_points_ = 0;
};

}  // namespace

ArrayTree ending_tree(const Ending& ending, const std::vector<std::array<CardSet, 4>>& worlds,
                      std::size_t node_budget) {
  Builder builder(ending, node_budget);
  for (const auto& world : worlds) builder.add_world(world);
  return builder.take();
}

}  // namespace vorhand::skat

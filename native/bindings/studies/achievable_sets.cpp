// vorhand.native.studies: worlds that one strategy wins together.
#include "skat/studies/achievable_sets.hpp"

#include "arrays.hpp"
#include "asking.hpp"
#include "bindings.hpp"
#include "skat/solver/batch.hpp"
#include "skat_paranoid.hpp"
#include "skat_positions.hpp"
#include "studies.hpp"

namespace vorhand::bindings {
namespace {

using namespace skat;

// Return a row per world: its membership in each card's set.
std::vector<std::uint8_t> sets_by_card(AchievableSets& sets, const std::vector<WorldToWin>& worlds,
                                       std::uint64_t node_budget) {
  std::vector<std::uint8_t> found(worlds.size() * kNumCards, 0);
  for (CardSet left = worlds.empty() ? 0 : worlds[0].open.legal(); left;) {
    const Card card = pop_lowest(left);
    bool lost = false;
    std::vector<WorldToWin> next;
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < worlds.size(); ++k) {
      const WorldToWin played = sets.after(worlds[k], card, lost);
      if (lost) continue;
      next.push_back(played);
      open.push_back(k);
    }
    const std::vector<bool> joined = sets.grow(next, node_budget);
    for (std::size_t k = 0; k < open.size(); ++k) {
      found[open[k] * kNumCards + static_cast<std::size_t>(card)] = joined[k];
    }
  }
  return found;
}

Matrix<std::uint8_t> achievable_sets(const Worlds& worlds, int contract, int leader,
                                     const std::vector<int>& trick, const std::string& goal,
                                     const Numbers& need, std::uint64_t node_budget) {
  const std::vector<Position> positions = to_positions(worlds, contract, 0, leader, trick);
  for (const Position& position : positions) validate(position);
  const ParanoidGoal wanted = goal_of(goal, to_contract(contract));
  if (need.shape(0) != positions.size()) throw std::invalid_argument("need: expected one a world");
  if (node_budget > AchievableSets::kMostNodes) {
    throw std::invalid_argument("node_budget " + std::to_string(node_budget) +
                                ": expected at most " + std::to_string(AchievableSets::kMostNodes));
  }
  std::vector<WorldToWin> to_win;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    if (positions[k].to_move() != 0) throw std::invalid_argument("the soloist is not to move");
    if (positions[k].hands[0] != positions[0].hands[0]) {
      throw std::invalid_argument("worlds: expected the same hand of the soloist in all");
    }
    to_win.push_back({positions[k], wanted == ParanoidGoal::kPoints ? need(k) : 1});
  }
  auto found = interruptibly<solver::Cancelled>([&](const KeepGoing& keep_going) {
    AchievableSets sets(wanted, keep_going);
    return sets_by_card(sets, to_win, node_budget);
  });
  return as_array<Matrix<std::uint8_t>>(std::move(found), {positions.size(), kNumCards});
}

}  // namespace

void bind_achievable_sets(nb::module_& m) {
  m.def(
      "achievable_sets", &achievable_sets, "worlds"_a, "contract"_a, "leader"_a, "trick"_a,
      "goal"_a, "need"_a, "node_budget"_a = 0,
      "Return worlds that the soloist, who is to move, wins together by one strategy after each\n"
      "card (achievable sets, Furtak's thesis, chapter 6): uint8 [n, 32], 1 where the world is in\n"
      "the set of that card. A set grows world by world, fewest points to spare first.\n\n"
      "Args:\n"
      "  worlds: uint32 [n, 3], hands of the soloist, the next player and the one after; the\n"
      "    soloist's is the same in all.\n"
      "  contract, leader, trick, goal: as for `unlosable`.\n"
      "  need: int32 [n], the further card points needed in each world, its skat taken off.\n"
      "  node_budget: most nodes of one question about a set; a set that needs more does not\n"
      "    count as won. 0: no limit.\n\n"
      "Raises InputError for invalid arguments, and for a budget beyond 2^64 / 20.");
}

}  // namespace vorhand::bindings

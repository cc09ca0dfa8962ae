// vorhand.native.skat_solver: goals that the soloist reaches in every world.
#include "skat_paranoid.hpp"

#include "arrays.hpp"
#include "asking.hpp"
#include "bindings.hpp"
#include "skat/paranoid/paranoid_search.hpp"
#include "skat/solver/batch.hpp"

using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

constexpr int kUnknown = -1;

ParanoidPosition position_of(int contract, CardSet own, CardSet unseen,
                             const std::array<CardSet, 2>& may, const std::array<int, 2>& holds,
                             int leader, const std::vector<int>& trick) {
  if (contract < 0 || contract >= kNumContracts || leader < 0 || leader >= kNumPlayers ||
      trick.size() > 2) {
    throw std::invalid_argument(
        "contract, leader or trick: expected 0 to 5, 0 to 2, at most two cards");
  }
  ParanoidPosition position{static_cast<Contract>(contract), own, unseen, may, holds, leader};
  for (const int card : trick) {
    if (card < 0 || card >= kNumCards)
      throw std::invalid_argument("trick: expected cards, 0 to 31");
    position.trick[static_cast<std::size_t>(position.trick_size++)] = card;
  }
  validate(position);
  return position;
}

ParanoidSearch& search() {
  static thread_local ParanoidSearch found;
  return found;
}

int verdict(const ParanoidPosition& position, ParanoidGoal goal, int need, std::uint64_t budget,
            const KeepGoing& keep_going) {
  try {
    return search().reaches(position, goal, need, budget, keep_going) ? 1 : 0;
  } catch (const ParanoidSearch::BudgetSpent&) {
    return kUnknown;
  }
}

std::tuple<int, std::uint64_t> unlosable(int contract, CardSet own, CardSet unseen,
                                         const std::array<CardSet, 2>& may,
                                         const std::array<int, 2>& holds, int leader,
                                         const std::vector<int>& trick, const std::string& goal,
                                         int need, std::uint64_t node_budget) {
  const auto position = position_of(contract, own, unseen, may, holds, leader, trick);
  const ParanoidGoal wanted = goal_of(goal, position.contract);
  return interruptibly<solver::Cancelled>([&](const KeepGoing& keep_going) {
    const int found = verdict(position, wanted, need, node_budget, keep_going);
    return std::tuple(found, search().nodes());
  });
}

std::vector<int> unlosable_moves(int contract, CardSet own, CardSet unseen,
                                 const std::array<CardSet, 2>& may, const std::array<int, 2>& holds,
                                 int leader, const std::vector<int>& trick, const std::string& goal,
                                 int need, std::uint64_t node_budget) {
  const auto position = position_of(contract, own, unseen, may, holds, leader, trick);
  const ParanoidGoal wanted = goal_of(goal, position.contract);
  if (position.to_move() != 0) throw std::invalid_argument("the soloist is not to move");
  return interruptibly<solver::Cancelled>([&](const KeepGoing& keep_going) {
    std::vector<int> found(kNumCards, kUnknown - 1);
    for (CardSet left = moves_of_some_world(position); left;) {
      const Card card = pop_lowest(left);
      const ParanoidStep step = after(position, card);
      const bool missed =
          step.ends_trick && ((wanted == ParanoidGoal::kNoTrick && step.soloist_took) ||
                              (wanted == ParanoidGoal::kEveryTrick && !step.soloist_took));
      found[static_cast<std::size_t>(card)] =
          missed ? 0 : verdict(step.position, wanted, need - step.points, node_budget, keep_going);
    }
    return found;
  });
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_paranoid(nb::module_& m) {
  m.def("unlosable", &unlosable, "contract"_a, "own"_a, "unseen"_a, "may"_a, "holds"_a, "leader"_a,
        "trick"_a, "goal"_a, "need"_a = 0, "node_budget"_a = 0,
        "Tell whether one strategy of the soloist reaches a goal in every world (paranoid search,\n"
        "Furtak's thesis, chapter 6).\n\n"
        "Args:\n"
        "  contract: as for `solve`.\n"
        "  own: the soloist's hand, a bit mask.\n"
        "  unseen: the cards of both defenders, and of a skat that the soloist does not know.\n"
        "  may: the unseen cards that the next defender, and the one after, may hold.\n"
        "  holds: the numbers of cards that they hold.\n"
        "  leader: of the trick, counted from the soloist.\n"
        "  trick: cards on the table.\n"
        "  goal: `points`: at least `need` further card points, those of an unknown skat\n"
        "    included; `every_trick`; in null `no_trick`.\n"
        "  need: see goal.\n"
        "  node_budget: most nodes; 0: no limit.\n\n"
        "Returns:\n"
        "  (1 yes, 0 no or -1 not known within the node budget; nodes).\n\n"
        "Raises InputError for an impossible position, or one without a world.");
  m.def("unlosable_moves", &unlosable_moves, "contract"_a, "own"_a, "unseen"_a, "may"_a, "holds"_a,
        "leader"_a, "trick"_a, "goal"_a, "need"_a = 0, "node_budget"_a = 0,
        "Return the first result of `unlosable` after each of the soloist's cards: [32] by\n"
        "card, -2 for illegal ones.");
}

}  // namespace vorhand::bindings

// vorhand.native.schnapsen: the policy, inference from the opponent's actions, playouts.

#include "arrays.hpp"
#include "asking.hpp"
#include "bindings.hpp"
#include "schnapsen/policy/hand_inference.hpp"
#include "schnapsen/policy/lessons.hpp"
#include "schnapsen/policy/playouts.hpp"
#include "schnapsen/policy/policy_tree.hpp"
#include "schnapsen_checks.hpp"

using namespace vorhand;
using namespace vorhand::schnapsen;
using namespace vorhand::bindings;

namespace {

using Numbers = nb::ndarray<const std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Lesson = std::tuple<Column<std::uint8_t>, Column<std::uint8_t>, Column<std::uint32_t>,
                          Column<std::uint8_t>>;

// Return the player's worlds. Throw std::invalid_argument unless the player is to move.
Worlds worlds_at_turn(const Rules& rules, const Deal& view, int player) {
  check_pack(rules);
  check_to_move(view);
  if (view.to_move() != player)
    throw std::invalid_argument("view: player " + std::to_string(player) + " is not to move");
  return Worlds(rules, view, player);
}

// Rules and deals are copied, because another thread may change them while the lock is released.

Column<float> chances_of(const Policy& policy, Rules rules, Deal deal) {
  check_pack(rules);
  check_to_move(deal);
  std::array<float, kNumActions> chances;
  auto size = without_gil([&] { return policy.chances(rules, deal, chances); });
  return as_column(std::vector<float>(chances.begin(), chances.begin() + size));
}

Column<double> hand_chances_of(const Policy& policy, Rules rules, const std::vector<Card>& dealt,
                               const std::vector<Action>& actions, int leader, int player,
                               int pasts, double floor, std::uint64_t seed) {
  check_pack(rules);
  checked_player(leader, "leader");
  checked_player(player);
  if (!(floor >= 0 && floor <= 1) || pasts < 1) {
    throw std::invalid_argument("floor " + std::to_string(floor) + ", pasts " +
                                std::to_string(pasts) + ": expected 0 to 1, and 1 or more");
  }
  auto result = without_gil([&] {
    Random random(seed);
    const auto past = moments(rules, dealt, actions, leader);
    return hand_chances(rules, policy, past, player, {pasts, floor}, random);
  });
  return as_column(std::move(result));
}

Matrix<std::int8_t> values_of(const Policy& policy, Rules rules, Deal view, int player,
                              WorldNumbers worlds, std::uint64_t seed, std::uint64_t number) {
  const Worlds all = worlds_at_turn(rules, view, player);
  const auto numbers = checked_numbers(all, worlds);
  const std::size_t n = numbers.size();
  const auto moves = static_cast<std::size_t>(std::popcount(legal_actions(rules, view)));
  std::vector<std::int8_t> result(n * moves);
  {
    nb::gil_scoped_release release;
    Solver solver(rules);
    for (std::size_t i = 0; i < n; ++i)
      playout_values(rules, policy, solver, all.world(numbers[i]), seed, number + i,
                     &result[i * moves]);
  }
  return as_array<Matrix<std::int8_t>>(std::move(result), {n, moves});
}

using Reals = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Worth = std::array<double, 2 * kMostPoints + 1>;

// Return the mean worth over the visits and its standard error; nan if there are too few visits.
std::pair<double, double> mean_and_error(const Tried& tried) {
  const auto times = static_cast<double>(tried.visits);
  const double mean = times > 0 ? tried.sum / times : std::nan("");
  const double variance = std::max(0.0, tried.squares / times - mean * mean);
  return {mean, times > 1 ? std::sqrt(variance / (times - 1)) : std::nan("")};
}

std::tuple<Column<std::int64_t>, Column<double>, Column<double>, Column<double>, Column<double>,
           Column<double>>
tree_of(const Policy& policy, Rules rules, Deal view, int player, WorldNumbers worlds,
        Reals weights, Worth worth, std::int64_t iterations, double exploration, double seconds,
        std::uint64_t seed, std::int64_t least) {
  const Worlds all = worlds_at_turn(rules, view, player);
  const auto numbers = checked_numbers(all, worlds);
  const TreeSettings settings{iterations, seconds, exploration, worth, least};
  std::vector<TriedAction> tried;
  Asking asking;
  {
    nb::gil_scoped_release release;
    Random random(seed);
    tried = policy_tree(rules, policy, all, numbers, {weights.data(), weights.shape(0)}, settings,
                        random, KeepGoing([&] { return asking(); }));
  }
  asking.rethrow();
  std::vector<std::int64_t> visits;
  std::vector<double> means, errors, chances, first_means, first_errors;
  for (const auto& [all, first, added] : tried) {
    const auto [mean, error] = mean_and_error(all);
    const auto [first_mean, first_error] = mean_and_error(first.visits < least ? Tried{} : first);
    visits.push_back(all.visits - added);
    means.push_back(mean);
    errors.push_back(error);
    chances.push_back(all.visits > 0 ? double(all.won) / double(all.visits) : std::nan(""));
    first_means.push_back(first_mean);
    first_errors.push_back(first_error);
  }
  return {as_column(std::move(visits)),      as_column(std::move(means)),
          as_column(std::move(errors)),      as_column(std::move(chances)),
          as_column(std::move(first_means)), as_column(std::move(first_errors))};
}

}  // namespace

namespace vorhand::bindings {

void bind_schnapsen_policy(nb::module_& m) {
  m.attr("FACTS") = kFacts;
  m.attr("CHOICES") = kChoices;
  m.attr("POLICY_WIDTH") = kPolicyWidth;
  m.attr("POLICY_UNIT") = kPolicyUnit;
  nb::class_<Policy>(m, "Policy",
                     "A policy: the probability of each action given the player's view.")
      .def(
          "__init__",
          [](Policy* self, Numbers numbers) {
            new (self) Policy({numbers.data(), numbers.shape(0)});
          },
          "numbers"_a, "Read the numbers of a file, int16, in units of POLICY_UNIT.")
      .def("chances", &chances_of, "rules"_a, "deal"_a,
           "Return the probability of each legal action, ascending: float32 [moves].")
      .def("hand_chances", &hand_chances_of, "rules"_a, "dealt"_a, "actions"_a, "leader"_a,
           "player"_a, "pasts"_a, "floor"_a, "seed"_a,
           "Return the probability of each hand of the opponent, from their actions: float64\n"
           "[Worlds.hands]. `dealt` is the whole pack in dealing order; cards that the\n"
           "player has not seen are ignored. `pasts` pasts of each hand are drawn; `floor`\n"
           "is the share of uninformative actions. InputError for cards that are not the\n"
           "whole pack, or an illegal action.")
      .def("playouts", &values_of, "rules"_a, "view"_a, "player"_a, "worlds"_a, "seed"_a,
           "number"_a = 0,
           "Return the game points for the player to move after each legal action\n"
           "(ascending) in each of the numbered worlds, both playing by the policy while\n"
           "the talon is open: int8 [n, moves]. `number` is that of the first world, which\n"
           "seeds its random numbers.")
      .def("tree", &tree_of, "rules"_a, "view"_a, "player"_a, "worlds"_a, "weights"_a, "worth"_a,
           "iterations"_a, "exploration"_a, "seconds"_a, "seed"_a, "least"_a = 0,
           "Search a tree over the observations of the player to move, against an opponent\n"
           "who plays by the policy. By legal action (ascending): visits of the search, mean\n"
           "worth, its standard error, the share of visits after which the deal was won, and\n"
           "the mean worth of the first `least` visits with its standard error, by which\n"
           "actions are compared; int64 and float64 [moves], nan with too few visits. Each\n"
           "iteration draws one of the numbered worlds by the weights and takes its hand;\n"
           "the order of the talon is drawn anew. worth: of -3 .. 3 game points to the\n"
           "player, non-decreasing; seconds: limit of wall-clock time; least: minimum visits\n"
           "of each action, added after the search. InputError for other numbers or invalid\n"
           "weights.");
  m.def("shipped_policy", &shipped_policy, nb::rv_policy::reference, "Return the embedded policy.");
  m.def(
      "policy_lessons",
      [](const Rules& rules, std::uint64_t seed, std::uint64_t first, std::uint64_t n,
         int worlds) -> Lesson {
        check_pack(rules);
        check_count("worlds", worlds);
        auto lessons = without_gil([&] { return policy_lessons(rules, seed, first, n, worlds); });
        return {as_column(std::move(lessons.facts)), as_column(std::move(lessons.seen)),
                as_column(std::move(lessons.legal)), as_column(std::move(lessons.played))};
      },
      "rules"_a, "seed"_a, "first"_a, "n"_a, "worlds"_a,
      "Return positions of PIMC against itself, deals first .. first + n - 1: facts seen\n"
      "(all positions concatenated), their number per position, legal choices as bits, the\n"
      "choice played.");
}

}  // namespace vorhand::bindings

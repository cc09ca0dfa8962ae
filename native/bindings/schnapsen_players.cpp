// vorhand.native.schnapsen: agents that play whole deals in the core.

#include "arrays.hpp"
#include "bindings.hpp"
#include "checks.hpp"
#include "schnapsen/players/rule.hpp"
#include "schnapsen_checks.hpp"
#include "schnapsen_player.hpp"

using namespace vorhand;
using namespace vorhand::schnapsen;
using namespace vorhand::bindings;

namespace {

using PastsAndFloor = std::optional<std::pair<int, double>>;
using WorthTable = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

WorthByScore worth_by_score(const WorthTable& table) {
  WorthByScore result{table.shape(0), {}};
  if (table.shape(0) < 1 || table.shape(1) != table.shape(0) ||
      table.shape(2) != std::tuple_size_v<Worth>) {
    throw std::invalid_argument("worth: expected float64 [points, points, 7]");
  }
  for (std::size_t i = 0; i < table.shape(0) * table.shape(1); ++i) {
    const double* row = table.data() + i * std::tuple_size_v<Worth>;
    Worth worth;
    std::copy_n(row, worth.size(), worth.begin());
    const auto finite = [](double some) { return std::isfinite(some); };
    if (!std::ranges::all_of(worth, finite) || !std::ranges::is_sorted(worth)) {
      throw std::invalid_argument("worth: expected finite numbers that never fall");
    }
    result.table.push_back(worth);
  }
  return result;
}

// Return the belief by the shipped policy; without `reading` all worlds are equally likely.
Belief belief_of(const Rules& rules, const PastsAndFloor& reading) {
  if (!reading) return {};
  check_pack(rules);
  check_range("pasts", reading->first, 1, 1000);
  if (!(reading->second >= 0 && reading->second <= 1)) {
    throw std::invalid_argument("floor " + std::to_string(reading->second) + ": expected 0 to 1");
  }
  return {&shipped_policy(), {reading->first, reading->second}};
}

Column<double> chances_of(const SchnapsenPlayer& self, PlayedDeal played, std::array<int, 2> score,
                          std::uint64_t seed) {
  check_played(self.rules, played);
  check_to_move(played.deal);
  const Chances chances = without_gil([&] {
    const std::scoped_lock lock(self.own->mutex);
    if (!self.own->player) self.own->player = self.make();
    return self.own->player(played, score, seed);
  });
  return as_column(std::vector<double>(chances.begin(), chances.end()));
}

Ties ties_named(const std::string& name) {
  if (name == "shared") return Ties::kShared;
  if (name == "first") return Ties::kFirst;
  if (name == "last") return Ties::kLast;
  throw std::invalid_argument("ties '" + name + "': expected shared, first or last");
}

}  // namespace

namespace vorhand::bindings {

void bind_schnapsen_players(nb::module_& m) {
  nb::class_<SchnapsenPlayer>(
      m, "Player",
      "An agent that plays whole deals in the core. `worth` is that of -3 .. 3 game points by own\n"
      "and the opponent's points before the deal: float64 [points, points, 7]. `reading`: pasts\n"
      "and floor of the inference from the opponent's moves; None: all worlds equally likely.")
      .def_static(
          "rule", [](const Rules& rules) { return SchnapsenPlayer{rules, rule_player(rules)}; },
          "rules"_a)
      .def_static(
          "pimc",
          [](const Rules& rules, std::int64_t worlds, const std::string& ties,
             const WorthTable& worth) {
            check_count("worlds", worlds);
            const Ties rule = ties_named(ties);
            return SchnapsenPlayer{
                rules, pimc_player(rules, std::uint64_t(worlds), rule, worth_by_score(worth))};
          },
          "rules"_a, "worlds"_a, "ties"_a, "worth"_a, "ties: shared, first or last.")
      .def_static(
          "pvp",
          [](const Rules& rules, std::int64_t worlds, PastsAndFloor reading,
             const WorthTable& worth) {
            check_count("worlds", worlds);
            return SchnapsenPlayer{
                rules, presumed_player(rules, std::uint64_t(worlds), belief_of(rules, reading),
                                       worth_by_score(worth))};
          },
          "rules"_a, "worlds"_a, "reading"_a.none(), "worth"_a)
      .def_static(
          "policy_tree",
          [](const Rules& rules, std::int64_t iterations, double exploration, std::int64_t worlds,
             std::int64_t worlds_at_last, PastsAndFloor reading, const WorthTable& worth) {
            check_pack(rules);
            check_count("iterations", iterations);
            check_count("worlds", worlds);
            check_count("worlds_at_last", worlds_at_last);
            const TreePlayerSettings settings{iterations, exploration, std::uint64_t(worlds),
                                              std::uint64_t(worlds_at_last)};
            return SchnapsenPlayer{rules, tree_player(rules, settings, belief_of(rules, reading),
                                                      worth_by_score(worth))};
          },
          "rules"_a, "iterations"_a, "exploration"_a, "worlds"_a, "worlds_at_last"_a,
          "reading"_a.none(), "worth"_a,
          "worlds: largest number of worlds from which the search draws hands; worlds_at_last:\n"
          "number of worlds once no cards are drawn any more.")
      .def("chances", &chances_of, "played"_a, "score"_a, "seed"_a,
           "Return the probability of each action for the player to move: float64 [38].");
  m.def(
      "rule_action",
      [](const Rules& rules, const Deal& deal) {
        check_to_move(deal);
        return rule_action(rules, deal);
      },
      "rules"_a, "deal"_a, "Return the rule player's action for the player to move.");
}

}  // namespace vorhand::bindings

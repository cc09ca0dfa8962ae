// vorhand.native.studies: possible savings in the search of trump games.
#include <nanobind/stl/variant.h>

#include <ctime>

#include "bindings.hpp"
#include "checks.hpp"
#include "null.hpp"
#include "skat/solver/batch.hpp"
#include "skat/studies/trump_study.hpp"
#include "skat_positions.hpp"
#include "studies.hpp"

namespace vorhand::bindings {
namespace {

using namespace skat;
using namespace skat::solver;

Study::Ranks parse_ranks(const std::string& name) {
  if (name == "own") return Study::Ranks::kOff;
  if (name == "owners") return Study::Ranks::kOwners;
  if (name == "lowest_rank") return Study::Ranks::kLowestWinning;
  throw PositionError("table '" + name + "': expected own, owners or lowest_rank");
}

constexpr int kMostMegabytes = 10'000, kMostRounds = 1'000;

std::vector<Position> trump_games(const Worlds& worlds, const Setting& contract,
                                  const Setting& soloist, const Setting& leader) {
  std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, {});
  for (const Position& position : positions) {
    validate(position);
    validate(Task{.question = Question::kWindow}, position.contract);
  }
  return positions;
}

std::tuple<Array<std::int16_t>, Array<std::uint64_t>, Array<double>> study(
    const Worlds& worlds, const Setting& contract, const Setting& soloist, const Setting& leader,
    int oracle, const std::string& table, int megabytes, int rounds, int margin, int sides,
    bool cashes) {
  const Study::Ranks ranks = parse_ranks(table);
  if (oracle > 0 && ranks != Study::Ranks::kOff) {
    throw PositionError("an oracle with the table '" + table + "': expected own");
  }
  check_range<PositionError>("oracle", oracle, 0, kHandSize);
  check_range<PositionError>("megabytes", megabytes, 0, kMostMegabytes);
  check_range<PositionError>("rounds", rounds, 1, kMostRounds);
  check_range<PositionError>("margin", margin, 0, kTotalPoints);
  check_range<PositionError>("sides", sides, 0, 3);
  const std::vector<Position> positions = trump_games(worlds, contract, soloist, leader);
  const std::size_t n = positions.size();
  std::vector<std::int16_t> values(n);
  std::vector<std::uint64_t> nodes(n);
  std::vector<double> seconds(n);
  {
    const nb::gil_scoped_release release;
    Table own(15);
    Study studied(oracle, ranks, megabytes, margin);
    studied.sides = sides;
    studied.cashes = cashes;
    TrumpSolver<Measured> solver(own);
    solver.policy().study = &studied;
    for (std::size_t i = 0; i < n; ++i) {
      studied.begin(positions[i]);
      for (int round = 0; round <= rounds; ++round) {
        const std::clock_t start = std::clock();
        studied.again();
        solver.begin(positions[i]);
        values[i] = static_cast<std::int16_t>(solver.value());
        const double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        if (round > 0) seconds[i] = round == 1 ? took : std::min(seconds[i], took);
      }
      nodes[i] = solver.nodes();
    }
  }
  return {to_array(std::move(values), {n}), to_array(std::move(nodes), {n}),
          to_array(std::move(seconds), {n})};
}

Array<std::int16_t> control_points(const Worlds& worlds, const Setting& contract,
                                   const Setting& soloist, const Setting& leader) {
  const std::vector<Position> positions = trump_games(worlds, contract, soloist, leader);
  const std::size_t n = positions.size();
  std::vector<std::int16_t> points(n);
  {
    const nb::gil_scoped_release release;
    ControlBounds bounds;
    for (std::size_t i = 0; i < n; ++i) {
      const Frame frame(positions[i]);
      bounds.begin(frame.owned);
      while (bounds.takes(frame.cards(), frame.leader, points[i] + 1)) ++points[i];
    }
  }
  return to_array(std::move(points), {n});
}

}  // namespace

void bind_study(nb::module_& m) {
  m.def("control_points", &control_points, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        "Return the points that the side of the leader takes for sure while it keeps the lead,\n"
        "which may pass between the defenders: int16 [n]. Trump games at the start of a trick, as\n"
        "in `study`; practical for up to seven cards a hand.");
  m.def(
      "study", &study, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a, nb::kw_only(),
      "oracle"_a = 0, "table"_a = "own", "megabytes"_a = 0, "rounds"_a = 2, "margin"_a = 0,
      "sides"_a = 0, "cashes"_a = true,
      R"(Return values of trump games by searches that know more than the solver: possible savings.

Args:
  worlds, contract, soloist, leader: as in `solve`, at the start of a trick.
  oracle: cards a hand, 0 to 10, up to which the value of a start of a trick is known beforehand.
  table: `own`, the solver's; `owners`, one of all answers, which hold for positions with the
    same owners (payoff similarity); `lowest_rank`, one of all answers, which hold for positions
    with the same owners from the lowest rank upwards that won by rank, and as many cards of each
    suit in each hand (partition search with payoff similarity). Not with an oracle.
  megabytes: size of a memory, 0 to 10,000, from which each look-up of the oracle reads a word,
    which delays it.
  margin: points, 0 to 120; above 0 the oracle is a black box that knows a value to within this
    margin, asked after the static bounds and the table (Furtak 2013, figure 8.1).
  sides: 1 if the soloist, 2 if the defenders, 3 if both know the points that they take for sure
    without losing the lead, by search (Furtak 2013, figures 5.3 and 5.4).
  cashes: False: without the solver's own bounds of that kind.
  rounds: timed searches per value, 1 to 1,000, after a first one, in which the oracle learns.

Returns:
  (values [n] int16, nodes [n] uint64, seconds [n] float64: processor time, the least of all
  rounds).

Raises:
  PositionError: a position or argument that makes no sense.)");
}

}  // namespace vorhand::bindings

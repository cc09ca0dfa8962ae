// vorhand.native.studies: estimates of positions, and positions to fit them to.
#include "estimates.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/variant.h>

#include "bindings.hpp"
#include "checks.hpp"
#include "parallel.hpp"
#include "skat/solver/batch.hpp"
#include "skat/studies/estimate_features.hpp"
#include "skat/studies/self_play_positions.hpp"
#include "skat/studies/static_bounds.hpp"
#include "skat_positions.hpp"
#include "studies.hpp"

namespace vorhand::bindings {
namespace {

using namespace skat;
using namespace skat::solver;

using Kept = std::shared_ptr<const Estimators>;
template <class T>
using Numbers1 = nb::ndarray<const T, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

void check_estimator(int leader, int cards) {
  if (leader < 0 || leader >= kNumPlayers || cards < kFewestEstimated || cards > kHandSize) {
    throw PositionError("estimator of a leader " + std::to_string(leader) + " with " +
                        std::to_string(cards) + " cards: expected 0..2, from the soloist, and " +
                        std::to_string(kFewestEstimated) + ".." + std::to_string(kHandSize));
  }
}

void check_estimated(const Position& position) {
  validate(position);
  validate(Task{.question = Question::kWindow}, position.contract);
  check_estimator(0, position.tricks_left());
}

std::tuple<Array<std::uint32_t>, Array<std::int32_t>, Array<std::int32_t>, Array<std::int32_t>>
self_play_positions(bool grand, int cards, std::size_t deals, std::size_t lines, std::uint64_t seed,
                    std::uint64_t first, int threads) {
  check_estimator(0, cards);
  check_threads(threads);
  std::vector<Position> positions(checked_size({deals, lines}));
  {
    const nb::gil_scoped_release release;
    parallel_for(deals, threads, 16, [&](std::size_t i) {
      skat::self_play_positions(grand, cards, seed, first + i,
                                std::span(positions).subspan(i * lines, lines));
    });
  }
  const std::size_t n = positions.size();
  std::vector<std::uint32_t> hands;
  std::vector<std::int32_t> contract, soloist, leader;
  for (const Position& position : positions) {
    hands.insert(hands.end(), position.hands.begin(), position.hands.end());
    contract.push_back(static_cast<std::int32_t>(position.contract));
    soloist.push_back(position.soloist);
    leader.push_back(position.leader);
  }
  return {to_array(std::move(hands), {n, std::size_t{kNumPlayers}}),
          to_array(std::move(contract), {n}), to_array(std::move(soloist), {n}),
          to_array(std::move(leader), {n})};
}

bool is_grand(const std::vector<Position>& positions) {
  return !positions.empty() && positions[0].contract == Contract::kGrand;
}

Array<std::uint32_t> features(const Worlds& worlds, const Setting& contract, const Setting& soloist,
                              const Setting& leader) {
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, {});
  const bool grand = is_grand(positions);
  std::vector<std::uint32_t> rows;
  std::size_t columns = 0;
  for (const Position& position : positions) {
    check_estimated(position);
    if ((position.contract == Contract::kGrand) != grand) {
      throw PositionError("features: expected suit games alone, or grand alone");
    }
    const Frame frame(position);
    const EstimateFeatures found = estimate_features(frame.owned, grand, set_points(frame.cards()));
    columns = static_cast<std::size_t>(found.size);
    rows.insert(rows.end(), found.index.begin(), found.index.begin() + found.size);
  }
  return to_array(std::move(rows), {positions.size(), columns});
}

std::tuple<Array<float>, Array<std::int32_t>, Array<std::int32_t>> estimates(
    const Kept& estimators, const Worlds& worlds, const Setting& contract, const Setting& soloist,
    const Setting& leader) {
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, {});
  for (const Position& position : positions) check_estimated(position);
  const std::size_t n = positions.size();
  std::vector<float> points(n);
  std::vector<std::int32_t> least(n), most(n);
  {
    const nb::gil_scoped_release release;
    Table table(4);
    TrumpSolver<> solver(table);
    for (std::size_t i = 0; i < n; ++i) {
      solver.begin(positions[i]);
      const Node& root = solver.root();
      const Table::Bounds bounds = static_bounds(solver);
      points[i] = static_cast<float>(estimators->points(solver.frame().owned,
                                                        positions[i].contract == Contract::kGrand,
                                                        root.leader, root.tricks, root.rest));
      least[i] = bounds.lower;
      most[i] = bounds.upper;
    }
  }
  return {to_array(std::move(points), {n}), to_array(std::move(least), {n}),
          to_array(std::move(most), {n})};
}

}  // namespace

void bind_estimates(nb::module_& m) {
  m.def(
      "estimate_tables",
      [](bool grand) {
        std::vector<std::tuple<std::string, std::uint32_t, int>> tables;
        for (const EstimateTable& table : estimate_tables(grand)) {
          tables.emplace_back(table.name, table.size, table.lookups);
        }
        return tables;
      },
      "grand"_a,
      "Return the tables of weights of the linear estimators: name, entries, look-ups per\n"
      "position.");
  m.def("estimate_features", &features, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        "Return the features of the linear estimators: by position the indices of the\n"
        "weights, uint32 [n, 21] in suit games, [n, 6] in grand. Positions as in `solve`, at\n"
        "the start of a trick with six to ten cards a hand. PositionError for others.");
  m.def("self_play_positions", &self_play_positions, "grand"_a, "cards"_a, "deals"_a, "lines"_a,
        "seed"_a, "first"_a = 0, "threads"_a = 1,
        "Return positions of self-play with `cards` cards a hand, `lines` of each deal from\n"
        "number `first`: (worlds, contract, soloist, leader) as `solve` takes them. Rule\n"
        "players bid, declare and play; a share of the cards, drawn for each line, is\n"
        "random.");

  nb::class_<Estimators>(m, "Estimators",
                         "Estimators of trump games at the start of a trick, one for each kind of\n"
                         "game, leader and number of cards from six to ten.")
      .def_static(
          "guess", []() -> Kept { return std::make_shared<GuessEstimators>(); },
          "Return the estimators by the solver's first guess.")
      .def("points", &estimates, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
           "Return (points, least, most) by position: the estimate, and the static bounds.");
  nb::class_<LinearEstimators, Estimators>(m, "LinearEstimators",
                                           "Sums of fitted weights, alone or\n"
                                           "as corrections of the first guess.")
      .def(nb::init<bool>(), "corrects_guess"_a = false)
      .def(
          "set",
          [](LinearEstimators& estimators, bool grand, int leader, int cards,
             const Numbers1<std::uint32_t>& indices, const Numbers1<std::int16_t>& weights) {
            check_estimator(leader, cards);
            if (indices.shape(0) != weights.shape(0)) {
              throw PositionError("weights: expected one for each index");
            }
            std::vector<LinearEstimators::Weight> all;
            for (std::size_t i = 0; i < indices.shape(0); ++i) {
              all.push_back({indices(i), weights(i)});
            }
            estimators.set(grand, leader, cards, all);
          },
          "grand"_a, "leader"_a, "cards"_a, "indices"_a, "weights"_a,
          "Set the non-zero weights of one estimator, in 1/16 points. The leader counts\n"
          "from the soloist, 0.");

  nb::class_<Pruning>(m, "Pruning", "Margins of forward pruning by estimates.")
      .def(
          "__init__",
          [](Pruning* made, Kept estimators, const std::vector<double>& margins) {
            Margins kept;
            if (margins.size() != kEstimators) {
              throw PositionError("margins: expected one for each of 30 estimators, got " +
                                  std::to_string(margins.size()));
            }
            std::copy(margins.begin(), margins.end(), kept.points.begin());
            kept.estimators = std::move(estimators);
            new (made) Pruning{std::move(kept)};
          },
          "estimators"_a, "margins"_a,
          "margins: card points, [30]. An estimate that lies at least this far beyond a\n"
          "bound is accepted. Suit games first, then grand; the soloist's lead, then the next\n"
          "player's and the last one's; from ten cards to six.");
}

}  // namespace vorhand::bindings

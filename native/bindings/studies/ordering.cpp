// vorhand.native.studies: statistics of single moves, for fitting the move ordering.
#include <nanobind/stl/variant.h>

#include "bindings.hpp"
#include "skat/solver/batch.hpp"
#include "skat/studies/switchable.hpp"
#include "skat_positions.hpp"
#include "studies.hpp"

namespace vorhand::bindings {
namespace {

using namespace skat;
using namespace skat::solver;

using Samples = std::tuple<Array<std::uint32_t>, Array<std::uint16_t>, Array<std::uint32_t>,
                           Array<std::uint8_t>>;
using Weights =
    nb::ndarray<const std::int8_t, nb::shape<kOrderingWeights>, nb::c_contig, nb::device::cpu>;

Samples ordering_samples(const Worlds& worlds, const Setting& contract, const Setting& soloist,
                         const Setting& leader, const std::optional<Weights>& weights) {
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, {});
  for (const Position& position : positions) {
    validate(position);
    validate(Task{.question = Question::kWindow}, position.contract);
  }
  std::vector<OrderingSample> samples;
  {
    const nb::gil_scoped_release release;
    OrderingWeights given{};
    if (weights) std::copy_n(weights->data(), given.size(), given.begin());
    const Ordering ordering(given);
    const std::uint32_t techniques = kAllTechniques & ~(weights ? 0u : kLearnedOrder);
    Table table(13), other_table(15);
    TrumpSolver<> exact(other_table);
    TrumpSolver<Switchable> solver(table);
    solver.search().order_by(ordering);
    solver.policy().samples = &samples;
    solver.policy().techniques = techniques;
    for (const Position& position : positions) {
      // Start from the exact value, so that neither ordering nor first guess changes the windows.
      exact.begin(position);
      solver.begin(position);
      solver.value_from(exact.value());
    }
  }
  const std::size_t n = samples.size();
  std::vector<std::uint32_t> decision(n), cost(n);
  std::vector<std::uint8_t> cut(n);
  std::vector<std::uint16_t> indices;
  indices.reserve(n * (kStateParts + 1));
  for (std::size_t i = 0; i < n; ++i) {
    decision[i] = samples[i].decision;
    indices.insert(indices.end(), samples[i].state.begin(), samples[i].state.end());
    indices.push_back(samples[i].trick);
    cost[i] = samples[i].cost;
    cut[i] = samples[i].cut;
  }
  return {to_array(std::move(decision), {n}), to_array(std::move(indices), {n, kStateParts + 1}),
          to_array(std::move(cost), {n}), to_array(std::move(cut), {n})};
}

}  // namespace

void bind_ordering(nb::module_& m) {
  m.attr("STATE_WEIGHTS") = kStateWeights;
  m.attr("SECOND_WEIGHTS") = kSecondWeights;
  m.attr("THIRD_WEIGHTS") = kThirdWeights;
  m.def(
      "ordering_samples", &ordering_samples, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
      "weights"_a.none(),
      R"(Return statistics of move ordering: at sampled decisions of each deal all cards are tried.

Args:
  worlds, contract, soloist, leader: as in `solve`.
  weights: int8, the weights of the search's move ordering (not the solver's own), or None for
    no ordering. There are STATE_WEIGHTS of a suit's state, then SECOND_WEIGHTS of the second
    place in the trick and THIRD_WEIGHTS of the third.

Returns:
  (decision, indices, cost, cut), one entry a card tried: which decision, the indices of the
  weights that score it ([n, 6], five of the state and one of the place; 65535 for none), the
  nodes it took, and whether it settled the question.

Raises:
  PositionError: a position that makes no sense.)");
}

}  // namespace vorhand::bindings

// vorhand.native.skat: batches of random playouts, and perft.

#include "arrays.hpp"
#include "skat/playout.hpp"
#include "skat/ramsch/player.hpp"

using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

using WorldRows =
    nb::ndarray<const std::uint32_t, nb::numpy, nb::shape<-1, kNumPlaces>, nb::c_contig>;
using Outcomes = std::tuple<Matrix<std::int8_t>, Matrix<std::int8_t>, Matrix<std::int16_t>>;

std::vector<World> checked_worlds(const Deal& deal, const std::optional<WorldRows>& rows) {
  std::vector<World> worlds;
  if (!rows) return worlds;
  if (deal.phase() == Phase::kDeal) {
    throw InvalidDealError("worlds: expected none where the cards are still to be dealt");
  }
  if (rows->shape(0) == 0) throw InvalidDealError("worlds: expected at least one row");
  worlds.resize(rows->shape(0));
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    std::copy_n(rows->data() + i * kNumPlaces, kNumPlaces, worlds[i].begin());
    check_world(deal, worlds[i]);
  }
  return worlds;
}

template <typename T>
Matrix<T> column(const std::vector<DealOutcome>& outcomes, std::size_t rows,
                 T DealOutcome::* field) {
  auto values = new_array<Matrix<T>>({rows, outcomes.size() / rows});
  std::ranges::transform(outcomes, values.data(), field);
  return values;
}

Outcomes playouts(const Deal& deal, std::size_t n, std::uint64_t seed,
                  const std::optional<WorldRows>& worlds, int threads) {
  if (n == 0) throw std::invalid_argument("n 0: expected at least one playout");
  check_threads(threads);
  const std::vector<World> rows = checked_worlds(deal, worlds);
  const std::size_t height = std::max<std::size_t>(rows.size(), 1);
  std::vector<DealOutcome> outcomes(checked_size({height, n}));
  // A copy, because another thread may change the deal while the lock is released.
  const Deal start = deal;
  {
    nb::gil_scoped_release release;
    random_playouts(start, rows, seed, threads, outcomes);
  }
  return {column(outcomes, height, &DealOutcome::soloist),
          column(outcomes, height, &DealOutcome::points),
          column(outcomes, height, &DealOutcome::value)};
}

Matrix<double> values_in_ramsch(const Deal& deal, const WorldRows& rows,
                                const std::vector<Action>& moves, Scoring scoring) {
  if ((!deal.is_ramsch() && !deal.is_pushing()) || deal.is_over()) {
    throw IllegalActionError("ramsch_values: expected a deal of Ramsch that is not over");
  }
  for (const Action move : moves) {
    if (!deal.is_legal(move)) {
      throw IllegalActionError("ramsch_values: move " + std::to_string(move) +
                               ", expected legal actions");
    }
  }
  const std::vector<World> worlds = checked_worlds(deal, rows);
  const Deal start = deal;
  const auto found = without_gil([&] { return ramsch_values(start, worlds, moves, scoring); });
  auto values = new_array<Matrix<double>>({worlds.size(), moves.size()});
  std::ranges::copy(found, values.data());
  return values;
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_playout(nb::module_& m) {
  m.def("random_playouts", &playouts, "deal"_a, "n"_a, "seed"_a, "worlds"_a = nb::none(),
        "threads"_a = 1,
        "Play the deal out n times with uniformly random legal actions in each of the\n"
        "worlds (uint32 [m, 4], rows as from `Worlds`), or as the cards lie (m = 1; from\n"
        "`Deal()` whole random deals). Return three arrays [m, n]: the soloist's seat (-1:\n"
        "none, int8), their card points with the skat (int8), the signed value of the\n"
        "game (int16, positive: the soloist won). The result is independent of the number\n"
        "of threads. InvalidDealError for a world with other cards than those still held.");
  m.def("ramsch_values", &values_in_ramsch, "deal"_a, "worlds"_a, "moves"_a, "scoring"_a,
        "Play each action in each world (uint32 [m, 4]) of a deal of Ramsch, or of the pushes\n"
        "before it, and the rest by the rule player. Return the score of the seat to act less the\n"
        "mean of the others', float64 [m, moves]. IllegalActionError outside Ramsch or for an\n"
        "illegal action.");
  m.def(
      "perft",
      [](const Deal& deal) {
        if (deal.phase() != Phase::kPlay && !deal.is_over()) {
          throw IllegalActionError("perft: expected a deal in its card play");
        }
        const Deal start = deal;
        nb::gil_scoped_release release;
        const Perft result = perft(start);
        return std::make_tuple(result.sequences, result.soloist_points);
      },
      "deal"_a,
      "Return the number of ways to play to the end with open cards, and the soloist's card\n"
      "points in tricks summed over all of them. Grows like a factorial: for endings.");
}

}  // namespace vorhand::bindings

// vorhand.native.schnapsen: exact values and error-allowing triples, in batches.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "checks.hpp"
#include "parallel.hpp"
#include "schnapsen/decisive.hpp"
#include "schnapsen/eam.hpp"
#include "schnapsen/solver.hpp"
#include "schnapsen/tree_search.hpp"
#include "schnapsen/vector_search.hpp"
#include "schnapsen_checks.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace vorhand::schnapsen;
using namespace vorhand::bindings;

namespace {

using Visits = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<2>, nb::c_contig>;
using Points = nb::ndarray<nb::numpy, std::int8_t, nb::ndim<1>, nb::c_contig>;
using Table = nb::ndarray<nb::numpy, std::int8_t, nb::ndim<2>, nb::c_contig>;
using RealTable = nb::ndarray<nb::numpy, double, nb::ndim<2>, nb::c_contig>;
using Flags = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>, nb::c_contig>;
using Reals = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Throws std::invalid_argument for an array of another size.
void check_size(const char* name, const Reals& array, std::size_t size) {
  if (array.shape(0) != size)
    throw std::invalid_argument(std::string(name) + ": " + std::to_string(array.shape(0)) +
                                " numbers, expected " + std::to_string(size));
}

// Throws std::invalid_argument for what is no number, or, if asked, negative.
void check_finite(const char* name, const Reals& array, bool positive) {
  for (std::size_t i = 0; i < array.shape(0); ++i) {
    if (!std::isfinite(array(i)) || (positive && array(i) < 0)) {
      throw std::invalid_argument(std::string(name) + " " + std::to_string(array(i)) +
                                  ": expected " + (positive ? "0 or more" : "a finite number"));
    }
  }
}

// Solvers with their tables, one a thread, made once. Calls of several Python threads take turns.
class Pool {
 public:
  Pool(const Rules& rules, int threads) : rules_(rules) {
    check_threads(threads);
    for (int i = 0; i < threads; ++i) solvers_.push_back(std::make_unique<Solver>(rules));
  }

  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int value(Deal deal) {
    check_whole(rules_, deal);
    const Working working(mutex_);
    return solvers_[0]->value(deal);
  }

  Points values(const std::vector<Deal>& deals) {
    check_all(deals);
    std::vector<std::int8_t> result(deals.size());
    {
      const Working working(mutex_);
      spread(deals.size(), [&](Solver& solver, std::size_t i) {
        result[i] = static_cast<std::int8_t>(solver.value(deals[i]));
      });
    }
    return as_array<Points>(std::move(result), {deals.size()});
  }

  Table action_values(Deal view, int player, WorldNumbers worlds) {
    const std::size_t n = worlds.shape(0), moves = width(view, player);
    std::vector<std::int8_t> result(n * moves);
    const Worlds all(rules_, view, player);
    const auto numbers = checked_numbers(all, worlds);
    {
      const Working working(mutex_);
      spread_worlds(all, numbers, [&](Solver& solver, const Deal& world, std::size_t i) {
        std::int8_t* row = &result[i * moves];
        solver.action_values(world, row);
        if (player == 1) {
          for (std::size_t j = 0; j < moves; ++j) row[j] = static_cast<std::int8_t>(-row[j]);
        }
      });
    }
    return as_array<Table>(std::move(result), {n, moves});
  }

  std::tuple<Table, RealTable, Table> triples(Deal view, int player, WorldNumbers worlds, int depth,
                                              bool winner_errors, bool greatest_gain,
                                              bool chance_first) {
    const EamReading reading{winner_errors, greatest_gain, chance_first};
    const std::size_t n = worlds.shape(0), moves = width(view, player);
    std::vector<std::int8_t> m(n * moves), a(n * moves);
    std::vector<double> p(n * moves);
    const Worlds all(rules_, view, player);
    const auto numbers = checked_numbers(all, worlds);
    {
      const Working working(mutex_);
      spread_worlds(all, numbers, [&](Solver& solver, const Deal& world, std::size_t i) {
        Triple found[kNumActions];
        action_triples(rules_, solver, world, depth, found, reading);
        for (std::size_t j = 0; j < moves; ++j) {
          m[i * moves + j] = static_cast<std::int8_t>(found[j].m);
          p[i * moves + j] = found[j].p;
          a[i * moves + j] = static_cast<std::int8_t>(found[j].a);
        }
      });
    }
    return {as_array<Table>(std::move(m), {n, moves}),
            as_array<RealTable>(std::move(p), {n, moves}),
            as_array<Table>(std::move(a), {n, moves})};
  }

  // For benchmarks: the same work as `action_values` and `triples` on deals with all cards
  // known, results dropped.
  void all_action_values(const std::vector<Deal>& deals) {
    check_all(deals);
    const Working working(mutex_);
    spread(deals.size(), [&](Solver& solver, std::size_t i) {
      std::int8_t values[kNumActions];
      alone(solver, deals[i]).action_values(deals[i], values);
    });
  }

  // For benchmarks: nodes of the searches that prove every action's value when it is known
  // beforehand, what no order of questions can do without.
  std::uint64_t proof_nodes(const std::vector<Deal>& deals) {
    check_all(deals);
    const Working working(mutex_);
    Solver& solver = *solvers_[0];
    std::uint64_t sum = 0;
    for (const Deal& deal : deals) {
      std::int8_t values[kNumActions];
      alone(solver, deal).action_values(deal, values);
      const std::uint64_t before = solver.nodes();
      alone(solver, deal).prove_actions(deal, values);
      sum += solver.nodes() - before;
    }
    return sum;
  }

  void all_triples(const std::vector<Deal>& deals, int depth) {
    check_all(deals);
    const Working working(mutex_);
    spread(deals.size(), [&](Solver& solver, std::size_t i) {
      Triple triples[kNumActions];
      action_triples(rules_, alone(solver, deals[i]), deals[i], depth, triples);
    });
  }

  // Compute `triples` as far as the decision needs them; one thread.
  std::tuple<Table, RealTable, Table, Flags> decisive_triples(Deal view, int player,
                                                              WorldNumbers worlds, int depth,
                                                              Reals worth, Reals known,
                                                              Reals weights) {
    const std::size_t n = worlds.shape(0), moves = width(view, player);
    Judgement judgement;
    check_size("worth", worth, judgement.worth.size());
    check_size("known", known, moves);
    check_size("weights", weights, n);
    std::copy_n(worth.data(), judgement.worth.size(), judgement.worth.begin());
    if (!std::is_sorted(judgement.worth.begin(), judgement.worth.end()))
      throw std::invalid_argument("worth: expected numbers that never fall");
    judgement.known.assign(known.data(), known.data() + moves);
    judgement.weights.assign(weights.data(), weights.data() + n);
    check_finite("worth", worth, false);
    check_finite("known", known, true);
    check_finite("weights", weights, true);
    std::vector<Deal> deals = worlds_of(view, player, worlds);
    std::vector<std::int8_t> m(n * moves), a(n * moves);
    std::vector<double> p(n * moves);
    std::vector<std::uint8_t> exact(n * moves);
    {
      const Working working(mutex_);
      Decision decision(rules_, *solvers_[0], std::move(deals), player, depth,
                        std::move(judgement));
      decision.settle();
      for (std::size_t i = 0; i < n * moves; ++i) {
        const Triple found = decision.triple(i / moves, i % moves);
        m[i] = static_cast<std::int8_t>(found.m);
        p[i] = found.p;
        a[i] = static_cast<std::int8_t>(found.a);
        exact[i] = decision.exact(i / moves, i % moves);
      }
    }
    return {
        as_array<Table>(std::move(m), {n, moves}), as_array<RealTable>(std::move(p), {n, moves}),
        as_array<Table>(std::move(a), {n, moves}), as_array<Flags>(std::move(exact), {n, moves})};
  }

  Table vector_values(Deal view, int player, WorldNumbers worlds, int depth, bool reduce) {
    const std::size_t n = worlds.shape(0), moves = width(view, player);
    std::vector<Deal> deals = worlds_of(view, player, worlds);
    std::vector<std::int8_t> result(n * moves);
    {
      const Working working(mutex_);
      VectorSearch search(rules_, *solvers_[0], std::move(deals), player, reduce);
      std::size_t column = 0;
      for (ActionSet left = legal_actions(rules_, view); left; left &= left - 1, ++column) {
        const std::vector<int> found = search.values(std::countr_zero(left), depth);
        for (std::size_t i = 0; i < n; ++i)
          result[i * moves + column] = static_cast<std::int8_t>(found[i]);
      }
    }
    return as_array<Table>(std::move(result), {n, moves});
  }

  Visits tree_visits(Deal view, int player, WorldNumbers worlds, int simulations,
                     double exploration, bool one_tree, std::uint64_t seed) {
    if (simulations < 1 || !(exploration >= 0) || !std::isfinite(exploration)) {
      throw std::invalid_argument("simulations " + std::to_string(simulations) + ", exploration " +
                                  std::to_string(exploration) + ": expected 1 and 0 at least");
    }
    const std::size_t moves = width(view, player);
    const std::vector<Deal> deals = worlds_of(view, player, worlds);
    const std::size_t trees = one_tree ? 1 : deals.size();
    std::vector<std::int64_t> result;
    {
      const Working working(mutex_);
      vorhand::Random random(seed);
      for (std::size_t t = 0; t < trees; ++t) {
        const std::vector<Deal> mine = one_tree ? deals : std::vector<Deal>{deals[t]};
        const int share = simulations / static_cast<int>(trees);
        for (const auto visits :
             tree_search(rules_, mine, std::max(share, 1), exploration, random)) {
          result.push_back(visits);
        }
      }
    }
    return as_array<Visits>(std::move(result), {trees, moves});
  }

  std::uint64_t nodes() {
    const Working working(mutex_);
    std::uint64_t sum = 0;
    for (const auto& solver : solvers_) sum += solver->nodes();
    return sum;
  }

 private:
  // While the interpreter is released, one call at a time.
  struct Working {
    explicit Working(std::mutex& mutex) : lock(mutex) {}
    nb::gil_scoped_release release;
    std::lock_guard<std::mutex> lock;
  };

  void check_all(const std::vector<Deal>& deals) const {
    for (const Deal& deal : deals) check_whole(rules_, deal);
  }

  std::vector<Deal> worlds_of(const Deal& view, int player, WorldNumbers worlds) const {
    const Worlds all(rules_, view, player);
    std::vector<Deal> deals;
    for (const std::uint64_t number : checked_numbers(all, worlds))
      deals.push_back(all.world(number));
    if (deals.empty()) throw std::invalid_argument("worlds: expected at least one");
    return deals;
  }

  // Number of moves, the same in every world: they follow from the player's own hand.
  std::size_t width(const Deal& view, int player) const {
    if (view.terminal() || view.dealing() || view.to_move() != player) {
      throw std::invalid_argument("view: player " + std::to_string(player) + " is not to move");
    }
    return static_cast<std::size_t>(std::popcount(legal_actions(rules_, view)));
  }

  // Work is taken from one counter; what is done for an item depends on the item alone.
  template <typename Work>
  void spread(std::size_t n, Work work) {
    std::atomic<std::size_t> next{0};
    auto run = [&](Solver& solver) {
      for (std::size_t i; (i = next.fetch_add(1)) < n;) work(solver, i);
    };
    on_threads(std::min(solvers_.size(), n), [&](std::size_t t) { run(*solvers_[t]); });
  }

  // The same for worlds of one view: each solver keeps what it found out about strict play.
  template <typename Work>
  void spread_worlds(const Worlds& all, std::span<const std::uint64_t> numbers, Work work) {
    for (auto& solver : solvers_) solver->forget();
    spread(numbers.size(), [&](Solver& solver, std::size_t i) {
      const Deal world = all.world(numbers[i]);
      solver.prepare(world);
      work(solver, world, i);
    });
  }

  // A solver that knows nothing but this deal.
  static Solver& alone(Solver& solver, const Deal& deal) {
    solver.forget();
    solver.prepare(deal);
    return solver;
  }

  Rules rules_;
  std::vector<std::unique_ptr<Solver>> solvers_;
  std::mutex mutex_;
};

}  // namespace

namespace vorhand::bindings {

void bind_schnapsen_solver(nb::module_& m) {
  nb::class_<Pool>(m, "Solver", "Exact open-hand values; tables are made once, one set a thread.")
      .def(nb::init<const Rules&, int>(), "rules"_a, "threads"_a = 1)
      .def("value", &Pool::value, "deal"_a,
           "Game points for player 0 (-3 .. 3) with best play of both.")
      .def("values", &Pool::values, "deals"_a, "The same for many deals: int8 [n].")
      .def("action_values", &Pool::action_values, "view"_a, "player"_a, "worlds"_a,
           "Game points for the player to move after each legal action (ascending) in each of the "
           "numbered worlds: int8 [n, moves].")
      .def("triples", &Pool::triples, "view"_a, "player"_a, "worlds"_a, "depth"_a, nb::kw_only(),
           "winner_errors"_a = false, "greatest_gain"_a = false, "chance_first"_a = false,
           "Error-allowing triples (m, p, a) of each legal action in each world, three arrays "
           "[n, moves]; errors are looked for at the first `depth` nodes of MIN, at all if "
           "negative. Other readings of the paper, for comparison: only errors that change the "
           "winner, the greatest gain of an error instead of the least, moves of MAX by m, then "
           "p, then a.")
      .def(
          "decisive_triples", &Pool::decisive_triples, "view"_a, "player"_a, "worlds"_a, "depth"_a,
          "worth"_a, "known"_a, "weights"_a,
          "The triples as far as a decision by presumed payoff or value needs them, and where what "
          "p "
          "and a add to the worth is exact, uint8, four arrays [n, moves]. m is exact; p and a may "
          "be greater, "
          "so that presumed means are at least what follows from them: the best move is the same, "
          "and ties of the best are exact. worth: of -3 to 3 game points, never falling [7]; "
          "known: "
          "k after each legal action [moves]; weights: of the worlds [n]. Runs on one thread.")
      .def("all_action_values", &Pool::all_action_values, "deals"_a,
           "Values every action of every deal, all cards known, and keeps nothing.")
      .def("all_triples", &Pool::all_triples, "deals"_a, "depth"_a,
           "Finds the triples of every action of every deal, all cards known, and keeps nothing.")
      .def("proof_nodes", &Pool::proof_nodes, "deals"_a,
           "Nodes that prove the values of every action of every deal, all cards known, when the "
           "values are known beforehand.")
      .def("vector_values", &Pool::vector_values, "view"_a, "player"_a, "worlds"_a, "depth"_a,
           "reduce_payoffs"_a,
           "Vector minimax or payoff-reduction minimax over all worlds together: int8 [n, moves]. "
           "Beyond `depth` actions the exact values are taken; negative: no limit.")
      .def(
          "tree_visits", &Pool::tree_visits, "view"_a, "player"_a, "worlds"_a, "simulations"_a,
          "exploration"_a, "one_tree"_a, "seed"_a,
          "Visits of each legal action by Monte Carlo tree search, int64: one tree over all worlds "
          "[1, moves], or a tree a world [n, moves] with the simulations shared out.")
      .def_prop_ro("nodes", &Pool::nodes, "Positions visited so far.");
}

}  // namespace vorhand::bindings

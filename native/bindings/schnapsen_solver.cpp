// vorhand.native.schnapsen: exact values and error-allowing triples, in batches.

#include <atomic>
#include <mutex>

#include "arrays.hpp"
#include "asking.hpp"
#include "bindings.hpp"
#include "checks.hpp"
#include "joint/alpha_mu.hpp"
#include "joint/epimc.hpp"
#include "parallel.hpp"
#include "schnapsen/decisive.hpp"
#include "schnapsen/eam.hpp"
#include "schnapsen/joint_game.hpp"
#include "schnapsen/solver.hpp"
#include "schnapsen/tree_search.hpp"
#include "schnapsen/vector_search.hpp"
#include "schnapsen_checks.hpp"

using namespace vorhand::schnapsen;
using namespace vorhand::bindings;

namespace {

using Reals = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check_size(const char* name, const Reals& array, std::size_t size) {
  if (array.shape(0) != size)
    throw std::invalid_argument(std::string(name) + ": " + std::to_string(array.shape(0)) +
                                " numbers, expected " + std::to_string(size));
}

// Throw std::invalid_argument for a number that is not finite, or, with `positive`, for a negative
// one.
void check_finite(const char* name, const Reals& array, bool positive) {
  for (std::size_t i = 0; i < array.shape(0); ++i) {
    if (!std::isfinite(array(i)) || (positive && array(i) < 0)) {
      throw std::invalid_argument(std::string(name) + " " + std::to_string(array(i)) +
                                  ": expected " + (positive ? "0 or more" : "a finite number"));
    }
  }
}

// Error-allowing triples by world and move.
struct TripleTables {
  TripleTables(std::size_t worlds, std::size_t moves)
      : m(new_array<Matrix<std::int8_t>>({worlds, moves})),
        p(new_array<Matrix<double>>({worlds, moves})),
        a(new_array<Matrix<std::int8_t>>({worlds, moves})) {}

  void set(std::size_t cell, const Triple& triple) {
    m.data()[cell] = static_cast<std::int8_t>(triple.m);
    p.data()[cell] = triple.p;
    a.data()[cell] = static_cast<std::int8_t>(triple.a);
  }

  Matrix<std::int8_t> m;
  Matrix<double> p;
  Matrix<std::int8_t> a;
};

// One solver with its tables per thread. Calls from several Python threads wait for each other.
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

  Column<std::int8_t> values(const std::vector<Deal>& deals) {
    check_all(deals);
    auto result = new_array<Column<std::int8_t>>({deals.size()});
    const Working working(mutex_);
    spread(deals.size(), [&](Solver& solver, std::size_t i) {
      result.data()[i] = static_cast<std::int8_t>(solver.value(deals[i]));
    });
    return result;
  }

  Matrix<std::int8_t> action_values(Deal view, int player, WorldNumbers worlds) {
    const std::size_t moves = width(view, player);
    auto result = new_array<Matrix<std::int8_t>>({worlds.shape(0), moves});
    const Worlds all(rules_, view, player);
    const auto numbers = checked_numbers(all, worlds);
    const Working working(mutex_);
    spread_worlds(all, numbers, [&](Solver& solver, const Deal& world, std::size_t i) {
      std::int8_t* row = result.data() + i * moves;
      solver.action_values(world, row);
      if (player == 1) {
        for (std::size_t j = 0; j < moves; ++j) row[j] = static_cast<std::int8_t>(-row[j]);
      }
    });
    return result;
  }

  std::tuple<Matrix<std::int8_t>, Matrix<double>, Matrix<std::int8_t>> triples(
      Deal view, int player, WorldNumbers worlds, int depth, bool winner_errors, bool greatest_gain,
      bool chance_first) {
    const EamReading reading{winner_errors, greatest_gain, chance_first};
    const std::size_t moves = width(view, player);
    TripleTables tables(worlds.shape(0), moves);
    const Worlds all(rules_, view, player);
    const auto numbers = checked_numbers(all, worlds);
    const Working working(mutex_);
    spread_worlds(all, numbers, [&](Solver& solver, const Deal& world, std::size_t i) {
      Triple found[kNumActions];
      action_triples(rules_, solver, world, depth, found, reading);
      for (std::size_t j = 0; j < moves; ++j) tables.set(i * moves + j, found[j]);
    });
    return {tables.m, tables.p, tables.a};
  }

  // Benchmark the work of `action_values` with all cards known; drop the results.
  void all_action_values(const std::vector<Deal>& deals) {
    check_all(deals);
    const Working working(mutex_);
    spread(deals.size(), [&](Solver& solver, std::size_t i) {
      std::int8_t values[kNumActions];
      alone(solver, deals[i]).action_values(deals[i], values);
    });
  }

  // Count the nodes that prove the value of every action once the values are known, for a
  // comparison with the nodes of `action_values`.
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

  // Compute only the `triples` that the decision needs, on one thread.
  std::tuple<Matrix<std::int8_t>, Matrix<double>, Matrix<std::int8_t>, Matrix<std::uint8_t>>
  decisive_triples(Deal view, int player, WorldNumbers worlds, int depth, Reals worth, Reals known,
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
    TripleTables tables(n, moves);
    auto exact = new_array<Matrix<std::uint8_t>>({n, moves});
    const Working working(mutex_);
    Decision decision(rules_, *solvers_[0], std::move(deals), player, depth, std::move(judgement));
    decision.settle();
    for (std::size_t i = 0; i < n * moves; ++i) {
      tables.set(i, decision.triple(i / moves, i % moves));
      exact.data()[i] = decision.exact(i / moves, i % moves);
    }
    return {tables.m, tables.p, tables.a, exact};
  }

  Matrix<std::int8_t> vector_values(Deal view, int player, WorldNumbers worlds, int depth,
                                    bool reduce) {
    const std::size_t n = worlds.shape(0), moves = width(view, player);
    std::vector<Deal> deals = worlds_of(view, player, worlds);
    auto result = new_array<Matrix<std::int8_t>>({n, moves});
    const Working working(mutex_);
    VectorSearch search(rules_, *solvers_[0], std::move(deals), player, reduce);
    std::size_t column = 0;
    for (ActionSet left = legal_actions(rules_, view); left; left &= left - 1, ++column) {
      const std::vector<int> found = search.values(std::countr_zero(left), depth);
      for (std::size_t i = 0; i < n; ++i)
        result.data()[i * moves + column] = static_cast<std::int8_t>(found[i]);
    }
    return result;
  }

  std::tuple<Matrix<double>, int> together(Deal view, int player, WorldNumbers worlds,
                                           bool postponed, int plies, std::vector<double> weights,
                                           std::uint64_t positions, std::size_t vectors) {
    const std::size_t n = worlds.shape(0), moves = width(view, player);
    if (n == 0) throw std::invalid_argument("worlds: expected at least one row");
    if (plies < 1) throw std::invalid_argument("plies: expected 1 or more");
    if (weights.size() != n) throw std::invalid_argument("weights: expected one a world");
    std::vector<Deal> deals = worlds_of(view, player, worlds);
    std::vector<int> actions;
    for (ActionSet left = legal_actions(rules_, view); left; left &= left - 1)
      actions.push_back(std::countr_zero(left));
    auto result = new_array<Matrix<double>>({n, moves});
    const int completed = interruptibly<vorhand::joint::OutOfPositions>([&](auto keep_going) {
      const std::scoped_lock lock(mutex_);
      JointGame game(rules_, *solvers_[0], std::move(deals), player);
      const vorhand::joint::Limits limits{plies, positions, vectors, keep_going};
      const auto found = postponed
                             ? vorhand::joint::Epimc<JointGame>(game, weights, limits)(actions)
                             : vorhand::joint::AlphaMu<JointGame>(game, weights, limits)(actions);
      for (std::size_t move = 0; move < found.levels.size(); ++move) {
        for (std::size_t i = 0; i < n; ++i)
          result.data()[i * moves + move] = game.worth(i, found.levels[move][i]);
      }
      return found.plies;
    });
    return {result, completed};
  }

  Matrix<std::int64_t> tree_visits(Deal view, int player, WorldNumbers worlds, int simulations,
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
    return as_array<Matrix<std::int64_t>>(std::move(result), {trees, moves});
  }

  std::uint64_t nodes() {
    const Working working(mutex_);
    std::uint64_t sum = 0;
    for (const auto& solver : solvers_) sum += solver->nodes();
    return sum;
  }

 private:
  // Releases the interpreter lock for one call at a time.
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

  // Return the number of moves; it is the same in every world, since the hand is the player's own.
  std::size_t width(const Deal& view, int player) const {
    if (view.terminal() || view.dealing() || view.to_move() != player) {
      throw std::invalid_argument("view: player " + std::to_string(player) + " is not to move");
    }
    return static_cast<std::size_t>(std::popcount(legal_actions(rules_, view)));
  }

  // Share items among the threads. The result for an item depends only on that item.
  template <typename Work>
  void spread(std::size_t n, Work work) {
    std::atomic<std::size_t> next{0};
    auto run = [&](Solver& solver) {
      try {
        for (std::size_t i; (i = next.fetch_add(1)) < n;) work(solver, i);
      } catch (...) {
        next = n;
        throw;
      }
    };
    on_threads(std::min(solvers_.size(), n), [&](std::size_t t) { run(*solvers_[t]); });
  }

  // Share worlds of one view among the threads; each solver keeps its results of strict play.
  template <typename Work>
  void spread_worlds(const Worlds& all, std::span<const std::uint64_t> numbers, Work work) {
    for (auto& solver : solvers_) solver->forget();
    spread(numbers.size(), [&](Solver& solver, std::size_t i) {
      const Deal world = all.world(numbers[i]);
      solver.prepare(world);
      work(solver, world, i);
    });
  }

  // Return the solver, prepared for this deal only.
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
  nb::class_<Pool>(m, "Solver",
                   "Exact open-hand values; tables are created once, one set per thread.")
      .def(nb::init<const Rules&, int>(), "rules"_a, "threads"_a = 1)
      .def("value", &Pool::value, "deal"_a,
           "Return the game points for player 0 (-3 .. 3) with best play of both.")
      .def("values", &Pool::values, "deals"_a, "Return `value` for each of many deals: int8 [n].")
      .def("action_values", &Pool::action_values, "view"_a, "player"_a, "worlds"_a,
           "Return the game points for the player to move after each legal action\n"
           "(ascending) in each of the numbered worlds: int8 [n, moves].")
      .def("triples", &Pool::triples, "view"_a, "player"_a, "worlds"_a, "depth"_a, nb::kw_only(),
           "winner_errors"_a = false, "greatest_gain"_a = false, "chance_first"_a = false,
           "Return error-allowing triples (m, p, a) of each legal action in each world,\n"
           "three arrays [n, moves]. Errors count at the first `depth` nodes of MIN, at all\n"
           "if negative. Other readings of the paper, for comparison: only errors that\n"
           "change the winner, the greatest gain of an error instead of the least, moves of\n"
           "MAX by m, then p, then a.")
      .def("decisive_triples", &Pool::decisive_triples, "view"_a, "player"_a, "worlds"_a, "depth"_a,
           "worth"_a, "known"_a, "weights"_a,
           "Return the triples as far as a decision by presumed payoff or value needs them,\n"
           "and whether the contribution of p and a is exact, uint8: four arrays [n, moves].\n"
           "m is exact; p and a may be too small, so that presumed means are lower bounds:\n"
           "the best move is the same, and ties of the best are exact. worth: of -3 to 3\n"
           "game points, non-decreasing [7]; known: the share of the hand that MIN knows\n"
           "after each legal action [moves]; weights: of the worlds [n]. Runs on one thread.")
      .def("all_action_values", &Pool::all_action_values, "deals"_a,
           "Value every action of every deal with all cards known; drop the results.")
      .def("all_triples", &Pool::all_triples, "deals"_a, "depth"_a,
           "Find the triples of every action of every deal with all cards known; drop the\n"
           "results.")
      .def("proof_nodes", &Pool::proof_nodes, "deals"_a,
           "Return the number of nodes that prove the known value of every action of every\n"
           "deal, with all cards known.")
      .def("together", &Pool::together, "view"_a, "player"_a, "worlds"_a, "postponed"_a, "plies"_a,
           "weights"_a, "positions"_a = 0, "vectors"_a = 0,
           "Search all worlds together; return game points for the player after each legal\n"
           "action, float64 [n, moves], and the plies that were completed. The arguments are\n"
           "those of `tricks.Play.together`; a ply is an action.")
      .def("vector_values", &Pool::vector_values, "view"_a, "player"_a, "worlds"_a, "depth"_a,
           "reduce_payoffs"_a,
           "Return vector minimax or payoff-reduction minimax over all worlds together:\n"
           "int8 [n, moves]. Beyond `depth` actions the exact values are taken; negative:\n"
           "no limit.")
      .def("tree_visits", &Pool::tree_visits, "view"_a, "player"_a, "worlds"_a, "simulations"_a,
           "exploration"_a, "one_tree"_a, "seed"_a,
           "Return the visits of each legal action by Monte Carlo tree search, int64: one\n"
           "tree over all worlds [1, moves], or a tree per world [n, moves] with the\n"
           "simulations divided among them.")
      .def_prop_ro("nodes", &Pool::nodes, "Positions visited so far.");
}

}  // namespace vorhand::bindings

// vorhand.native.skat_solver: open-hand solving of many worlds at once.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "asking.hpp"
#include "bindings.hpp"
#include "skat/solver/batch.hpp"
#include "skat/solver/minimax.hpp"
#include "skat/solver/proof_size.hpp"
#include "skat_estimates.hpp"
#include "skat_null.hpp"
#include "skat_positions.hpp"
#include "skat_trump_tables.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace vorhand::skat;
using namespace vorhand::skat::solver;

namespace {

using vorhand::bindings::Array;
using vorhand::bindings::Asking;
using vorhand::bindings::KeptDiagrams;
using vorhand::bindings::KeptTables;
using vorhand::bindings::Pruning;
using vorhand::bindings::reader;
using vorhand::bindings::Setting;
using vorhand::bindings::TablesOfCall;
using vorhand::bindings::to_array;
using vorhand::bindings::to_contract;
using vorhand::bindings::to_positions;
using vorhand::bindings::Wish;
using vorhand::bindings::Worlds;

std::tuple<Array<std::int16_t>, Array<std::uint32_t>, Array<std::uint64_t>> solve_worlds(
    const Worlds& worlds, const Setting& contract, const Setting& soloist, const Setting& leader,
    const std::vector<int>& trick, const std::string& question, int low, int high, int threads,
    int table_bits, std::uint64_t node_budget, std::uint32_t techniques, const Wish& cancelled,
    const Pruning* pruning, const KeptDiagrams* diagrams, const std::vector<KeptTables*>& tables) {
  Task task{.question = parse_question(question),
            .low = low,
            .high = high,
            .threads = threads,
            .table_bits = table_bits,
            .node_budget = node_budget,
            .techniques = techniques & kAllTechniques,
            .diagrams = diagrams ? &diagrams->diagrams : nullptr,
            .pruning = pruning ? &pruning->pruned : nullptr};
  if (pruning && task.techniques != kAllTechniques) {
    throw PositionError("pruning: expected all techniques");
  }
  const TablesOfCall looked_up(tables);
  task.tables = looked_up.by_kind;
  if (!tables.empty() && (pruning || task.techniques != kAllTechniques)) {
    throw PositionError("tables: expected all techniques and no pruning");
  }
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, trick);
  if (const int* shared = std::get_if<int>(&contract)) validate(task, to_contract(*shared));
  const std::size_t n = positions.size();
  const bool moves = asks_moves(task.question);
  std::vector<std::int16_t> values(moves ? n * kNumCards : n);
  std::vector<std::uint32_t> legal(n);
  std::vector<std::uint64_t> nodes(n);
  Asking asking(cancelled);
  try {
    const nb::gil_scoped_release release;
    solve(positions, task, {values, legal, nodes}, [&] { return asking(); });
  } catch (const Cancelled&) {
    asking.rethrow();
    throw;
  }
  auto value_array = moves ? to_array(std::move(values), {n, std::size_t{kNumCards}})
                           : to_array(std::move(values), {n});
  return {std::move(value_array), to_array(std::move(legal), {n}), to_array(std::move(nodes), {n})};
}

Goal goal_of(Question question, Contract contract) {
  switch (question) {
    case Question::kTakesAll:
    case Question::kMovesTakesAll:
      return Goal::kTakesAll;
    case Question::kTakesNone:
    case Question::kMovesTakesNone:
      return Goal::kTakesNone;
    case Question::kTimeToLive:
    case Question::kMovesTimeToLive:
      return Goal::kTimeToLive;
    case Question::kValue:
    case Question::kMoves:
      return contract == Contract::kNull ? Goal::kTimeToLive : Goal::kPoints;
    default:
      throw PositionError(
          "minimax: expected value, takes_all, takes_none or time_to_live, or moves");
  }
}

Array<std::int16_t> minimax_worlds(const Worlds& worlds, int contract, int soloist, int leader,
                                   const std::vector<int>& trick, const std::string& question,
                                   bool remember) {
  const Question asked = parse_question(question);
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, trick);
  for (const Position& position : positions) validate(position);
  const Goal goal = goal_of(asked, static_cast<Contract>(contract));
  const bool plain_null = contract == static_cast<int>(Contract::kNull) &&
                          (asked == Question::kValue || asked == Question::kMoves);
  const auto worth = [&](int value) {
    return static_cast<std::int16_t>(plain_null ? value == 0 : value);
  };
  const std::size_t n = positions.size();
  const bool moves = asks_moves(asked);
  std::vector<std::int16_t> values(moves ? n * kNumCards : n, kNoValue);
  {
    const nb::gil_scoped_release release;
    for (std::size_t i = 0; i < n; ++i) {
      Memory seen;
      Memory* memory = remember ? &seen : nullptr;
      if (!moves) {
        values[i] = worth(minimax(positions[i], goal, memory));
        continue;
      }
      CardSet legal = positions[i].tricks_left() > 0 ? positions[i].legal() : 0;
      while (legal) {
        const Card card = pop_lowest(legal);
        values[i * kNumCards + card] = worth(minimax_after(positions[i], card, goal, memory));
      }
    }
  }
  return moves ? to_array(std::move(values), {n, std::size_t{kNumCards}})
               : to_array(std::move(values), {n});
}

std::tuple<int, std::int64_t, std::int64_t, std::int64_t> proof_of_one(
    const Worlds& worlds, int contract, int soloist, int leader, const std::vector<int>& trick) {
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, trick);
  if (positions.size() != 1) throw PositionError("minimum proof: expected one world");
  validate(positions[0]);
  validate(Task{.question = Question::kWindow}, positions[0].contract);
  const nb::gil_scoped_release release;
  const auto [value, sizes] = minimum_proof(positions[0]);
  return {value, sizes.at_least, sizes.at_most, sizes.exact};
}

std::vector<int> principal_variation(const Worlds& worlds, int contract, int soloist, int leader,
                                     const std::vector<int>& trick) {
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, trick);
  if (positions.size() != 1) throw PositionError("principal variation: expected one world");
  validate(positions[0]);
  const nb::gil_scoped_release release;
  Workspace workspace(15);
  if (positions[0].contract == Contract::kNull) {
    workspace.trick().begin(positions[0], kAllTechniques, kUnbounded);
    return workspace.trick().principal_variation();
  }
  workspace.trump().begin(positions[0], kAllTechniques, kUnbounded);
  return workspace.trump().principal_variation();
}

// --- Training of move ordering and first guess ---

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
    TrumpSolver<Form::kPlain> exact(other_table);
    TrumpSolver<Form::kSwitchable> solver(table);
    solver.search().order_by(ordering);
    solver.search().record(&samples);
    for (const Position& position : positions) {
      // From the value itself: neither the solver's order nor its first guess plays a part.
      exact.begin(position, kAllTechniques, kUnbounded);
      solver.begin(position, techniques, kUnbounded);
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

Array<std::uint8_t> card_owners(const Worlds& worlds, int contract, int soloist, int leader) {
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, {});
  std::vector<std::uint8_t> owners(positions.size() * kBits);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    validate(positions[i]);
    const Frame frame(positions[i]);
    for (int seat = 0; seat < kNumPlayers; ++seat) {
      for (Set left = frame.owned[seat]; left; left &= left - 1) {
        owners[i * kBits + low(left)] = static_cast<std::uint8_t>(seat + 1);
      }
    }
  }
  return to_array(std::move(owners), {positions.size(), std::size_t{kBits}});
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_solver(nb::module_& m) {
  bind_skat_estimates(m);
  bind_skat_null(m);
  bind_skat_study(m);
  bind_skat_trump_tables(m);
  nb::exception<PositionError>(m, "PositionError", PyExc_ValueError);
  nb::exception<NodeBudgetError>(m, "NodeBudgetError", PyExc_ValueError);
  nb::exception<Cancelled>(m, "Cancelled", PyExc_RuntimeError);

  m.attr("ALL_TECHNIQUES") = static_cast<int>(kAllTechniques);
  m.def(
      "techniques",
      [] {
        return std::map<std::string, std::uint32_t>{{"equivalent_cards", kEquivalentCards},
                                                    {"decided_trick", kDecidedTrick},
                                                    {"transpositions", kTranspositions},
                                                    {"payoff_similarity", kPayoffSimilarity},
                                                    {"cash_bounds", kCashBounds},
                                                    {"sure_trumps", kSureTrumps},
                                                    {"learned_order", kLearnedOrder},
                                                    {"first_guess", kFirstGuess},
                                                    {"gallop", kGallop},
                                                    {"lowest_rank", kLowestRank},
                                                    {"fail_soft", kFailSoft}};
      },
      "What can be switched off, each with its bit.");

  m.def(
      "memory",
      [](int contract, int table_bits) {
        const Position position{.contract = to_contract(contract)};
        validate(position);
        validate(Task{.table_bits = table_bits}, position.contract);
        return Workspace(table_bits).bytes(position.contract);
      },
      "contract"_a, "table_bits"_a = 15,
      "Bytes that one thread needs to solve a contract. Raises PositionError.");

  m.def("solve", &solve_worlds, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        "trick"_a = std::vector<int>{}, "question"_a = "value", nb::kw_only(), "low"_a = 61,
        "high"_a = kTotalPoints, "threads"_a = 1, "table_bits"_a = 15, "node_budget"_a = 0,
        "techniques"_a = static_cast<std::uint32_t>(kAllTechniques), "cancelled"_a = nb::none(),
        "pruning"_a = nb::none(), "diagrams"_a = nb::none(),
        "tables"_a = std::vector<KeptTables*>{},
        R"(Solve open-hand positions that have the same cards on the table.

Args:
  worlds: [n, 3] uint32, the cards in each seat's hand as bit masks; cards on the table
    are no longer in a hand.
  contract: 0..3 suit of that number, 4 grand, 5 null. Like the two seats it is one number
    for all worlds, or [n] int32.
  soloist, leader: seats 0..2; `leader` led the current trick.
  trick: the 0, 1 or 2 cards on the table, in order of play.
  question: `value` soloist's card points still to come, the current trick included (null:
    1 if they take no further trick); `window` the same cut off at `low` and `high`;
    `at_least` 1 if the value is at least `low`; `takes_all`, `takes_none` 1 if the soloist
    takes all tricks left, or none though they try; `time_to_live` (null) the trick, 1 the
    current one, that the soloist is forced to win, 0 if none. For every legal card:
    `moves`, `moves_at_least`, `moves_takes_all`, `moves_takes_none`, `moves_time_to_live`.
  low, high: card points, see `question`.
  threads: how many; worlds are spread over them, and no result depends on it.
  table_bits: entries of each thread's transposition table, as a power of two.
  node_budget: most nodes for a world, 0: as many as it takes.
  techniques: sum of the `techniques()` that are switched on.
  cancelled: called now and then between worlds; if it returns true the call ends.
  pruning: what is believed of estimates in trump games, with all techniques; questions about
    points are then answered probably, not surely.
  diagrams: for null, looked up instead of searching; no answer depends on them.
  tables: the same for suit games and for grand, with all techniques and no pruning.

Returns:
  (values, legal, nodes): values [n] int16, or [n, 32] by card for moves, -1 where a card
  is not legal; legal [n] uint32 masks of the legal cards; nodes [n] uint64 searched.

Raises:
  PositionError: a position, contract or question that makes no sense, before any search.
  NodeBudgetError: a world needed more than `node_budget` nodes.
  Cancelled: `cancelled` returned true.)");

  m.def("minimax", &minimax_worlds, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        "trick"_a = std::vector<int>{}, "question"_a = "value", nb::kw_only(), "remember"_a = false,
        R"(Answers of `solve` by plain minimax: for endings, and to check the solver.

Args as in `solve`; questions about a threshold are not taken. With `remember` the value of
each position at the start of a trick is worked out once: for endings of up to eight cards
where five are the most otherwise. Returns values [n] int16, or [n, 32] by card. Raises
PositionError.)");

  m.def("minimum_proof", &proof_of_one, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        "trick"_a = std::vector<int>{},
        R"(Sizes of minimum proof trees of an ending of a trump game, of up to six cards.

Takes one world ([1, 3] uint32). Returns (value, at_least, at_most, exact): the soloist's
points still to come and the fewest nodes that show that they are at least, at most, exactly
so (Furtak 2013, chapter 3). A node is a card to be chosen, the last trick is one, and what
the points settle is not entered. Raises PositionError.)");

  m.def("principal_variation", &principal_variation, "worlds"_a, "contract"_a, "soloist"_a,
        "leader"_a, "trick"_a = std::vector<int>{},
        R"(Best play by all from one world ([1, 3] uint32), as a list of cards.

In null it ends with the trick that the soloist is forced to win. Raises PositionError.)");

  m.attr("STATE_WEIGHTS") = kStateWeights;
  m.attr("SECOND_WEIGHTS") = kSecondWeights;
  m.attr("THIRD_WEIGHTS") = kThirdWeights;
  m.def("ordering_samples", &ordering_samples, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        "weights"_a.none(),
        R"(Statistics of move ordering: at some forty decisions a deal all cards are tried.

Args:
  worlds, contract, soloist, leader: as in `solve`.
  weights: int8, the order that is searched in (not the solver's own), or None for no order.
    There are STATE_WEIGHTS of a suit's state, then SECOND_WEIGHTS of the second place in the
    trick and THIRD_WEIGHTS of the third.

Returns:
  (decision, indices, cost, cut), one entry a card tried: which decision, the indices of the
  weights that score it ([n, 6], five of the state and one of the place; 65535 for none), the
  nodes it took, and whether it settled the question.

Raises:
  PositionError: a position that makes no sense.)");
  m.def("card_owners", &card_owners, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        R"(What the first guess sees, [n, 43] uint8: who owns each card in the solver's arrangement.

0 stands for nobody, 1 for the soloist, 2 and 3 for the next players. Cards 8 * i + rank
are side suits (i = 0..2, in grand 0..3; no jacks), 32 + rank the trump suit, 39..42 the jacks.
Raises PositionError.)");
}

}  // namespace vorhand::bindings

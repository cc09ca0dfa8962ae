// vorhand.native.skat_solver: open-hand solving of many worlds at once.
#include <nanobind/stl/variant.h>

#include <variant>

#include "asking.hpp"
#include "bindings.hpp"
#include "errors.hpp"
#include "skat/solver/batch.hpp"
#include "skat_positions.hpp"
#include "skat_solving.hpp"

using namespace vorhand::skat;
using namespace vorhand::skat::solver;

namespace {

using vorhand::bindings::Array;
using vorhand::bindings::Asking;
using vorhand::bindings::reader;
using vorhand::bindings::Setting;
using vorhand::bindings::solve_worlds;
using vorhand::bindings::Solved;
using vorhand::bindings::to_array;
using vorhand::bindings::to_contract;
using vorhand::bindings::to_positions;
using vorhand::bindings::Wish;
using vorhand::bindings::Worlds;

Solved answers(const Worlds& worlds, const Setting& contract, const Setting& soloist,
               const Setting& leader, const std::vector<int>& trick, const std::string& question,
               int low, int high, int threads, int table_bits, std::uint64_t node_budget,
               const Wish& cancelled) {
  const Task task{.question = parse_question(question),
                  .low = low,
                  .high = high,
                  .threads = threads,
                  .table_bits = table_bits,
                  .node_budget = node_budget};
  return solve_worlds(worlds, contract, soloist, leader, trick, task, cancelled,
                      vorhand::skat::solver::solve);
}

std::vector<int> principal_variation(const Worlds& worlds, int contract, int soloist, int leader,
                                     const std::vector<int>& trick) {
  const std::vector<Position> positions = to_positions(worlds, contract, soloist, leader, trick);
  if (positions.size() != 1) throw PositionError("principal variation: expected one world");
  validate(positions[0]);
  const nb::gil_scoped_release release;
  Workspace workspace(15);
  if (positions[0].contract == Contract::kNull) {
    workspace.trick().begin(positions[0]);
    return workspace.trick().principal_variation();
  }
  workspace.trump().begin(positions[0]);
  return workspace.trump().principal_variation();
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
  translate<PositionError>("PositionError");
  translate<NodeBudgetError>("NodeBudgetError");
  translate<Cancelled>("SearchCancelledError");

  m.def(
      "memory",
      [](int contract, int table_bits) {
        const Position position{.contract = to_contract(contract)};
        validate(position);
        validate(Task{.table_bits = table_bits}, position.contract);
        return Workspace(table_bits).bytes(position.contract);
      },
      "contract"_a, "table_bits"_a = 15,
      "Return the bytes that one thread needs to solve a contract. PositionError for\n"
      "a number out of range.");

  m.def("solve", &answers, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        "trick"_a = std::vector<int>{}, "question"_a = "value", nb::kw_only(), "low"_a = 61,
        "high"_a = kTotalPoints, "threads"_a = 1, "table_bits"_a = 15, "node_budget"_a = 0,
        "cancelled"_a = nb::none(),
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
  cancelled: called now and then between worlds; if it returns true the call ends.

Returns:
  (values, legal, nodes): values [n] int16, or [n, 32] by card for moves, -1 where a card
  is not legal; legal [n] uint32 masks of the legal cards; nodes [n] uint64 searched.

Raises:
  PositionError: a position, contract or question that makes no sense, before any search.
  NodeBudgetError: a world needed more than `node_budget` nodes.
  SearchCancelledError: `cancelled` returned true.)");

  m.def("principal_variation", &principal_variation, "worlds"_a, "contract"_a, "soloist"_a,
        "leader"_a, "trick"_a = std::vector<int>{},
        R"(Return best play by all from one world ([1, 3] uint32), as a list of cards.

In null it ends with the trick that the soloist is forced to win. Raises PositionError.)");

  m.def("card_owners", &card_owners, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        R"(Return the owner of each card of a trump game in the solver's arrangement, [n, 43] uint8.

The first guess is computed from these. 0 stands for nobody, 1 for the soloist, 2 and 3 for
the next players. Cards 8 * i + rank are side suits (i = 0..2, in grand 0..3; no jacks),
32 + rank the trump suit, 39..42 the jacks. Raises PositionError.)");
}

}  // namespace vorhand::bindings

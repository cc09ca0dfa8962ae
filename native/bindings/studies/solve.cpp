// vorhand.native.studies: the solver with techniques switched off, forward pruning or look-up
// tables.
#include <nanobind/stl/map.h>
#include <nanobind/stl/variant.h>

#include <map>

#include "bindings.hpp"
#include "estimates.hpp"
#include "null.hpp"
#include "skat/solver/crew.hpp"
#include "skat/studies/workspace.hpp"
#include "skat_solving.hpp"
#include "studies.hpp"
#include "trump_tables.hpp"

namespace vorhand::bindings {
namespace {

using namespace skat;
using namespace skat::solver;

Solved answers(const Worlds& worlds, const Setting& contract, const Setting& soloist,
               const Setting& leader, const std::vector<int>& trick, const std::string& question,
               int low, int high, int threads, int table_bits, std::uint64_t node_budget,
               std::uint32_t techniques, const Wish& cancelled, const Pruning* pruning,
               const KeptDiagrams* diagrams, const std::vector<KeptTables*>& tables,
               int reply_weight) {
  const TablesOfCall looked_up(tables);
  StudyTask task;
  task.question = parse_question(question);
  task.low = low;
  task.high = high;
  task.threads = threads;
  task.table_bits = table_bits;
  task.node_budget = node_budget;
  task.techniques = techniques & kAllTechniques;
  task.reply_weight = reply_weight;
  task.margins = pruning ? &pruning->margins : nullptr;
  task.diagrams = diagrams ? &diagrams->diagrams : nullptr;
  task.tables = looked_up.by_kind;
  if (reply_weight < 0 || reply_weight > 1000) {
    throw PositionError("reply_weight=" + std::to_string(reply_weight) + ": expected 0 to 1000");
  }
  if (reply_weight && (pruning || !tables.empty())) {
    throw PositionError("reply_weight: expected neither pruning nor tables");
  }
  if (pruning && task.techniques != kAllTechniques) {
    throw PositionError("pruning: expected all techniques");
  }
  if (!tables.empty() && (pruning || task.techniques != kAllTechniques)) {
    throw PositionError("tables: expected all techniques and no pruning");
  }
  return solve_worlds(worlds, contract, soloist, leader, trick, task, cancelled,
                      solve_by<StudyWorkspace, StudyTask>);
}

}  // namespace

void bind_solve(nb::module_& m) {
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
      "Return the techniques that can be switched off, each with its bit.");

  m.def("solve", &answers, "worlds"_a, "contract"_a, "soloist"_a, "leader"_a,
        "trick"_a = std::vector<int>{}, "question"_a = "value", nb::kw_only(), "low"_a = 61,
        "high"_a = kTotalPoints, "threads"_a = 1, "table_bits"_a = 15, "node_budget"_a = 0,
        "techniques"_a = static_cast<std::uint32_t>(kAllTechniques), "cancelled"_a = nb::none(),
        "pruning"_a = nb::none(), "diagrams"_a = nb::none(),
        "tables"_a = std::vector<KeptTables*>{}, "reply_weight"_a = 0,
        R"(Solve open-hand positions as `skat_solver.solve` does, by other means.

Args:
  techniques: sum of the `techniques()` that are switched on.
  pruning: estimates and their margins, for forward pruning in trump games; needs all techniques.
    A question about points then gets a probable answer, not a certain one.
  diagrams: look-up tables for null. No answer depends on them.
  reply_weight: subtracted from the score of a led card in the move ordering of trump games, for
    each legal reply of the next player (fastest cut first); from 0 to 1000, without pruning or
    tables.
  tables: look-up tables for suit games and for grand; need all techniques and no pruning.
  All others are those of `skat_solver.solve`.

Returns and raises what `skat_solver.solve` does.)");
}

}  // namespace vorhand::bindings

// vorhand.native.skat: the game tree of a deal's last tricks, in arrays.

#include "bindings.hpp"
#include "errors.hpp"
#include "skat/ending_tree.hpp"
#include "tree_arrays.hpp"

using namespace vorhand::skat;
using namespace vorhand::bindings;

namespace {

using WorldRows = nb::ndarray<const std::uint32_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

TreeArrays build(const WorldRows& worlds, int contract, int level, bool hand, int bid, int soloist,
                 bool soloist_knows_skat, int leader, int soloist_points, int soloist_tricks,
                 CardSet soloist_played, std::size_t node_budget) {
  if (contract < 0 || contract >= kNumContracts || level < 0 || level >= kNumLevels ||
      soloist < 0 || soloist >= kNumPlayers || leader < 0 || leader >= kNumPlayers) {
    throw std::invalid_argument("contract, level, soloist or leader out of range");
  }
  std::vector<std::array<CardSet, 4>> rows(worlds.shape(0));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t place = 0; place < 4; ++place) rows[row][place] = worlds(row, place);
    for (std::size_t seat = 1; seat < 3; ++seat) {
      if (count(rows[row][seat]) != count(rows[row][0])) {
        throw std::invalid_argument("worlds: expected hands of the same size");
      }
    }
  }
  const Ending ending{{static_cast<Contract>(contract), static_cast<Level>(level), hand},
                      bid,
                      soloist,
                      soloist_knows_skat,
                      leader,
                      soloist_points,
                      soloist_tricks,
                      soloist_played};
  return to_arrays(without_gil([&] { return ending_tree(ending, rows, node_budget); }));
}

}  // namespace

namespace vorhand::bindings {

void bind_skat_endings(nb::module_& m) {
  translate<EndingTooLarge>("NodeBudgetError");
  m.def("ending_tree", &build, "worlds"_a, nb::kw_only(), "contract"_a, "level"_a, "hand"_a,
        "bid"_a, "soloist"_a, "soloist_knows_skat"_a, "leader"_a, "soloist_points"_a,
        "soloist_tricks"_a, "soloist_played"_a, "node_budget"_a,
        "Return the game of the last tricks over worlds (uint32 [n, 4]: three hands and the\n"
        "skat), from the beginning of a trick, as arrays: roots [n]; then by node, in\n"
        "preorder (the first child follows its parent): level (cards played), mover (seat;\n"
        "3 forced, -1 the end), moves (children), set (information set or -1), payoff (at\n"
        "the end, the soloist's tournament score less a defender's); last, the moves of\n"
        "each set. NodeBudgetError beyond node_budget.");
}

}  // namespace vorhand::bindings

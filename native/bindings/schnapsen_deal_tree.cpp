// vorhand.native.schnapsen: the game tree over deals of a small pack, in arrays.

#include "bindings.hpp"
#include "errors.hpp"
#include "schnapsen/deal_tree.hpp"
#include "schnapsen_checks.hpp"
#include "tree_arrays.hpp"

using namespace vorhand::schnapsen;
using namespace vorhand::bindings;

namespace {

std::tuple<TreeArrays, std::int64_t, std::int64_t> build_deal_tree(
    Rules rules, const std::vector<std::vector<Card>>& packs, int leader,
    std::int32_t node_budget) {
  checked_player(leader);
  auto tree = without_gil([&] { return deal_tree(rules, packs, leader, node_budget); });
  return {to_arrays(std::move(tree)), tree.states, tree.information_sets};
}

}  // namespace

namespace vorhand::bindings {

void bind_schnapsen_deal_tree(nb::module_& m) {
  translate<DealTreeTooLarge>("NodeBudgetError");
  m.def("deal_tree", &build_deal_tree, "rules"_a, "packs"_a, nb::kw_only(), "leader"_a,
        "node_budget"_a,
        "Return the game over packs in the order of dealing, all with the same card turned up.\n"
        "First its arrays: roots [n]; then by node, in preorder (the first child follows its\n"
        "parent): level (actions), mover (player; 3 forced, -1 the end), moves (children, by\n"
        "ascending action), set (information set or -1), payoff (at the end, game points of\n"
        "player 0); last, the moves of each set. A node from which all play is forced is an\n"
        "end. Then the number of positions after the deal and that of all information sets,\n"
        "both with forced play. NodeBudgetError beyond node_budget.");
}

}  // namespace vorhand::bindings

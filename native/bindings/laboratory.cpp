// vorhand.native.laboratory: proof trees, and searches on prefix-value trees.

#include "bindings.hpp"
#include "laboratory/prefix_proof.hpp"
#include "laboratory/prefix_search.hpp"
#include "laboratory/prefix_tree.hpp"
#include "proof_graph.hpp"
#include "proof_tree.hpp"

using namespace vorhand;
using namespace vorhand::laboratory;

namespace {

using Ints = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Seeds = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Sizes = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

constexpr int kAlgorithms = 3;
constexpr int kOrderings = 2;
constexpr int kDeepest = 10'000;  // limit of the recursion depth

[[noreturn]] void fail(const std::string& text) { throw std::invalid_argument(text); }

PrefixParameters checked(std::uint64_t seed, int depth, int min_branching, int max_branching,
                         int min_edge, int noise) {
  auto in = [](const char* name, int value, int low, int high) {
    if (value < low || value > high) {
      fail(std::string(name) + "=" + std::to_string(value) + ": expected " + std::to_string(low) +
           " to " + std::to_string(high));
    }
  };
  in("depth", depth, 1, kMaxDepth);
  in("min_branching", min_branching, 1, kMaxBranching);
  in("max_branching", max_branching, min_branching, kMaxBranching);
  in("min_edge", min_edge, -1000, 0);
  in("noise", noise, 0, 1000);
  return {seed, depth, min_branching, max_branching, min_edge, noise};
}

Sizes tuple_of(const ProofSizes& sizes) {
  auto shown = [](std::int64_t size) { return size >= kNoProof ? -1 : size; };
  return {shown(sizes.at_least), shown(sizes.at_most), shown(sizes.exact)};
}

// A game tree in arrays; the children of a node are consecutive.
struct ArrayTree {
  const std::int32_t* first_child;
  const std::int32_t* num_children;
  const std::int32_t* mover;
  const std::int32_t* payoff;
};

struct ArrayNode {
  const ArrayTree* tree;
  std::int32_t index;
  bool leaf() const { return tree->num_children[index] == 0; }
  int value() const { return tree->payoff[index]; }
  bool max_to_move() const { return tree->mover[index] == 0; }
  template <class Visit>
  void children(Visit&& visit) const {
    for (std::int32_t k = 0; k < tree->num_children[index]; ++k) {
      visit(ArrayNode{tree, tree->first_child[index] + k});
    }
  }
};

Sizes array_proof_sizes(const Ints& first_child, const Ints& num_children, const Ints& mover,
                        const Ints& payoff, int target) {
  const std::size_t size = first_child.shape(0);
  if (size == 0 || num_children.shape(0) != size || mover.shape(0) != size ||
      payoff.shape(0) != size) {
    fail("a tree's four arrays: expected the same length, at least 1");
  }
  std::vector<int> depth(size);
  for (std::size_t node = 0; node < size; ++node) {
    const std::int64_t first = first_child(node), count = num_children(node);
    if (count < 0 || (count > 0 && (first <= static_cast<std::int64_t>(node) ||
                                    first + count > static_cast<std::int64_t>(size)))) {
      fail("node " + std::to_string(node) + ": expected children after it, within the arrays");
    }
    if (depth[node] > kDeepest) {
      fail("node " + std::to_string(node) + ": expected at most " + std::to_string(kDeepest) +
           " moves to it");
    }
    for (std::int64_t child = first; child < first + count; ++child) {
      depth[static_cast<std::size_t>(child)] = depth[node] + 1;
    }
  }
  const ArrayTree tree{first_child.data(), num_children.data(), mover.data(), payoff.data()};
  return tuple_of(proof_sizes(ArrayNode{&tree, 0}, target));
}

Sizes array_graph_sizes(const Ints& first, const Ints& children, const Ints& mover,
                        const Ints& payoff, int target) {
  const std::size_t size = mover.shape(0);
  if (size == 0 || first.shape(0) != size + 1 || payoff.shape(0) != size) {
    fail("a graph of n nodes: expected n + 1, n, n numbers in first, mover, payoff, n at least 1");
  }
  const auto edges = static_cast<std::int64_t>(children.shape(0));
  for (std::size_t node = 0; node < size; ++node) {
    bool good = (node > 0 || first(0) == 0) && first(node) <= first(node + 1);
    good = good && first(node + 1) <= edges;
    for (auto k = good ? first(node) : 0; good && k < first(node + 1); ++k) {
      const std::int64_t child = children(static_cast<std::size_t>(k));
      good = child > static_cast<std::int64_t>(node) && child < static_cast<std::int64_t>(size);
    }
    if (!good) fail("node " + std::to_string(node) + ": expected children after it");
  }
  if (first(size) != edges) {
    fail("first: expected " + std::to_string(edges) + ", the number of children, at its end");
  }
  auto span = [](const Ints& array) { return std::span(array.data(), array.shape(0)); };
  const ArrayGraph graph{span(first), span(children), span(mover), span(payoff)};
  return tuple_of(proof_graph_sizes(graph, target));
}

std::tuple<int, int, int> prefix_node(std::uint64_t seed, int depth, int min_branching,
                                      int max_branching, int min_edge, int noise,
                                      const std::vector<int>& moves) {
  const PrefixParameters parameters =
      checked(seed, depth, min_branching, max_branching, min_edge, noise);
  PrefixNode node(parameters);
  for (const int move : moves) {
    if (move < 0 || move >= node.branching()) {
      fail("move " + std::to_string(move) + ": expected 0 to " +
           std::to_string(node.branching() - 1));
    }
    node = node.child(move);
  }
  return {node.branching(), node.minimax(), node.evaluation()};
}

void prefix_search(const Seeds& seeds, int depth, int min_branching, int max_branching,
                   int min_edge, int noise, double cut, double replies, bool evaluate_unmet,
                   const Rows& rows) {
  constexpr std::size_t columns = 1 + kAlgorithms * kOrderings;
  if (rows.shape(0) != seeds.shape(0) || rows.shape(1) != columns) {
    fail("rows: expected shape [" + std::to_string(seeds.shape(0)) + ", " +
         std::to_string(columns) + "]");
  }
  const PrefixParameters shape = checked(0, depth, min_branching, max_branching, min_edge, noise);
  nb::gil_scoped_release released;
  for (std::size_t tree = 0; tree < seeds.shape(0); ++tree) {
    PrefixParameters parameters = shape;
    parameters.seed = static_cast<std::uint64_t>(seeds(tree));
    rows(tree, 0) = PrefixProof(parameters).size();
    for (int algorithm = 0; algorithm < kAlgorithms; ++algorithm) {
      for (int ordering = 0; ordering < kOrderings; ++ordering) {
        PrefixSearch search(parameters, ordering ? Order{cut, replies, evaluate_unmet}
                                                 : Order{0, 0, evaluate_unmet});
        const int value = search.solve(static_cast<Algorithm>(algorithm));
        rows(tree, static_cast<std::size_t>(1 + algorithm * kOrderings + ordering)) =
            value == 0 ? search.nodes() : -1;
      }
    }
  }
}

}  // namespace

namespace vorhand::bindings {

void bind_laboratory(nb::module_& m) {
  m.def("proof_sizes", &array_proof_sizes, "first_child"_a, "num_children"_a, "mover"_a, "payoff"_a,
        "target"_a,
        "Return the numbers of nodes of the minimum proof trees that the root of a game tree\n"
        "is worth at least, at most, and exactly `target`; -1 if there is no proof.\n\n"
        "The tree is given by int32 arrays [nodes]: first child, number of children (0: a\n"
        "leaf), mover (0: MAX), and payoff of a leaf to MAX. Node 0 is the root, and\n"
        "children come after their parent.");
  m.def("proof_graph_sizes", &array_graph_sizes, "first"_a, "children"_a, "mover"_a, "payoff"_a,
        "target"_a,
        "Return what `proof_sizes` does, for a directed acyclic graph; count each node once.\n\n"
        "int32 arrays: the children of node n are children[first[n]:first[n + 1]] and come\n"
        "after it; mover (0: MAX), and payoff of a leaf to MAX. Every node with several\n"
        "parents multiplies the work by up to four; more than 10 raise InputError.");
  m.def("prefix_node", &prefix_node, "seed"_a, "depth"_a, "min_branching"_a, "max_branching"_a,
        "min_edge"_a, "noise"_a, "moves"_a,
        "Return number of moves, minimax value and evaluation of the node of a prefix-value\n"
        "tree that `moves` lead to.");
  m.def("prefix_search", &prefix_search, "seeds"_a, "depth"_a, "min_branching"_a, "max_branching"_a,
        "min_edge"_a, "noise"_a, "cut"_a, "replies"_a, "evaluate_unmet"_a, "rows"_a.noconvert(),
        "Write for each prefix-value tree the size of its minimum minimax proof tree, and\n"
        "the nodes visited by alpha-beta, NegaScout and MTD(f) in all passes of iterative\n"
        "deepening, each with moves ordered by the values of the pass before and then\n"
        "fastest cut first: int64 [trees, 7]. A search that misses the value of the tree\n"
        "gets -1.\n\n"
        "Fastest cut first adds `cut` to the value of a move that promises a cut, and\n"
        "subtracts `replies` for each reply to it (Furtak's thesis, section 3.8). Moves not\n"
        "met before come last, unless `evaluate_unmet` counts them with their evaluations.");
}

}  // namespace vorhand::bindings

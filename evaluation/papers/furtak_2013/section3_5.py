"""Furtak's thesis (2013), section 3.5: minimum proof graphs.

If several paths lead to the same position, a proof may need it several times but contains it once.
Therefore the size of the smallest proof of a graph is not a sum of sizes from the leaves up. The
thesis enumerates which transpositions a proof uses, and for which bound
(`vorhand.native.laboratory`, `proof_graph_sizes`). Two kinds of random graphs are examined here. In
small graphs the result is checked by trying all sets of nodes. Layered graphs, in which each
position has two moves to positions of the next layer, show how much smaller the proofs become if
equal positions are merged. The thesis gives no figures.
"""

import random

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, below, known
from vorhand.native import laboratory

_SMALL, _LAYERED = "small", "layered"
_BATCH = 100
_MOST_NODES = 10  # maximum number of nodes of a small graph; all sets of them are tried
_SHAPES = (
    (3, 2),
    (3, 3),
)  # positions in a layer, number of moves; larger graphs would have too many transpositions
_DEEPEST = 3
_VALUES = (-1, 0, 1)
_MAX, _MIN = 0, 1

Children = list[list[int]]
Flags = npt.NDArray[np.bool_]


def _jobs(settings: Settings) -> list[Job]:
    parts = settings.parts("graphs", _BATCH)
    small = [[_SMALL, settings.seed, *part] for part in parts]
    layered = [[_LAYERED, *shape, settings.seed, *part] for shape in _SHAPES for part in parts]
    return small + layered


def _work(job: Job) -> list[list[int]]:
    """Return for each graph and kind of proof the size by the enumeration, and a second size.

    The second is that found by trying all sets of a small graph, or that of a layered graph's tree.
    """
    kind, *shape, seed, first, graphs = job
    found = []
    for number in range(first, first + graphs):
        rng = random.Random(f"{kind} {shape} {seed} {number}")
        children = _small(rng) if kind == _SMALL else _layered(rng, *shape)
        mover = [rng.choice((_MAX, _MIN)) for _ in children]
        if kind == _LAYERED:
            width = shape[0]
            mover = [(node + width - 1) // width % 2 for node in range(len(children))]
        payoff = [rng.choice(_VALUES) for _ in children]
        target = rng.choice(_VALUES) if kind == _SMALL else _minimax(children, mover, payoff)
        sizes = _graph_sizes(children, mover, payoff, target)
        others = (
            _smallest_sets(children, mover, payoff, target)
            if kind == _SMALL
            else _tree_sizes(children, mover, payoff, target)
        )
        found += [list(both) for both in zip(sizes, others, strict=True)]
    return found


def _small(rng: random.Random) -> Children:
    """Return the children of each node of a random graph; nodes may have several parents."""
    size = rng.randint(1, _MOST_NODES)
    children: Children = [[] for _ in range(size)]
    for node in range(1, size):
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            children[rng.randrange(max(0, node - 6), node)].append(node)
    return children


def _layered(rng: random.Random, width: int, depth: int) -> Children:
    """Return the children of each node of a graph in layers; the root is alone in its layer."""
    children: Children = [[1, 2]]
    for layer in range(1, depth):
        following = range(1 + layer * width, 1 + (layer + 1) * width)
        children += [sorted(rng.sample(following, 2)) for _ in range(width)]
    return children + [[] for _ in range(width)]


def _minimax(children: Children, mover: list[int], payoff: list[int]) -> int:
    values = list(payoff)
    for node in reversed(range(len(children))):
        if children[node]:
            best = max if mover[node] == _MAX else min
            values[node] = best(values[child] for child in children[node])
    return values[0]


def _graph_sizes(
    children: Children, mover: list[int], payoff: list[int], target: int
) -> tuple[int, int, int]:
    """Return the sizes of the smallest proofs of "at least", "at most" and "equal to" a target."""
    first = np.cumsum([0, *map(len, children)], dtype=np.int32)
    below = np.array([child for node in children for child in node], np.int32)
    arrays = np.array(mover, np.int32), np.array(payoff, np.int32)
    return laboratory.proof_graph_sizes(first, below, *arrays, target)


def _tree_sizes(
    children: Children, mover: list[int], payoff: list[int], target: int
) -> tuple[int, int, int]:
    """Return the sizes for the tree in which each path leads to a node of its own."""
    nodes, first, counts = [0], [], []
    for node in nodes:  # the list grows in the loop
        first.append(len(nodes))
        counts.append(len(children[node]))
        nodes += children[node]
    movers, payoffs = ([of[node] for node in nodes] for of in (mover, payoff))
    ints = [np.array(part, np.int32) for part in (first, counts, movers, payoffs)]
    return laboratory.proof_sizes(ints[0], ints[1], ints[2], ints[3], target)


def _smallest_sets(
    children: Children, mover: list[int], payoff: list[int], target: int
) -> tuple[int, ...]:
    """Return the sizes of the smallest proofs, found by testing all sets of nodes; -1: none."""
    subsets = np.arange(1 << len(children))
    counts = np.bitwise_count(subsets)
    above, under = (
        _proofs(children, mover, payoff, target, prover, subsets) for prover in (_MAX, _MIN)
    )
    return tuple(
        int(counts[proofs].min()) if proofs.any() else -1
        for proofs in (above, under, above & under)
    )


def _proofs(
    children: Children,
    mover: list[int],
    payoff: list[int],
    target: int,
    prover: int,
    subsets: npt.NDArray[np.int64],
) -> Flags:
    """Mark the sets of nodes that contain a proof that ``prover`` reaches the target."""
    shown: dict[int, Flags] = {}
    for node in reversed(range(len(children))):
        below = [shown[child] for child in children[node]]
        if not below:
            good = payoff[node] >= target if prover == _MAX else payoff[node] <= target
            found = np.full(subsets.size, good)
        elif mover[node] == prover:
            found = np.logical_or.reduce(below)
        else:
            found = np.logical_and.reduce(below)
        shown[node] = found & (subsets >> node & 1 == 1)
    return shown[0]


def _report(settings: Settings, results: list[list[list[int]]]) -> Report:
    parts = len(settings.parts("graphs", _BATCH))
    small = np.array([pair for part in results[:parts] for pair in part])
    alike = int((small[:, 0] == small[:, 1]).sum())
    rows, left = [], {}
    for place, (width, depth) in enumerate(_SHAPES, 1):
        cells = [row for part in results[place * parts : (place + 1) * parts] for row in part]
        graph, tree = np.array(cells, float).reshape(-1, 3, 2)[:, 2].T  # exact proofs
        left[depth] = on_log_scale(ratio(graph, tree))
        name = f"layers of {width}, {depth} moves"
        rows.append(Row(f"{name}: nodes of the smallest proof, tree", mean(tree), digits=1))
        rows.append(Row(f"{name}: nodes of the smallest proof, graph", mean(graph), digits=1))
        rows.append(Row(f"{name}: graph / tree", left[depth], digits=2))
    proofs = "of at least, at most and exactly a value"
    findings = [
        Finding(
            "the choices of transpositions and bounds give the smallest proof",
            known(alike == len(small)),
            f"{alike:,} of {len(small):,} proofs {proofs} are as small as the smallest of all sets",
        ),
        Finding(
            "proofs are smaller if equal positions are merged",
            below(left[_DEEPEST], 1),
            f"{left[_DEEPEST]:.2f} of the nodes are left with {_DEEPEST} moves",
            ours=True,
        ),
    ]
    return Report("Minimum proofs of graphs and trees", rows, findings)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, section 3.5",
    {"graphs": (200, 1000)},
    _jobs,
    _work,
    _report,
    unit="batches of graphs",
    why="The thesis gives an algorithm and no figures; the sizes agree with those found "
    "by trying all proofs.",
)

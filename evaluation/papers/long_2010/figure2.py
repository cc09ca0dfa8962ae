"""Long, Sturtevant, Buro and Furtak (AAAI 2010), figure 2: a small synthetic tree.

The paper draws one to explain its trees. This picture shows the tree of a seed: a binary tree for
each pair of worlds, side by side. Positions that the player to move cannot tell apart are joined.
"""

import itertools
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Report, Row, exact
from vorhand.evaluation.pictures import AHEAD, BEHIND, figure, save
from vorhand.games.laboratory.trees import TreeShape, draw_tree

_SHAPE = {"correlation": 0.5, "bias": 0.5, "disambiguation": 0.5}
_PLAYERS = (("^", "player 0 to move"), ("v", "player 1 to move"))


def _jobs(settings: Settings) -> list[Job]:
    return [[settings.seed, settings.count("depth"), settings.count("worlds")]]


def _work(job: Job) -> dict[str, list[list[int]]]:
    """Return the payoffs [leaves, pairs] and information sets [inner nodes, pairs] of the tree."""
    seed, depth, worlds = job
    tree = draw_tree(TreeShape(depth=depth, worlds=worlds, **_SHAPE), seed)
    return {"payoffs": tree.payoffs.tolist(), "sets": tree.sets.tolist()}


def _report(settings: Settings, results: list[dict[str, list[list[int]]]]) -> Report:
    payoffs, sets = (np.array(results[0][name]) for name in ("payoffs", "sets"))
    distinct = sum(len(set(row)) for row in sets.tolist())
    rows = [
        Row("pairs of worlds", exact(payoffs.shape[1]), digits=0),
        Row("leaves", exact(payoffs.size), digits=0),
        Row("leaves that player 0 wins", exact(int((payoffs > 0).sum())), digits=0),
        Row("information sets", exact(distinct), digits=0),
    ]
    drawings = {"long-figure2.png": partial(_draw, payoffs, sets)}
    return Report("A small synthetic tree", rows, drawings=drawings)


def _draw(payoffs: Any, sets: Any, path: Path) -> Path:
    depth = int(np.log2(len(payoffs)))
    drawing, axes = figure(1, 1, width=1.6 * payoffs.shape[1] + 1, height=3.2)
    panel = axes[0][0]

    def place(node: int, pair: int) -> tuple[float, int]:
        level = (node + 1).bit_length() - 1
        left = node + 1 - (1 << level)
        return pair + 0.9 * (left + 0.5) / (1 << level), -level

    for pair in range(payoffs.shape[1]):
        for node in range(1, len(sets) + len(payoffs)):
            ends = np.array([place(node, pair), place((node - 1) // 2, pair)])
            panel.plot(*ends.T, color="grey", linewidth=0.8, zorder=1)
        for leaf, row in enumerate(payoffs[:, pair], len(sets)):
            x, y = place(leaf, pair)
            panel.text(x, y - 0.18, f"{row:+d}", ha="center", color=AHEAD if row > 0 else BEHIND)
    for player, (marker, label) in enumerate(_PLAYERS):
        nodes = [n for n in range(len(sets)) if ((n + 1).bit_length() - 1) % 2 == player]
        found = np.array([place(n, pair) for n in nodes for pair in range(payoffs.shape[1])])
        panel.scatter(*found.T, marker=marker, color="black", label=label, zorder=3)
    arc = {"arrowstyle": "-", "connectionstyle": "arc3,rad=-0.25", "linestyle": ":"}
    for node, row in enumerate(sets.tolist()):
        for first in set(row):
            alike = [place(node, pair) for pair, of in enumerate(row) if of == first]
            for one, other in itertools.pairwise(alike):
                panel.annotate("", one, other, arrowprops=arc)
    panel.set(xticks=[], yticks=[], ylim=(-depth - 0.4, 0.6))
    panel.grid(visible=False)
    panel.legend(fontsize=7, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Long, Sturtevant, Buro and Furtak, AAAI 2010, figure 2",
    {"depth": 3, "worlds": 2},
    _jobs,
    _work,
    _report,
    unit="trees",
    extras=("plots",),
    why="A drawing of a tree; the paper makes no statement about it.",
)

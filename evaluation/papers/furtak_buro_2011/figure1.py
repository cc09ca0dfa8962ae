"""Furtak and Buro (2011), figure 1: the saving by payoff similarity, by number of cards.

The paper saves 85% of the time in suit games and 77% in grand. Here nodes are counted, because
they are the same on every machine. The saving depends on the other techniques of the search. So
there are two searches. Each is run with payoff similarity and, in its place, with an exact table,
which recognises a position only with the very same cards. The full search has all other techniques
of the solver; the bare search lacks static bounds and dominance and is closer to the paper's. The
positions are starts of tricks in games of our rule player. A search stops at a number of nodes, so
that the saving of the bare search is a lower bound.
"""

import itertools
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate, Floats, mean, on_log_scale, ratio
from vorhand.evaluation.bench.skat.solver import BARE
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.pictures import curve, figure, save
from vorhand.native import studies
from vorhand.native.errors import NodeBudgetError

_KINDS = ("suit", "grand")
_CARDS = (10, 9, 8, 7, 6)
_BATCH = 25
_FAR = 1 << 33  # added to the seed of the positions
_FULL, _BARE = "full search", "bare search"
_PAPER = {"suit": 85, "grand": 77}  # percent of the time


def _jobs(settings: Settings) -> list[Job]:
    budget = settings.count("budget")
    return [
        [settings.seed, kind, cards, *part, budget]
        for kind, cards in itertools.product(_KINDS, _CARDS)
        for part in settings.parts("deals", _BATCH)
    ]


def _searches() -> list[int]:
    """Return four sets of techniques, as bit masks.

    They are the full search with payoff similarity and with an exact table, then the bare search
    with each of these.
    """
    bits = studies.techniques()
    similarity = bits["payoff_similarity"]
    full = sum(bit for name, bit in bits.items() if name != "lowest_rank")
    bare = sum(bits[name] for name in BARE)
    return [full | similarity, full & ~similarity, bare | similarity, bare & ~similarity]


def _work(job: Job) -> list[list[int]]:
    """Return for each position the nodes of each search for the exact value."""
    seed, kind, cards, first, deals, budget = job
    setting = studies.self_play_positions(kind == "grand", cards, deals, 1, seed + _FAR, first)
    worlds = np.asarray(setting[0], np.uint32)
    contracts, soloists, leaders = (np.asarray(one, np.int32) for one in setting[1:])

    def nodes(k: int, techniques: int) -> Any:
        where = int(contracts[k]), int(soloists[k]), int(leaders[k])
        try:
            found = studies.solve(
                worlds[k : k + 1], *where, techniques=techniques, node_budget=budget
            )
        except NodeBudgetError:
            return budget
        return np.asarray(found[2]).tolist()[0]

    return [[nodes(k, on) for on in _searches()] for k in range(len(worlds))]


def _report(settings: Settings, results: list[list[list[int]]]) -> Report:
    parts = len(settings.parts("deals", _BATCH))
    cells = list(itertools.product(_KINDS, _CARDS))
    nodes = {
        cell: np.array(list(itertools.chain(*results[k * parts : (k + 1) * parts])), float)
        for k, cell in enumerate(cells)
    }
    rows, findings = [], []
    for kind, cards in cells:
        each = nodes[kind, cards]
        saved = {_FULL: _saved(each[:, 0], each[:, 1]), _BARE: _saved(each[:, 2], each[:, 3])}
        note = f"paper: {_PAPER[kind]}% of the time" if cards == max(_CARDS) else ""
        rows += [
            Row(f"{kind}, {cards} cards, {name}: nodes saved, %", share * 100, digits=1, note=note)
            for name, share in saved.items()
        ]
        if cards == max(_CARDS):
            stopped = int((nodes[kind, cards][:, 3] >= settings.count("budget")).sum())
            findings += [
                Finding(
                    f"{kind}, {cards} cards: payoff similarity saves nodes in the {name}",
                    above(share),
                    f"{share.value:.1%} of the nodes; {stopped} bare searches were stopped",
                    ours=name == _FULL,
                )
                for name, share in saved.items()
            ]
    title = f"Nodes saved by payoff similarity, {settings.count('deals')} positions each"
    return Report(title, rows, findings, {"furtak-buro-figure1.png": partial(_picture, nodes)})


def _saved(similar: Floats, exact: Floats) -> Estimate:
    left = on_log_scale(ratio(similar, exact))
    return Estimate(1 - left.value, 1 - left.high, 1 - left.low)


def _picture(nodes: Mapping[tuple[str, int], Floats], path: Path) -> Path:
    drawing, axes = figure(1, len(_KINDS), sharey=True)
    names = [f"{name}, {how}" for name in (_FULL, _BARE) for how in ("similarity", "exact table")]
    for panel, kind in zip(axes[0], _KINDS, strict=True):
        for k, name in enumerate(names):
            means = [mean(nodes[kind, cards][:, k]) for cards in _CARDS]
            curve(panel, _CARDS, means, marker="o", markersize=3, capsize=2, label=name)
        panel.set_yscale("log")
        panel.set(title=kind, xlabel="cards in a hand")
    axes[0, 0].set_ylabel("nodes")
    axes[0, 0].legend(fontsize=7)
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Furtak and Buro 2011, figure 1",
    {"deals": (10, 200), "budget": (2_000_000, 20_000_000)},
    _jobs,
    _work,
    _report,
    unit="batches of positions",
    extras=("plots",),
    why="Nodes are judged, not time; our bare search saves more than the paper's.",
)

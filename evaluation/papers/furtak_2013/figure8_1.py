"""Furtak's thesis (2013), figure 8.1: nodes of the solver with exact or inexact table values.

In place of a table, a black box returns a range that extends a number of points below and above the
exact value. The nodes that the box itself needs are not counted. The thesis finds that exact values
save far more nodes than ranges of even two points, and therefore builds tables of exact values. It
uses 2,000 positions at the first lead; we do not know the figures behind its curves.

The box covers positions of up to four cards a hand. The solver consults it after the static bounds
and its own table; it consults a box of exact values (0 points) before them. Positions are first
leads of the rule player's deals.
"""

from functools import partial
from pathlib import Path

import numpy as np

from vorhand.evaluation.arena.estimates import Floats, mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.role_games import first_lead
from vorhand.evaluation.pictures import figure, save
from vorhand.native import skat, studies

MARGINS = (0, 1, 2, 3, 5, 8)
"""The points by which the range of a box extends below and above the exact value."""
_KINDS = ("suit", "grand")
_BATCH = 25


def _jobs(settings: Settings) -> list[Job]:
    parts = settings.parts("deals", _BATCH)
    cards = settings.count("cards")
    return [[settings.seed, kind, *part, cards, *MARGINS] for kind in _KINDS for part in parts]


def _work(job: Job) -> list[list[int]]:
    """Return for each deal the nodes that an exact value takes, without a box and with each box."""
    seed, kind, first, deals, cards, *margins = job
    found = []
    for number in range(first, first + deals):
        deal = skat.Deal()
        deal.apply_all(first_lead(kind, seed, number))
        world = np.array([[deal.hand(seat) for seat in range(3)]], np.uint32)
        asked = partial(studies.study, world, deal.contract, deal.soloist, deal.leader, rounds=1)
        boxes = [asked(oracle=cards, margin=margin) for margin in margins]
        found.append([int(nodes[0]) for _, nodes, _ in (asked(), *boxes)])
    return found


def _report(settings: Settings, results: list[list[list[int]]]) -> Report:
    parts = len(settings.parts("deals", _BATCH))
    rows, findings, curves = [], [], {}
    for place, kind in enumerate(_KINDS):
        cells = results[place * parts : (place + 1) * parts]
        without, *boxes = np.array([row for part in cells for row in part], float).T
        rows.append(Row(f"{kind}: nodes without a box", mean(without), digits=0))
        left = {
            margin: on_log_scale(ratio(nodes, without))
            for margin, nodes in zip(MARGINS, boxes, strict=True)
        }
        rows += [
            Row(f"{kind}, exact to {margin} points: nodes left", share)
            for margin, share in left.items()
        ]
        curves[kind] = np.array([share.value for share in left.values()])
        nodes = dict(zip(MARGINS, boxes, strict=True))
        evidence = f"{1 - left[0].value:.2f} and {1 - left[2].value:.2f} of the nodes are saved"
        for times, ours in ((1, False), (2, True)):
            ahead = mean((without - nodes[0]) - times * (without - nodes[2]))
            more = "more nodes than" if times == 1 else "more than twice the nodes of"
            text = f"{kind}: exact answers save {more} answers exact to two points"
            findings.append(Finding(text, above(ahead), evidence, ours=ours))
    drawings = {"furtak-figure8.1.png": partial(_draw, curves)}
    title = f"A black box for positions of up to {settings.count('cards')} cards a hand"
    return Report(title, rows, findings, drawings)


def _draw(curves: dict[str, Floats], path: Path) -> Path:
    drawing, axes = figure(1, 1)
    for kind, shares in curves.items():
        axes[0][0].plot(MARGINS, shares, label=kind, marker="o", markersize=3)
    axes[0][0].set(xlabel="exactitude, points", ylabel="nodes left", ylim=(0, 1.05))
    axes[0][0].legend()
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 8.1",
    {"deals": (50, 1000), "cards": 4},
    _jobs,
    _work,
    _report,
    unit="batches of deals",
    extras=("plots",),
    why="The thesis' curves are not known here; 'far more' is judged as more.",
)

"""Furtak's thesis (2013), figure 6.2: paranoid errors of PIMC by trick, in suit games.

A paranoid error is a card with which the soloist turns a game that is won in every world into one
that is not. A position counts if some cards keep the win certain and others do not. Positions that
the search cannot settle within its limit of nodes are left out, and their number is reported. All
players get the same decisions: the soloist's positions in games that the rule player plays in all
seats.
"""

from functools import partial
from pathlib import Path

import numpy as np

from vorhand.agents import make_bot
from vorhand.evaluation.arena.estimates import Estimate, ratio, share
from vorhand.evaluation.papers.framework import Experiment, Settings, parts
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.role_games import first_lead
from vorhand.evaluation.pictures import figure, save
from vorhand.games.loading import load_game
from vorhand.games.skat.paranoid import sure_moves
from vorhand.games.skat.view import SkatView, observe
from vorhand.native.skat import Deal, rule_action

_PLAYERS = ("pimc(worlds=10)", "pimc(worlds=320)")
_TRICKS = 10
_BATCH = 5


def _work(job: Job) -> list[list[list[int]]]:
    """Return counts by deal and trick: positions that count, those not settled, players' errors."""
    seed, first, deals, nodes = job
    return [_errors(seed, number, nodes) for number in range(first, first + deals)]


def _errors(seed: int, number: int, nodes: int) -> list[list[int]]:
    deal, counts = Deal(), np.zeros((_TRICKS, 2 + len(_PLAYERS)), np.int64)
    deal.apply_all(first_lead("suit", seed, number))
    while not deal.is_over:
        if deal.player == deal.soloist and len(deal.legal_actions()) > 1:
            view = observe(deal, deal.soloist)
            found = list(sure_moves(view, nodes=nodes).values())
            row = counts[deal.tricks_played]
            row[1] += None in found
            if None not in found and True in found and False in found:
                row[0] += 1
                row[2:] += [_errs(spec, view, seed, number, nodes) for spec in _PLAYERS]
        deal.apply(rule_action(deal))
    rows: list[list[int]] = counts.tolist()
    return rows


def _errs(spec: str, view: SkatView, seed: int, number: int, nodes: int) -> bool:
    bot = make_bot(spec, load_game("python_skat"), view.player, 1000 * seed + number)
    return sure_moves(view, nodes=nodes)[bot.decide(view)] is False


def _report(settings: Settings, results: list[list[list[list[int]]]]) -> Report:
    counts = np.array([deal for part in results for deal in part], np.float64)
    rows: list[Row] = []
    rates: dict[str, list[Estimate]] = {}
    for column, spec in enumerate(_PLAYERS, 2):
        asked = counts[:, :, 0].sum(axis=1)
        total = share(counts[:, :, column].sum(axis=1), asked) * 100
        rows.append(Row(f"{spec}: paranoid errors, %", total, None, 1, f"{int(asked.sum())} asked"))
        rates[spec] = [
            share(counts[:, trick, column], counts[:, trick, 0]) * 100 for trick in range(_TRICKS)
        ]
        for trick, rate in enumerate(rates[spec]):
            positions, unsettled = counts[:, trick, :2].sum(axis=0)
            note = f"{int(positions)} asked, {int(unsettled)} not settled"
            if positions:
                rows.append(Row(f"{spec}, trick {trick + 1}, %", rate, None, 1, note))
    asked, few, many = (counts[:, :, column].sum(axis=1) for column in (0, 2, 3))
    fewer = ratio(few - many, asked) * 100
    rows.append(Row("errors more with 10 worlds than with 320, same positions, %", fewer, None, 1))
    finding = Finding(
        "more worlds make fewer paranoid errors", above(fewer), f"{fewer:.1f}% of the positions"
    )
    drawings = {"furtak-figure6.2.png": partial(_picture, rates)}
    title = "Paranoid errors of the soloist in suit games, of positions where one can be made"
    return Report(title, rows, [finding], drawings)


def _picture(rates: dict[str, list[Estimate]], path: Path) -> Path:
    drawing, axes = figure(1, 1)
    for spec, by_trick in rates.items():
        axes[0, 0].plot(range(1, _TRICKS + 1), [rate.value for rate in by_trick], "o-", label=spec)
    axes[0, 0].set_xlabel("trick")
    axes[0, 0].set_ylabel("paranoid errors, %")
    axes[0, 0].legend(fontsize=7)
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 6.2 (its curves are not given in figures)",
    {"deals": (40, 2000), "nodes": 5000},
    parts("deals", _BATCH, "nodes"),
    _work,
    _report,
    unit="batches",
    extras=("plots",),
    why="Too few deals.",
)

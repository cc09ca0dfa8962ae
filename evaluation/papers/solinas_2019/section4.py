"""Solinas, Rebstock and Buro (AAAI 2019), section 4: the time of a move with 320 worlds.

The paper's players take 0.286 s (BDCI) and 0.093 s (KI) a move. Times depend on the processor, so
only their ratio is judged. Here a move is a choice of at least two cards in the first eight tricks
of a game of the rule player; the paper does not say which moves it counts. Times are those of the
processor, and differ a little from run to run.
"""

import random
import time

import numpy as np

from vorhand.agents import make_bot
from vorhand.evaluation.arena.estimates import mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.role_games import first_lead
from vorhand.evaluation.papers.solinas_2019.beliefs.positions import positions
from vorhand.evaluation.papers.solinas_2019.table3 import NAMES
from vorhand.evaluation.post_mortem.skat.pipma import KINDS
from vorhand.games.loading import load_game
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Deal, rule_action

_PAPER = {"KI": 93, "BDCI": 286}  # milliseconds
_AGAIN = 2  # number of repetitions, of which the fastest counts


def _jobs(settings: Settings) -> list[Job]:
    worlds = settings.count("worlds")
    return [
        [settings.seed, kind, number, worlds]
        for number in range(settings.count("deals"))
        for kind in KINDS
    ]


def _work(job: Job) -> list[float]:
    """Return the milliseconds of a move of each player of `NAMES`, at a random decision."""
    seed, kind, number, worlds = job
    view = _decision(kind, seed, number)
    game = load_game("python_skat")
    found = []
    for belief in NAMES.values():
        spec = f"pimc(worlds={worlds},belief={belief},doubt=0)"
        times = []
        for _ in range(1 + _AGAIN):  # the first run, which reads files, is not the fastest
            bot = make_bot(spec, game, view.player, number)
            start = time.process_time()
            bot.explain(view)
            times.append(time.process_time() - start)
        found.append(round(1000 * min(times[1:]), 3))
    return found


def _decision(kind: str, seed: int, number: int) -> SkatView:
    """Return the view at a random decision of the first tricks of a rule player's deal."""
    deal = Deal()
    deal.apply_all(first_lead(kind, seed, number))
    while not deal.is_over:
        deal.apply(rule_action(deal))
    views = [found.view for found in positions(deal, number)]
    return random.Random(f"{kind} {seed} {number}").choice(
        [view for view in views if len(view.legal_actions) > 1]
    )


def _report(settings: Settings, results: list[Result]) -> Report:
    times = dict(zip(NAMES, np.array(results, float).T, strict=True))
    rows = []
    for name, each in times.items():
        theirs = f"paper: {_PAPER[name]}" if name in _PAPER else ""
        rows.append(Row(f"{name}: milliseconds a move", mean(each), digits=1, note=theirs))
    longer = on_log_scale(ratio(times["BDCI"], times["KI"]))
    rows.append(Row("BDCI / KI: time", longer, _PAPER["BDCI"] / _PAPER["KI"], 1))
    findings = [
        Finding("BDCI takes longer than KI", above(longer, 1), f"{longer:.2f} times as long")
    ]
    title = f"Time of a move, {settings.count('worlds')} worlds, {len(results)} decisions"
    return Report(title, rows, findings)


EXPERIMENT = Experiment(
    "Solinas, Rebstock and Buro (AAAI 2019), section 4: time of a move",
    {"deals": (5, 60), "worlds": 320},
    _jobs,
    _work,
    _report,
    unit="decisions",
    why="Processors and networks differ from the paper's, and here the solver takes most of the "
    "time.",
)

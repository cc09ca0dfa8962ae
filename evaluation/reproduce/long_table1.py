"""Long, Sturtevant, Buro and Furtak (AAAI 2010), table 1: random and PIMC at Kuhn poker.

Everything is computed, nothing sampled. PIMC sees every consistent world; holding the
king, betting and checking are worth the same with open hands, and the paper's figures
for the second seat are met when such ties go to the bet, which is what is done here.
The equilibrium is the one CFR+ arrives at; the first player has a whole line of them.
"""

from __future__ import annotations

from pathlib import Path

import pyspiel

from vorhand.agents.equilibrium import solve
from vorhand.agents.spec import Spec
from vorhand.evaluation import tabular
from vorhand.evaluation.reproduce.framework import (
    Experiment,
    Job,
    Report,
    Row,
    Settings,
    exact,
)

_AGENTS = {"random": Spec("random"), "PIMC": Spec.make("pimc", {"ties": "last"})}
_OPPONENTS = ("Nash", "best response")
_PAPER = {
    ("random", 1): (-0.161, -0.417),
    ("random", 2): (-0.130, -0.500),
    ("PIMC", 1): (-0.056, -0.083),
    ("PIMC", 2): (0.056, -0.166),
}
_NOTES = {
    ("random", 1, "Nash"): "the second seat has one equilibrium, which gives exactly -1/6",
    ("PIMC", 1, "best response"): "-1/6 however PIMC's ties are broken",
    ("PIMC", 2, "best response"): "-1/6, which the paper cuts to -0.166",
}
_EXPLOITABILITY = 1e-5


def _work(job: Job) -> list[float]:
    agent, seat = job
    game = pyspiel.load_game("kuhn_poker")
    player = tabular.tabulate(game, _AGENTS[agent])
    solution = solve(game, exploitability=_EXPLOITABILITY, iterations=100_000, check_every=1000)
    policies = [tabular.tabulate_solution(game, solution)] * 2
    policies[seat - 1] = player
    return [
        tabular.value(game, policies)[seat - 1],
        tabular.against_best_response(game, player, seat - 1),
    ]


def _report(settings: Settings, results: list[list[float]], folder: Path) -> Report:
    del settings, folder
    rows = []
    for ((agent, seat), paper), values in zip(_PAPER.items(), results, strict=True):
        for opponent, value, theirs in zip(_OPPONENTS, values, paper, strict=True):
            name = f"{agent} in seat {seat} against {opponent}"
            note = _NOTES.get((agent, seat, opponent), "")
            rows.append(Row(name, exact(value), theirs, 3, note))
    return Report("Payoff a game at Kuhn poker", rows)


EXPERIMENT = Experiment(
    name="long-table1",
    source="Long, Sturtevant, Buro and Furtak, AAAI 2010, table 1",
    sizes={"quick": {}, "full": {}},
    jobs=lambda settings: [list(key) for key in _PAPER],
    work=_work,
    report=_report,
    unit="players",
)

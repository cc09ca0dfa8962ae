"""Wisser (IJCAI 2015), section 2: the exact value of each player in the games XX and XI."""

import pyspiel

import vorhand.games  # noqa: F401  (registers the games)
from vorhand.agents.generic.equilibrium import solve
from vorhand.evaluation.equilibrium import tabular
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Report, Row, exact

_GAMES = {"XX": "python_xx", "XI": "python_xi"}
_AGENTS = {"PPP": "ppp", "SP": "pimc", "RAND": "random", "VM": "vm"}
_PAPER = {
    ("PPP", "XX"): 0.0,
    ("PPP", "XI"): 0.0,
    ("SP", "XX"): 0.0,
    ("SP", "XI"): -1.0,
    ("RAND", "XX"): 0.5,
    ("RAND", "XI"): -0.5,
    ("NASH", "XX"): 1.0,
    ("NASH", "XI"): 0.0,
    ("VM", "XX"): 1.0,
    ("VM", "XI"): -1.0,
}
# CFR+ averages from a uniform start, which leaves an error of about 1 / iterations^2.
_ITERATIONS = 500
_DIGITS = 4


def _work(job: Job) -> dict[str, float]:
    (name,) = job
    game = pyspiel.load_game(_GAMES[name])
    equilibrium = tabular.tabulate_solution(game, solve(game, iterations=_ITERATIONS))
    players = {agent: tabular.tabulate(game, spec) for agent, spec in _AGENTS.items()}
    players["NASH"] = equilibrium
    return {
        agent: round(tabular.value(game, [player, equilibrium])[0], _DIGITS) + 0.0
        for agent, player in players.items()
    }


def _report(settings: Settings, results: list[dict[str, float]]) -> Report:
    values = dict(zip(_GAMES, results, strict=True))
    rows = [
        Row(f"{agent} in {game}", exact(values[game][agent]), paper)
        for (agent, game), paper in _PAPER.items()
    ]
    return Report("MAX's payoff in the four-ace games against an equilibrium player", rows)


EXPERIMENT = Experiment(
    "Wisser, IJCAI 2015, section 2, table 1",
    {},
    lambda settings: [[name] for name in _GAMES],
    _work,
    _report,
    unit="games",
    why="Everything is computed exactly.",
)

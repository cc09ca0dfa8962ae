"""Long, Sturtevant, Buro and Furtak (AAAI 2010), figure 1: strategy fusion and non-locality.

The figure shows two small games in which PIMC errs. The games here are of the same kind, but their
payoffs are ours (`vorhand.games.laboratory.example_trees`). Players that search use all worlds.
MAX's payoff against a best response is computed exactly, and compared with the value of the game.
Vector minimax and alpha-mu, which let MAX play alike in worlds that MAX cannot tell apart, are not
in the paper.
"""

from vorhand.agents.generic.equilibrium import solve
from vorhand.evaluation.equilibrium import tabular
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, exact, known
from vorhand.games.laboratory.example_trees import EXAMPLE_TREES, example_tree

_EQUILIBRIUM, _PIMC = "an equilibrium", "PIMC"
_AGENTS = {
    _PIMC: "pimc(belief=every)",
    "vector minimax": "vm(belief=every)",
    "alpha-mu": "alpha_mu(belief=every)",
    "random": "random",
}
_PLAYERS = (_EQUILIBRIUM, *_AGENTS)
# CFR+ averages from a uniform start, which leaves an error of about 1 / iterations^2.
_ITERATIONS = 1000
_DIGITS = 4


def _work(job: Job) -> float:
    """Return MAX's payoff against a best response of MIN."""
    name, player = job
    game = example_tree(name)
    if player == _EQUILIBRIUM:
        policy = tabular.tabulate_solution(game, solve(game, iterations=_ITERATIONS))
    else:
        policy = tabular.tabulate(game, _AGENTS[player])
    return round(tabular.against_best_response(game, policy, 0), _DIGITS) + 0.0


def _jobs(settings: Settings) -> list[Job]:
    return [[name, player] for name in EXAMPLE_TREES for player in _PLAYERS]


def _report(settings: Settings, results: list[float]) -> Report:
    values = {(name, player): v for (name, player), v in zip(_jobs(settings), results, strict=True)}
    rows = [Row(f"{name}: {player}", exact(value)) for (name, player), value in values.items()]
    findings = []
    for name in EXAMPLE_TREES:
        value, pimc = values[name, _EQUILIBRIUM], values[name, _PIMC]
        evidence = f"{pimc:g} in place of {value:g} against a best response"
        text = f"{name} misleads PIMC: it gets less than the value of the game"
        findings.append(Finding(text, known(pimc < value), evidence))
    return Report("MAX's payoff in two example games, against a best response", rows, findings)


EXPERIMENT = Experiment(
    "Long, Sturtevant, Buro and Furtak, AAAI 2010, figure 1",
    {},
    _jobs,
    _work,
    _report,
    unit="players",
    why="Everything is computed exactly, in games like the paper's with payoffs of our own.",
)

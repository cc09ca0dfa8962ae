"""Long, Sturtevant, Buro and Furtak (AAAI 2010), table 1: random and PIMC in Kuhn poker.

Everything is computed, nothing is sampled. The paper does not state the decision rule of PIMC, and
no single rule gives all its four figures. The mean over the worlds, with ties decided in favour of
the bet, gives three of them. Votes of the worlds with shared ties give the fourth, but miss two
others. `_queen` shows that no third rule is better. The equilibrium is that reached by CFR+. The
first player has infinitely many equilibria, and the row notes if the paper's figure is outside
their range.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyspiel
from open_spiel.python.policy import TabularPolicy

from vorhand.agents.generic.equilibrium import solve
from vorhand.agents.spec import Spec
from vorhand.evaluation.equilibrium import tabular
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Exact, Finding, Report, Row, exact, known

_AGENTS = {
    "random": Spec("random"),
    "PIMC": Spec.make("pimc", {"ties": "last"}),
    "PIMC by votes": Spec.make("pimc", {"decision": "votes"}),
}
_OPPONENTS = ("Nash", "best response")
_PAPER = {
    ("random", 1): (-0.161, -0.417),
    ("random", 2): (-0.130, -0.500),
    ("PIMC", 1): (-0.056, -0.083),
    ("PIMC", 2): (0.056, -0.166),
}
_ROWS = [(agent, seat) for agent in _AGENTS for seat in (1, 2)]
_DIGITS = 3
_EXPLOITABILITY = 1e-5
_FACES_A_BET = {1: "1pb", 2: "1b"}  # information states with the queen
_KING_FIRST, _PASS, _BET = "2", 0, 1
_CALLS = np.linspace(0, 1, 21)


def _work(job: Job) -> list[float]:
    agent, seat = job
    if agent == "queen":
        return _queen(seat)
    game = pyspiel.load_game("kuhn_poker")
    player = tabular.tabulate(game, _AGENTS[agent])
    solution = solve(game, exploitability=_EXPLOITABILITY, iterations=100_000, check_every=1000)
    against_solution = [tabular.tabulate_solution(game, solution)] * 2
    against_solution[seat - 1] = player
    reachable = []
    for jack in (0, 1 / 3):  # ends of the range of equilibria; a value is linear between them
        policies = [equilibrium(game, jack)] * 2
        policies[seat - 1] = player
        reachable.append(tabular.value(game, policies)[seat - 1])
    return [
        tabular.value(game, against_solution)[seat - 1],
        tabular.against_best_response(game, player, seat - 1),
        *sorted(reachable),
    ]


def equilibrium(game: pyspiel.Game, jack: float) -> TabularPolicy:
    """Return the equilibrium in which the first player bets a jack with this frequency (Kuhn 1950).

    The frequency is 0 to 1/3. The second player has a single equilibrium strategy.
    """
    bets = {"0": jack, "1": 0, "2": 3 * jack, "0pb": 0, "1pb": jack + 1 / 3, "2pb": 1}
    bets |= {"0p": 1 / 3, "1p": 0, "2p": 1, "0b": 0, "1b": 1 / 3, "2b": 1}
    table = TabularPolicy(game)
    for key, bet in bets.items():
        table.policy_for_key(key)[[_PASS, _BET]] = 1 - bet, bet
    return table


def _queen(seat: int) -> list[float]:
    """Return values against a best response if the queen calls bets with the frequencies `_CALLS`.

    Players that decide by the values of moves in the worlds, and that get the equilibrium's value,
    differ only in this frequency. The king may bet or check first; here it checks, which is better.
    """
    game = pyspiel.load_game("kuhn_poker")
    player = tabular.tabulate(game, _AGENTS["PIMC"])
    if seat == 1:
        player.policy_for_key(_KING_FIRST)[:] = [1, 0]
    values = []
    for call in _CALLS:
        player.policy_for_key(_FACES_A_BET[seat])[[_PASS, _BET]] = [1 - call, call]
        values.append(tabular.against_best_response(game, player, seat - 1))
    return values


def _report(settings: Settings, results: list[list[float]]) -> Report:
    rows = []
    for (agent, seat), values in zip(_ROWS, results, strict=False):
        *against, low, high = values
        paper = _PAPER[agent.split()[0], seat]
        for opponent, value, theirs in zip(_OPPONENTS, against, paper, strict=True):
            name = f"{agent} in seat {seat - 1} against {opponent}"
            row = Row(name, exact(value), theirs)
            if opponent == "Nash":
                row = replace(row, note=_reachable(theirs, low, high))
            rows.append(row)
    return Report("Payoff a game at Kuhn poker", rows, [_one_rule(results[-2:])])


def _reachable(paper: float, low: float, high: float) -> str:
    """Describe the values against equilibria; say if the paper's figure is outside their range."""
    reachable = f"any equilibrium gives {low:.3f}"
    if high - low > 0.5 * 10**-_DIGITS:
        reachable += f" to {high:.3f}"
    inside = Row("", Exact((low + high) / 2, low, high), paper, _DIGITS)
    return reachable if inside.verdict == "agrees" else f"{reachable}: {paper:.3f} is not reachable"


def _one_rule(queens: Sequence[Sequence[float]]) -> Finding:
    """Judge whether one rule fits both seats.

    A rule gives the queen that faces a bet the same decision in both, as its two worlds are equal.
    """
    calls, figures = [], []
    for seat, values in enumerate(queens, 1):
        figure = _PAPER["PIMC", seat][1]
        rows = [Row("", exact(value), figure) for value in values]
        fits = [row.verdict.startswith("agrees") for row in rows]
        calls.append(set(_CALLS[fits]))
        shares = ", ".join(f"{call:.2f}" for call in _CALLS[fits])
        figures.append(f"{figure:.3f} in seat {seat - 1} if it is {shares}")
    return Finding(
        "some PIMC gets both of the paper's figures against a best response",
        known(bool(calls[0] & calls[1])),
        "how often the queen calls a bet must not depend on the seat; " + "; ".join(figures),
        ours=True,
    )


EXPERIMENT = Experiment(
    "Long, Sturtevant, Buro and Furtak, AAAI 2010, table 1",
    {},
    lambda settings: [[agent, seat] for agent, seat in [*_ROWS, ("queen", 1), ("queen", 2)]],
    _work,
    _report,
    unit="players",
    why="No decision rule gives all eight figures, and one of the figures fits no equilibrium.",
)

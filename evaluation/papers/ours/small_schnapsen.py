"""Schnapsen with small packs: numbers of information sets, and exploitability of agents.

The card turned up is public and suits are interchangeable, so there is one job for each rank of the
card turned up. Best responses are exact over all deals. CFR+ approximates the solution; the value
for the leader is the result of its strategy against itself. `pimc` averages open-hand values over
all worlds, and gives equally good moves equal probability. The strategy of any other agent consists
of its decisions with one seed, one in each information set. Exploitability is the mean over the
players of the gain of a best response, in game points a deal (OpenSpiel's definition).
"""

from collections.abc import Iterable

import numpy as np

from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.schnapsen_deals import small_game
from vorhand.evaluation.equilibrium.small_games import exploitability, strategies
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, exact, known
from vorhand.games.loading import load_game

GAMES = (
    "python_kinderschnapsen(suits=2,hand_size=3)",
    "python_kinderschnapsen(suits=2,hand_size=2)",
    "python_schnapsen(suits=2,hand_size=4)",
)
_ASKED = ("rule", "ismcts(simulations=200)")
_SOLVED = 0.01
_PLAYERS = 2
_COUNTS = ("deals", "states", "information sets", "information sets with a choice")


def _jobs(settings: Settings) -> list[Job]:
    games = GAMES[: settings.count("games")]
    return [
        [settings.seed, game, up, settings.count("iterations"), settings.count("asked")]
        for game in games
        for up in range(load_game(game).rules.ranks)
    ]


def work(job: Job) -> Result:
    """Return the counts, the value to player 0, and the exploitability of each strategy."""
    seed, name, up, iterations, asked = job
    game = load_game(name)
    small = small_game(game, up)
    tree = small.tree
    agents = _ASKED if tree.seat.size <= asked else ()
    policies = strategies(game, small, iterations, agents, seed)
    exploitable = {
        agent: exploitability(tree, policy, _PLAYERS) for agent, policy in policies.items()
    }
    counts = [len(small.packs), small.states, small.information_sets, int(tree.seat.size)]
    return [counts, float(array_game.world_values(tree, policies["CFR+"]).mean()), exploitable]


def _report(settings: Settings, results: list[Result]) -> Report:
    rows, findings = [], []
    of_game: dict[str, list[Result]] = {}
    for job, result in zip(_jobs(settings), results, strict=False):
        of_game.setdefault(job[1], []).append(result)
    for name, cards in of_game.items():
        counts, values, exploitable = zip(*cards, strict=True)
        suits = load_game(name).rules.suits
        for place, what in enumerate(_COUNTS):
            total = suits * sum(count[place] for count in counts)
            rows.append(Row(f"{name}: {what}", exact(total), digits=0))
        rows.append(Row(f"{name}: value of CFR+ to the leader", exact(_mean(values)), digits=4))
        agents = [agent for agent in exploitable[0] if all(agent in each for each in exploitable)]
        mean = {agent: _mean(each[agent] for each in exploitable) for agent in agents}
        rows += [
            Row(f"{name}: exploitability of {agent}", exact(value), digits=4)
            for agent, value in mean.items()
        ]
        solved = mean["CFR+"]
        text = f"{name}: CFR+ is exploitable by at most {_SOLVED} game points a deal"
        findings.append(Finding(text, known(solved <= _SOLVED), f"{solved:.4f}", ours=True))
    return Report("Schnapsen with small packs", rows, findings)


def _mean(numbers: Iterable[float]) -> float:
    return float(np.mean(list(numbers)))


EXPERIMENT = Experiment(
    "Schnapsen with small packs, solved",
    {"games": (2, len(GAMES)), "iterations": (25, 30), "asked": (0, 10_000)},
    _jobs,
    work,
    _report,
    unit="cards turned up",
)

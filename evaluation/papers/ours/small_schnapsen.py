"""Schnapsen with small packs: numbers of information sets, and exploitability of agents.

The card turned up is public and suits are interchangeable, so there is one job for each rank of the
card turned up. Best responses are exact over all deals. CFR+ approximates the solution; the value
for the leader is the result of its strategy against itself. Exploitability is the mean over the
players of the gain of a best response, in game points a deal (OpenSpiel's definition).

The ``learner`` is the spec of an agent learned by self-play, in which ``{cards}`` and ``{hand}``
stand for the number of cards in the pack and in a hand. `small_packs` defines the figures. The next
larger game is only counted.
"""

from collections.abc import Iterator

from vorhand.evaluation.equilibrium.schnapsen_deals import packs_with, small_game
from vorhand.evaluation.equilibrium.small_games import SmallGame
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.ours.small_packs import comparison
from vorhand.evaluation.papers.ours.small_packs.comparison import Comparison
from vorhand.evaluation.papers.reports import Report
from vorhand.games.loading import load_game

GAMES = (
    "python_kinderschnapsen(suits=2,hand_size=3)",
    "python_kinderschnapsen(suits=2,hand_size=2)",
    "python_schnapsen(suits=2,hand_size=4)",
    "python_schnapsen(suits=2,hand_size=3)",
)
NEXT = "python_kinderschnapsen(suits=3,hand_size=5)"
"""The next larger game, which is only counted, after all other games and in several parts."""
_PARTS = 100
_COMPARISON = Comparison(
    players=2,
    agents=("rule", "ismcts(simulations=200)"),
    counts=("deals", "states", "information sets", "information sets with a choice"),
    winner="leader",
    points="game points",
    solved=0.01,
    digits=4,
)


def _jobs(settings: Settings) -> list[Job]:
    games = GAMES[: settings.count("games")]
    iterations, asked = map(settings.count, ("iterations", "asked"))
    compared = comparison.compared(settings)
    if compared and len(games) == len(GAMES):
        games += (NEXT,)
    return [
        [settings.seed, game, up, iterations, asked, *compared]
        for game in games
        for up in range(load_game(game).rules.ranks)
    ]


def _built(name: str, up: int) -> SmallGame:
    return small_game(load_game(name), up)


def work(job: Job) -> Result:
    """Return the counts, the value to player 0, and the figures of each strategy.

    Of the next larger game only the numbers of deals, states and nodes are returned.
    """
    seed, name, up, iterations, asked, *compared = job
    if name == NEXT:
        return [comparison.counted(_parts(name, up)), None, {}, {}, {}]
    lost, learner = compared or (0, "")
    game = load_game(name)
    small = _built(name, up)
    counts = [len(small.packs), small.states, small.information_sets, int(small.tree.seat.size)]
    learners = comparison.learned(learner, **_fields(name))
    figures = _COMPARISON.figures(game, small, seed, iterations, asked, lost, learners)
    memory = [comparison.peak_memory(_built, name, up)] if learner else []
    return [counts, *figures, *memory]


def _parts(name: str, up: int) -> Iterator[SmallGame]:
    """Yield the deals of a game in parts."""
    game = load_game(name)
    packs = list(packs_with(game.rules, up))
    return (small_game(game, up, packs=packs[begin::_PARTS]) for begin in range(_PARTS))


def _report(settings: Settings, results: list[Result]) -> Report:
    rows, findings = [], []
    of_game: dict[str, list[Result]] = {}
    for job, result in zip(_jobs(settings), results, strict=False):
        of_game.setdefault(job[1], []).append(result)
    for name, found in of_game.items():
        suits = load_game(name).rules.suits
        if name == NEXT:
            rows += _COMPARISON.count_rows(name, [result[0][:-1] for result in found], suits)
            least = min(result[0][-1] for result in found)
            findings.append(comparison.too_large(f"{name}, each card turned up", least))
            continue
        learners = comparison.learned(comparison.learner_of(settings), **_fields(name))
        rows += _COMPARISON.rows(name, found, learners, suits)
        findings += _COMPARISON.findings(name, found)
    return Report("Schnapsen with small packs", rows, findings)


def _fields(name: str) -> dict[str, int]:
    rules = load_game(name).rules
    return {"cards": len(rules.cards), "hand": rules.hand_size}


EXPERIMENT = Experiment(
    "Schnapsen with small packs, solved",
    {
        "games": (2, len(GAMES)),
        "iterations": (25, 30),
        "asked": (0, 10_000),
        **comparison.SIZES,
    },
    _jobs,
    work,
    _report,
    unit="cards turned up",
)

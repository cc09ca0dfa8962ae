"""Card play of Skat with small packs: numbers of information sets, and exploitability of agents.

Chance deals all cards of the pack, so each game is one job. Best responses are exact over all
deals, by one player against the two others. CFR+ approximates a solution. Two defenders who do not
speak need not find the strategies that are best for both together. Points are the soloist's
tournament points less those of one defender.

The ``learner`` is the spec of an agent learned by self-play, in which ``{cards}`` stands for the
number of cards. `small_packs` defines the figures. The next larger game is only counted.
"""

from vorhand.evaluation.equilibrium.skat_deals import packs_of, small_game
from vorhand.evaluation.equilibrium.small_games import SmallGame
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.ours.small_packs import comparison
from vorhand.evaluation.papers.ours.small_packs.comparison import Comparison
from vorhand.evaluation.papers.reports import Report
from vorhand.games.loading import load_game

GAMES = (
    "python_skat(start=play C by 0 cards ?CJ.CA.CT.SA.ST.SK.HA.HT points 40 tricks 4 past ?)",
    "python_skat(start=play C by 0 cards ?CJ.SJ.CA.CT.SA.ST.HA.HT.HK points 42 tricks 4 past ?)",
    "python_skat(start=play C by 0 cards ?CJ.SJ.CA.CT.CK.SA.ST.SK.HA.HT.HK points 25 tricks 3 "
    "past ?)",
)
NEXT = (
    "python_skat(start=play C by 0 cards ?CJ.SJ.CA.CT.CK.SA.ST.SK.HA.HT.HK.HQ points 25 tricks 3 "
    "past ?)"
)
"""The next larger game, which is only counted, after all other games and in several parts."""
_PARTS = 100
_COMPARISON = Comparison(
    players=3,
    agents=("rule", "pimc(worlds=40)", "ismcts(iterations=400)"),
    counts=("deals", "states", "information sets with a choice"),
    winner="soloist",
    points="points",
    solved=0.5,
    digits=3,
)


def _jobs(settings: Settings) -> list[Job]:
    games = GAMES[: settings.count("games")]
    iterations, asked = map(settings.count, ("iterations", "asked"))
    compared = comparison.compared(settings)
    jobs: list[Job] = [[settings.seed, game, iterations, asked, *compared] for game in games]
    if compared and len(games) == len(GAMES):
        jobs.append([settings.seed, NEXT, iterations, asked, settings.count("lost"), ""])
    return jobs


def _built(name: str) -> SmallGame:
    return small_game(load_game(name))


def work(job: Job) -> Result:
    """Return the counts, the value to the soloist, and the figures of each strategy.

    Of the next larger game only the numbers of deals, states and nodes are returned.
    """
    seed, name, iterations, asked, *compared = job
    if name == NEXT:
        return [_counted(name), None, {}, {}, {}]
    lost, learner = compared or (0, "")
    learners = comparison.learned(learner, cards=_cards(name))
    small = _built(name)
    counts = [len(small.packs), small.states, small.information_sets]
    figures = _COMPARISON.figures(load_game(name), small, seed, iterations, asked, lost, learners)
    memory = [comparison.peak_memory(_built, name)] if learner else []
    return [counts, *figures, *memory]


def _counted(name: str) -> list[int]:
    """Return the numbers of deals, states and nodes of a game that is too large to be solved."""
    game = load_game(name)
    packs = packs_of(game.start)
    return comparison.counted(
        small_game(game, packs=packs[begin::_PARTS]) for begin in range(_PARTS)
    )


def _report(settings: Settings, results: list[Result]) -> Report:
    rows, findings = [], []
    for job, result in zip(_jobs(settings), results, strict=False):
        cards = _cards(job[1])
        name = f"{cards} cards"
        if job[1] == NEXT:
            *counts, nodes = result[0]
            rows += _COMPARISON.count_rows(name, [counts])
            findings.append(comparison.too_large(name, nodes))
            continue
        learners = comparison.learned(comparison.learner_of(settings), cards=cards)
        rows += _COMPARISON.rows(name, [result], learners)
        findings += _COMPARISON.findings(name, [result])
    return Report("Skat with small packs", rows, findings)


def _cards(name: str) -> int:
    return int(load_game(name).start.chance_cards)


EXPERIMENT = Experiment(
    "Skat with small packs, solved",
    {
        "games": (2, len(GAMES)),
        "iterations": (100, 200),
        "asked": (1_000, 40_000),
        **comparison.SIZES,
    },
    _jobs,
    work,
    _report,
    unit="games",
)

"""Card play of Skat with small packs: numbers of information sets, and exploitability of agents.

Chance deals all cards of the pack, so each game is one job. Best responses are exact over all
deals, by one player against the two others. CFR+ approximates a solution; two defenders who do not
speak need not find the best one together. `pimc` averages open-hand values over all worlds, and
gives equally good moves equal probability. The strategy of any other agent consists of its
decisions with one seed, one in each information set. Points are the soloist's tournament points
less those of one defender.

The ``learner`` is the spec of an agent learned by self-play, in which ``{cards}`` stands for the
number of cards. With a learner, the strategies are also compared with CFR+. The loss on CFR+ is
what a strategy loses in one seat, with CFR+ in the others, as the mean over the seats. Where there
are too many information sets to ask an agent in each, its loss is measured in deals drawn in
advance. Peak memory is that of a separate process, with the interpreter, measured once. The next
larger game is only counted.
"""

import random
from collections.abc import Sequence

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.skat_deals import packs_of, small_game
from vorhand.evaluation.equilibrium.small_games import (
    MOST_NODES,
    decisions_of,
    exploitability,
    lost_on_average,
    lost_points,
    peak_memory_of,
    strategies,
)
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, exact, known
from vorhand.games.loading import load_game
from vorhand.games.skat.game import SkatGame

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
"""The next larger game, which is only counted, after all others and some deals at a time."""
_PARTS = 100
_ASKED = ("rule", "pimc(worlds=40)", "ismcts(iterations=400)")
_SOLVED = 0.5
_WORK = ("CFR+", "a best response")
_COUNTS = ("deals", "states", "information sets with a choice")
_SEATS = 3
_DIGITS = 4
_CARDS = "{cards}"


def _jobs(settings: Settings) -> list[Job]:
    games = GAMES[: settings.count("games")]
    iterations, asked = map(settings.count, ("iterations", "asked"))
    learner = _learner(settings)
    compared = [settings.count("lost"), learner] if learner else []
    jobs: list[Job] = [[settings.seed, game, iterations, asked, *compared] for game in games]
    if learner and len(games) == len(GAMES):
        jobs.append([settings.seed, NEXT, iterations, asked, settings.count("lost"), ""])
    return jobs


def _learner(settings: Settings) -> str:
    """Return the spec of the learner, which older journals lack."""
    return str(settings.numbers.get("learner", ""))


def work(job: Job) -> Result:
    """Return the counts, the value to the soloist, and the figures of each strategy.

    Of the next larger game only the numbers of deals and states are returned.
    """
    seed, name, iterations, asked, *compared = job
    lost, learner = compared or (0, "")
    game = load_game(name)
    if name == NEXT:
        packs = packs_of(game.start)
        parts = (packs[begin::_PARTS] for begin in range(_PARTS))
        states = sum(small_game(game, packs=part).states for part in parts)
        return [[len(packs), states], None, {}, {}, {}]
    small = small_game(game)
    tree = small.tree
    agents = [*_ASKED, *_learned(learner, game)]
    policies = strategies(game, small, iterations, agents if tree.seat.size <= asked else (), seed)
    exploitable = {
        agent: exploitability(tree, policy, _SEATS) for agent, policy in policies.items()
    }
    deals = random.Random(seed).sample(range(len(small.packs)), min(lost, len(small.packs)))
    solved = policies["CFR+"]
    counts = [len(small.packs), small.states, small.information_sets]
    value = float(array_game.world_values(tree, solved).mean())
    if not learner:
        return [counts, value, exploitable]
    losses: dict[str, float | list[float]] = {
        agent: lost_on_average(tree, _SEATS, solved, policy)
        for agent, policy in policies.items()
        if agent != "CFR+"
    }
    for agent in agents:
        if agent not in policies:
            decide = decisions_of(game, small, agent, seed)
            points = lost_points(tree, _SEATS, solved, decide, deals)
            losses[agent] = points.round(_DIGITS).tolist()
    memory = {what: peak_memory_of(_use, name, what) for what in _WORK}
    return [counts, value, exploitable, losses, memory]


def _use(name: str, what: str) -> None:
    """Build a game's tree, and iterate CFR+ or compute a best response."""
    tree = small_game(load_game(name)).tree
    if what == "CFR+":
        array_game.solve(tree, 1)
    elif what == "a best response":
        array_game.best_response(tree, array_game.uniform(tree), tree.soloist)


def _report(settings: Settings, results: list[Result]) -> Report:
    rows, findings = [], []
    for job, result in zip(_jobs(settings), results, strict=False):
        counts, value, exploitable, *compared = result
        losses, memory = compared or ({}, {})
        game = load_game(job[1])
        name, learned = f"{_cards(game)} cards", _learned(_learner(settings), game)
        rows += [
            Row(f"{what}: {name}", exact(count), digits=0)
            for what, count in zip(_COUNTS, counts, strict=False)
        ]
        if job[1] == NEXT:
            text = f"{name}: the tree has more than {MOST_NODES:,} states, the most that are built"
            findings.append(
                Finding(text, known(counts[1] > MOST_NODES), f"{counts[1]:,}", ours=True)
            )
            continue
        rows.append(Row(f"value of CFR+ to the soloist: {name}", exact(value), digits=3))
        rows += [
            Row(f"exploitability of {_label(agent, learned)}: {name}", exact(gain), digits=3)
            for agent, gain in exploitable.items()
        ]
        rows += [
            Row(f"loss on CFR+ of {_label(agent, learned)}: {name}", _mean(found), digits=3)
            for agent, found in losses.items()
        ]
        rows += [
            Row(f"peak memory of {what}, MiB: {name}", exact(used), digits=0)
            for what, used in memory.items()
        ]
        solved = exploitable["CFR+"]
        text = f"{name}: CFR+ is exploitable by at most {_SOLVED} points a deal"
        findings.append(Finding(text, known(solved <= _SOLVED), f"{solved:.3f}", ours=True))
    return Report("Skat with small packs", rows, findings)


def _mean(lost: float | Sequence[float]) -> Estimate:
    """Return the mean of the losses in some deals, or the exact mean as it is."""
    return exact(lost) if isinstance(lost, float) else estimates.mean(np.array(lost))


def _learned(learner: str, game: SkatGame) -> list[str]:
    """Return the spec of the agent learned for a game, if there is one."""
    return [learner.replace(_CARDS, _cards(game))] if learner else []


def _label(agent: str, learned: list[str]) -> str:
    return "the learner" if agent in learned else agent


def _cards(game: SkatGame) -> str:
    return str(game.start.chance_cards)


EXPERIMENT = Experiment(
    "Skat with small packs, solved",
    {
        "games": (2, len(GAMES)),
        "iterations": (100, 200),
        "asked": (1_000, 40_000),
        "lost": (100, 200),
        "learner": "",
    },
    _jobs,
    work,
    _report,
    unit="games",
)

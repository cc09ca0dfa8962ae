"""Card play of Skat with small packs: numbers of information sets, and exploitability of agents.

Chance deals all cards of the pack, so each game is one job. Best responses are exact over all
deals, by one player against the two others. CFR+ approximates a solution; two defenders who do not
speak need not find the best one together. `pimc` averages open-hand values over all worlds, and
gives equally good moves equal probability. The strategy of any other agent consists of its
decisions with one seed, one in each information set. Points are the soloist's tournament points
less those of one defender.

Where there are too many information sets to ask an agent, only its loss on CFR+ is measured: the
points that it loses in one seat, beside CFR+ in the others, in deals drawn in advance. The
``learner`` is the spec of an agent learned by self-play, in which ``{cards}`` stands for the number
of cards. Peak memory is that of a process of its own, with the interpreter.
"""

import random
from collections.abc import Sequence

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.skat_deals import packs_of, small_game
from vorhand.evaluation.equilibrium.small_games import (
    decisions_of,
    exploitability,
    lost_points,
    peak_memory,
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
"""The next larger game, of which only every `_EVERY`-th deal is built, to find its size."""
_EVERY = 100
_ASKED = ("rule", "pimc(worlds=40)", "ismcts(iterations=400)")
_SOLVED = 0.5
_COUNTS = ("deals", "states", "information sets with a choice")
_SEATS = 3
_MB = 1 << 20
_DIGITS = 4
_CARDS = "{cards}"
_MEMORY = "peak memory of {}, MB"


def _jobs(settings: Settings) -> list[Job]:
    games = GAMES[: settings.count("games")]
    sizes = [settings.count(name) for name in ("iterations", "asked", "lost")]
    jobs = [[settings.seed, game, *sizes, settings.spec("learner")] for game in games]
    return [*jobs, [settings.seed, NEXT, *sizes, ""]]


def work(job: Job) -> Result:
    """Return the counts, the value to the soloist, and the figures of each strategy.

    Of the next larger game only the counts are returned, as estimates.
    """
    seed, name, iterations, asked, lost, learner = job
    game = load_game(name)
    if name == NEXT:
        part = small_game(game, every=_EVERY)
        deals = len(packs_of(game.start))
        return [[deals, round(part.states * deals / len(part.packs)), None], None, {}, {}, {}]
    small = small_game(game)
    tree = small.tree
    learned = [learner.replace(_CARDS, _cards(game))] if learner else []
    agents = [*_ASKED, *learned]
    policies = strategies(game, small, iterations, agents if tree.seat.size <= asked else (), seed)
    exploitable = {
        agent: exploitability(tree, policy, _SEATS) for agent, policy in policies.items()
    }
    deals = random.Random(seed).sample(range(len(small.packs)), min(lost, len(small.packs)))
    losses = {
        agent: lost_points(
            tree, _SEATS, policies["CFR+"], decisions_of(game, small, agent, seed), deals
        )
        .round(_DIGITS)
        .tolist()
        for agent in agents
    }
    memory = {
        what: peak_memory(_use, name, what) for what in ("the tree", "CFR+", "a best response")
    }
    counts = [len(small.packs), small.states, small.information_sets]
    value = float(array_game.world_values(tree, policies["CFR+"]).mean())
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
    per_state = 0.0
    for job, result in zip(_jobs(settings), results, strict=False):
        counts, value, exploitable, losses, memory = result
        name = _short(job[1])
        rows += [
            Row(f"{what}: {name}", exact(count), digits=0)
            for what, count in zip(_COUNTS, counts, strict=True)
            if count is not None
        ]
        if job[1] == NEXT:
            needed = exact(per_state * counts[1] / _MB)
            rows.append(Row(f"{_MEMORY.format('CFR+')}: {name}", needed, digits=0))
            continue
        rows.append(Row(f"value of CFR+ to the soloist: {name}", exact(value), digits=3))
        rows += [
            Row(f"exploitability of {agent}: {name}", exact(gain), digits=3)
            for agent, gain in exploitable.items()
        ]
        rows += [
            Row(f"{agent} loses on CFR+: {name}", _mean(found, counts[0]), digits=3)
            for agent, found in losses.items()
        ]
        rows += [
            Row(f"{_MEMORY.format(what)}: {name}", exact(used / _MB), digits=0)
            for what, used in memory.items()
        ]
        per_state = memory["CFR+"] / counts[1]
        solved = exploitable["CFR+"]
        text = f"{name}: CFR+ is exploitable by at most {_SOLVED} points a deal"
        findings.append(Finding(text, known(solved <= _SOLVED), f"{solved:.3f}", ours=True))
    return Report("Skat with small packs", rows, findings)


def _mean(losses: Sequence[float], deals: int) -> Estimate:
    """Return the mean loss, which is exact if all deals were played."""
    found = np.array(losses)
    return exact(float(found.mean())) if len(found) == deals else estimates.mean(found)


def _cards(game: SkatGame) -> str:
    return str(game.start.chance_cards)


def _short(name: str) -> str:
    """Name a game by the number of its cards."""
    return f"{_cards(load_game(name))} cards"


EXPERIMENT = Experiment(
    "Skat with small packs, solved",
    {
        "games": (2, len(GAMES)),
        "iterations": (100, 200),
        "asked": (1_000, 40_000),
        "lost": (100, 300),
        "learner": "",
    },
    _jobs,
    work,
    _report,
    unit="games",
)

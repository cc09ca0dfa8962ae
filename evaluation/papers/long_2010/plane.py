"""Long, Sturtevant, Buro and Furtak (AAAI 2010): trick-taking games in the paper's plane.

The paper finds that PIMC gains more over random play if disambiguation is high, and loses less to
an equilibrium if leaf correlation is high. This experiment compares the properties of each game
with the success of `pimc` from the first card on, after calls that are the same for all. Success is
measured over `random`, and over `ismcts` with its default number of iterations. A deal is played
twice with sides changed, and is won by the side with more points over both games.

A tree of the paper with disambiguation d loses d / (2 - d) of the possible states from turn to
turn (`docs/laboratory.md`). The plane is drawn by that share, which is the quantity measured in
games.
"""

import math
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyspiel
from scipy import stats

from vorhand.agents import make_bot
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.arena.game_loop import play_game
from vorhand.evaluation.equilibrium.properties import measure_deal, plausible_deal
from vorhand.evaluation.equilibrium.subjects import subject_of
from vorhand.evaluation.equilibrium.trees import sweep
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.planes import grid, moments
from vorhand.evaluation.papers.reports import Finding, Report, Row, Verdict, above, all_hold
from vorhand.evaluation.pictures import COLOURS, SHADES, drawable, figure, save
from vorhand.evaluation.sizes import in_parts
from vorhand.games.laboratory.trees import TreeShape

# The exploration constant is on the scale of the game's payoffs.
_ISMCTS = {
    "skat-suit": "ismcts",
    "skat-grand": "ismcts",
    "skat-null": "ismcts",
    "python_schnapsen": "ismcts",
    "python_belote": "ismcts(exploration=100)",
    "skat": "ismcts(exploration=0.5)",
    "bridge": "ismcts(exploration=300)",
    "euchre": "ismcts",
    "hearts": "ismcts(exploration=10)",
    "spades": "ismcts(exploration=50)",
    "oh_hell": "ismcts(exploration=10)",
    "tarok": "ismcts(exploration=50)",
}
_BATCH = 5  # deals per job
_DEPTH, _WORLDS, _BIAS = 8, 8, 0.5  # depth, worlds and bias of the trees
_OPPONENTS = ("random", "ismcts")
_MEASURES = ("leaf correlation", "bias", "disambiguation")
_LEAST = 0.8  # lower bound of trick-taking games' leaf correlation in the paper
_EVEN = 1e-9  # differences of payoffs below this are rounding errors


class Place(NamedTuple):
    """A game's leaf correlation, bias and disambiguation, and shares won against two opponents."""

    game: str
    measured: tuple[Estimate, ...]
    won: tuple[Estimate, Estimate]


def _jobs(settings: Settings) -> list[Job]:
    points, trees = grid(settings).tolist(), settings.count("trees")
    first = settings.seed * 10**9
    jobs: list[Job] = [["tree", x, y, first, trees] for y in points for x in points]
    for game, ismcts in _ISMCTS.items():
        for start, count in in_parts(settings.count("deals"), _BATCH, first):
            jobs.append(["properties", game, start, count, settings.count("walks")])
        for who in ("random", ismcts):
            for start, count in in_parts(settings.count("games"), _BATCH, first):
                jobs.append(["won", game, start, count, who])
    return jobs


def _work(job: Job) -> list[list[float | None]] | list[float]:
    kind, name, *rest = job
    if kind == "tree":
        (correlation, first, trees) = rest
        shape = TreeShape(_DEPTH, _WORLDS, correlation, _BIAS, name)
        losses = sweep.losses(shape, np.arange(first, first + trees))
        return [float(value) for value in moments((losses[:, 1] - losses[:, 0])[:, None])[:, 0]]
    start, deals, last = rest
    if kind == "won":
        return [difference(name, last, seed) for seed in range(start, start + deals)]
    return measured_deals(name, start, deals, last)


def measured_deals(name: str, start: int, deals: int, walks: int) -> list[list[float | None]]:
    """Return correlation, bias and disambiguation of each deal; None where a deal gives none."""
    target = subject_of(name)
    found = [measure_deal(target, seed, walks)[:3] for seed in range(start, start + deals)]
    return [[None if math.isnan(value) else value for value in row] for row in found]


def difference(name: str, opponent: str, seed: int) -> float:
    """Return the lead per seat of `pimc` over another agent, in a deal played twice.

    The sides exchange seats for the second game. The seats of the sides alternate; at a table of
    three one side is a single player, the soloist if there is one.
    """
    target, rng = subject_of(name), random.Random(seed)
    deal = plausible_deal(target, rng)
    seats = range(deal.num_players())
    side = [seat % 2 if len(seats) % 2 == 0 else int(seat > 0) for seat in seats]
    sums = []
    for ours in (0, 1):
        agents = ["pimc" if side[seat] == ours else opponent for seat in seats]
        bots = [_bot(agent, target.game, seat, seed) for seat, agent in enumerate(agents)]
        returns = np.array(play_game(deal.clone(), bots, random.Random(seed)).returns())
        mine = np.array(side) == ours
        sums.append(float(returns[mine].mean() - returns[~mine].mean()))
    return sum(sums) / 2


def _bot(agent: str, game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
    return make_bot(agent, game, seat, (seed * 8 + seat) % 2**31)


def _report(settings: Settings, results: list[list]) -> Report:  # type: ignore[type-arg]
    jobs = _jobs(settings)
    points = grid(settings)
    trees = [result[0] for job, result in zip(jobs, results, strict=False) if job[0] == "tree"]
    gains = np.array(trees).reshape(len(points), len(points))
    places = [_place(game, jobs, results) for game in _ISMCTS]
    rows = []
    for game, measured, won in places:
        rows += [Row(f"{game}: {of}", e) for of, e in zip(_MEASURES, measured, strict=True)]
        rows += [Row(f"{game}: won over {who}", e) for who, e in zip(_OPPONENTS, won, strict=True)]
    return Report(
        f"Properties of trick-taking games, {settings.count('deals')} deals each, and the share of "
        f"deals that pimc wins, ties half, of {settings.count('games')}",
        rows,
        _findings(places),
        {"long-plane.svg": partial(_picture, places, points, gains)},
    )


def _place(game: str, jobs: Sequence[Job], results: Sequence[list]) -> Place:  # type: ignore[type-arg]
    def of(kind: str, last: str | None = None) -> Floats:
        own = [
            row
            for job, result in zip(jobs, results, strict=False)
            if job[:2] == [kind, game] and last in (None, job[4])
            for row in result
        ]
        return np.array(own, np.float64)

    columns = of("properties").T
    measured = tuple(estimates.mean(column[~np.isnan(column)]) for column in columns)
    random_play, ismcts = (_share(of("won", who)) for who in ("random", _ISMCTS[game]))
    return Place(game, measured, (random_play, ismcts))


def _share(differences: Floats) -> Estimate:
    won = (differences > _EVEN) + 0.5 * (np.abs(differences) <= _EVEN)
    return estimates.share(won, np.ones(len(won)))


def _findings(places: Sequence[Place]) -> list[Finding]:
    correlation, _, disambiguation = (
        [place.measured[k].value for place in places] for k in range(3)
    )
    over_random, over_ismcts = ([place.won[k].value for place in places] for k in range(2))
    least = min(places, key=lambda place: place.measured[0].value)
    return [
        all_hold(
            f"leaf correlation is at least {_LEAST} in every game",
            [above(place.measured[0], _LEAST) for place in places],
            f"least at {least.game}, {least.measured[0].value:.3f}",
        ),
        *(_beats(places, k) for k in range(2)),
        _rises("over random", "disambiguation", over_random, disambiguation),
        _rises("over ismcts", "leaf correlation", over_ismcts, correlation),
        _rises("over ismcts", "over random", over_ismcts, over_random),
    ]


def _beats(places: Sequence[Place], opponent: int) -> Finding:
    verdicts = {place.game: above(place.won[opponent], 0.5) for place in places}
    shown = [game for game, verdict in verdicts.items() if verdict is Verdict.HOLDS]
    return all_hold(
        f"pimc wins more deals than {_OPPONENTS[opponent]} in every game",
        verdicts.values(),
        f"shown at {', '.join(shown) or 'none'}",
        ours=True,
    )


def _rises(what: str, by: str, values: Sequence[float], order: Sequence[float]) -> Finding:
    """Judge whether the games' rank correlation is positive; undecided if it is not significant."""
    correlation = stats.spearmanr(order, values)
    verdict = Verdict.UNDECIDED
    if correlation.pvalue < 1 - estimates.confidence_of_each(0.95):
        verdict = Verdict.HOLDS if correlation.statistic > 0 else Verdict.DOES_NOT_HOLD
    return Finding(
        f"pimc wins more {what} the higher the {by.replace('over', 'share won over')} of a game is",
        verdict,
        f"rank correlation {correlation.statistic:.2f} over {len(order)} games, "
        f"p = {correlation.pvalue:.2f}",
        ours=True,
    )


def _picture(places: Sequence[Place], points: Floats, gains: Floats, path: Path) -> Path:
    """Draw the plane, its part with the games, and the success of pimc; games have numbers."""
    drawing, axes = figure(1, 3, width=4.6, height=4.4)
    plane, part, strength = axes[0]
    for ax in (plane, part):
        shares = points / (2 - points)
        mesh = ax.pcolormesh(shares, points, gains, shading="nearest", cmap=SHADES, zorder=0)
        for number, (_, measured, _) in enumerate(places, 1):
            x, y = drawable(measured[2]), drawable(measured[0])
            ax.plot(x.value, y.value, ".", color="white")
            if ax is part:
                place = {"xytext": (4, 4 if number % 2 else -11), "textcoords": "offset points"}
                ax.errorbar(
                    x.value, y.value, xerr=x.margin, yerr=y.margin, color="white", elinewidth=0.7
                )
                ax.annotate(str(number), (x.value, y.value), color="white", **place)
        ax.set(xlabel="disambiguation, turn to turn", ylabel="leaf correlation")
        ax.grid(visible=False)
    plane.set_title("gain of PIMC over random, trees with bias 0.5")
    drawing.colorbar(mesh, ax=plane)
    low = [min(drawable(place.measured[k]).low for place in places) for k in (2, 0)]
    plane.set(xlim=(0, 1), ylim=(0, 1))
    part.set(xlim=(low[0] - 0.03, 1), ylim=(low[1] - 0.02, 1))
    part.set_title("where the games lie")
    for k, who in enumerate(_OPPONENTS):
        won = [drawable(place.won[k]) for place in places]
        at = np.arange(len(places)) + 0.3 * k - 0.15
        values = [estimate.value for estimate in won]
        errors = [[e.value - e.low for e in won], [e.high - e.value for e in won]]
        errors = np.maximum(errors, 0).tolist()
        strength.errorbar(
            values, at, xerr=errors, fmt="o", color=COLOURS[1 + k], label=f"over {who}", capsize=2
        )
    strength.axvline(0.5, color="#555555", linewidth=0.8)
    names = [f"{number} {place.game}" for number, place in enumerate(places, 1)]
    strength.set_yticks(range(len(places)), names)
    strength.invert_yaxis()
    strength.set_title("share of deals that pimc wins")
    drawing.legend(loc="outside lower right", ncols=2, fontsize=8)
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Long, Sturtevant, Buro and Furtak, AAAI 2010: real games in the plane of figure 5",
    {"grid": (6, 11), "trees": 20, "deals": (5, 100), "walks": (5, 20), "games": (5, 40)},
    _jobs,
    _work,
    _report,
    unit="batches of deals",
    extras=("dds", "numba", "plots"),
    why="Few deals of each game were measured.",
)

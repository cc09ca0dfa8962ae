"""Wisser (IJCAI 2015), section 5: the share of decisions in which PVP overrules the plain average.

The paper counts 130,000 decisions of PVP. PVP ranks moves by pv, the presumed value. It breaks ties
by av, the plain average, and then by tv, the value if MIN knows nothing. In the paper 15.9% of the
decisions differ from PIMC's because pv prefers a move that av does not, and 1.5% because tv settles
a tie of both. Here these shares are counted in matches of PVP against PIMC, at PVP's decisions with
a choice. Each setting is applied to the same positions and worlds. Settings differ in the depth of
the errors, the assumed knowledge of MIN, the definition of an error, its gain, and the criterion by
which MAX chooses among moves of the same minimax value. Only the first setting of each game is
judged by the paper's figures; the other settings are ours.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.schnapsen.beliefs.uniform import uniform
from vorhand.agents.schnapsen.knowledge import knowledge_after
from vorhand.agents.schnapsen.match_values import MEASURED, MatchValues, match_values
from vorhand.evaluation.arena.estimates import share
from vorhand.evaluation.arena.game_loop import play_game, uniformly
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Report, Row
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.schnapsen import Rules, Solver

Floats = npt.NDArray[np.float64]
_PV, _TV = 15.9, 1.5
_SAME = 1e-9
_MOST_POINTS = 3


class Setting(NamedTuple):
    """The settings of a decision."""

    name: str  # name in the table
    depth: int  # MIN nodes at which errors count, -1 for all
    # True if MIN is assumed to know all that MIN can know about MAX's hand; False: nothing
    informed: bool = True
    reading: tuple[str, ...] = ()  # reading of error-allowing minimax, see `EamReading` in the core


_GAMES = {
    "python_kinderschnapsen(match=true)": (
        Setting("depth 5", 5),
        Setting("depth 1", 1),
        Setting("depth 2", 2),
        Setting("no limit", -1),
        Setting("depth 5, MIN knows nothing", 5, informed=False),
        Setting("depth 1, MIN knows nothing", 1, informed=False),
        Setting("depth 5, errors that change the winner", 5, reading=("winner_errors",)),
        Setting("depth 5, greatest gain of an error", 5, reading=("greatest_gain",)),
        Setting("depth 5, MAX by m, p, a", 5, reading=("chance_first",)),
    ),
    "python_schnapsen(match=true)": (
        Setting("depth 1", 1),
        Setting("depth 2", 2),
        Setting("depth 1, MIN knows nothing", 1, informed=False),
        Setting("depth 1, errors that change the winner", 1, reading=("winner_errors",)),
        Setting("depth 1, greatest gain of an error", 1, reading=("greatest_gain",)),
    ),
}


def _jobs(settings: Settings) -> list[Job]:
    matches = {game: settings.count("matches") for game in _GAMES}
    matches["python_schnapsen(match=true)"] = settings.count("whole_matches")
    worlds = settings.count("worlds")
    return [
        [game, worlds, settings.seed, number] for game in _GAMES for number in range(matches[game])
    ]


def _work(job: Job) -> list[list[int]]:
    """Return counts for each setting: decisions, those that pv overrules, those that tv settles."""
    game, worlds, seed, number = job
    loaded, counts = load_game(game), np.zeros((len(_GAMES[game]), 3), np.int64)
    chances = match_values(MEASURED, loaded.match_points)
    solvers: dict[Rules, Solver] = {}
    draw = random.Random(f"{seed} {number} worlds")
    for view in _decisions(game, worlds, seed, number):
        solver = solvers.setdefault(view.rules, Solver(view.rules, 1))
        rows = uniform(view, worlds, draw.randrange(2**31)).rows
        counts += [(1, *_overruled(view, solver, rows, s, chances)) for s in _GAMES[game]]
    found: list[list[int]] = counts.tolist()
    return found


def _decisions(game: str, worlds: int, seed: int, number: int) -> Iterator[SchnapsenView]:
    """Yield PVP's views at its decisions with a choice in a match against PIMC."""
    loaded, seat = load_game(game), number % 2
    specs = [f"pvp(worlds={worlds})", f"pimc(worlds={worlds})"]
    bots = [make_bot(specs[place ^ seat], loaded, place, 2 * number + place) for place in range(2)]
    chance = random.Random(f"{seed} {number} chance")
    state = play_game(loaded.new_initial_state(), bots, chance, outcome=uniformly)
    standing = loaded.new_initial_state()
    for action in state.history():
        if standing.current_player() == seat and len(standing.legal_actions()) > 1:
            yield view_of(standing, seat)
        standing.apply_action(action)


def _overruled(
    view: SchnapsenView,
    solver: Solver,
    rows: npt.NDArray[np.uint64],
    setting: Setting,
    chances: MatchValues,
) -> tuple[bool, bool]:
    """Return two flags: pv prefers a move that av does not; otherwise, tv settles a tie of both."""
    reading = {name: True for name in setting.reading}
    m, p, a = solver.triples(view.deal, view.player, rows, setting.depth, **reading)
    worth = chances.of_deal(view.score[view.player], view.score[1 - view.player])
    now = worth[m.astype(np.int64) + _MOST_POINTS]
    advance = p * (worth[m.astype(np.int64) + a + _MOST_POINTS] - now)
    known = knowledge_after(view.rules, view.deal, view.player) if setting.informed else 0.0
    pv, av, tv = (part.mean(axis=0) for part in (now + (1 - known) * advance, now, now + advance))
    best = pv >= pv.max() - _SAME
    plain = best & (av >= av.max() - _SAME)
    if not plain.any():
        return True, False
    return False, bool(plain.sum() > 1 and tv[plain].max() - tv[plain].min() > _SAME)


def _report(settings: Settings, results: list[list[list[int]]]) -> Report:
    rows, first = [], 0
    for game, used in _GAMES.items():
        matches = settings.count("whole_matches" if game.startswith("python_sch") else "matches")
        counts = np.array(results[first : first + matches], np.float64)
        first += matches
        short = "Schnapsen" if game.startswith("python_sch") else "Kinderschnapsen"
        for column, setting in enumerate(used):
            decisions, by_pv, by_tv = counts[:, column].T
            shares = [share(part, decisions) * 100 for part in (by_pv, by_tv)]
            note = f"{int(decisions.sum())} decisions"
            papers = (None, None) if column else (_PV, _TV)
            for by, part, paper in zip(("pv", "tv"), shares, papers, strict=True):
                name = f"{short}, {setting.name}: by {by}"
                rows.append(Row(name, part, paper, 1, note if by == "pv" else ""))
    return Report("Decisions of PVP that PIMC would not have made, %", rows)


EXPERIMENT = Experiment(
    "Wisser, IJCAI 2015, section 5, 130,000 decisions of PVP",
    {"matches": (40, 20_000), "whole_matches": (4, 2000), "worlds": (10, 30)},
    _jobs,
    _work,
    _report,
    unit="matches",
    why="PVP and PIMC are ours, and the table of match values differs from the paper's.",
)

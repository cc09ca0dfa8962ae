"""Bridge in the arena: IMPs per board, and tricks lost per card with open hands.

A board is played by the same two sides in both directions; the difference of the scores becomes
International Match Points (Laws of Duplicate Bridge, 2017, law 78B).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyspiel
from rich.table import Table

from vorhand.agents.openspiel_tricks.double_dummy import tricks_lost
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import CountedEstimate, Estimate, Floats
from vorhand.evaluation.arena.match import Match
from vorhand.evaluation.arena.open_hands import mean_loss
from vorhand.evaluation.arena.profiles import Profile
from vorhand.evaluation.arena.report import Figure, add_row, heading, plus_minus
from vorhand.evaluation.arena.results import Results
from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord

_IMPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)  # the smallest difference in points that gives 1, 2, ... IMPs


class Facts(NamedTuple):
    """The tricks lost, and the cards played when there was a choice, by place in the seating.

    A card loses the tricks by which it is worse than the best card. Dummy's cards count for the
    declarer.
    """

    lost: tuple[int, ...]
    cards: tuple[int, ...]


def imps(points: float) -> int:
    """Return the International Match Points for a difference in points."""
    return bisect_right(_IMPS, abs(points)) * (1 if points > 0 else -1)


class BridgeProfile(Profile):
    """The plain profile, with IMPs if there are two sides, and double-dummy regret by DDS."""

    def facts(self, state: pyspiel.State, first_seat: int) -> Facts | None:
        """Return the lost tricks; None without the extra ``dds``."""
        del first_seat  # always 0, because Bridge has no given deals
        if find_spec("endplay") is None:
            return None
        return Facts(*tricks_lost(state))

    def open_hand_errors(self, logs: Sequence[Path], agent: str) -> dict[str, CountedEstimate]:
        """Return the agent's lost tricks per deal; nothing without the extra ``dds``."""
        if find_spec("endplay") is None:
            return {}

        def lost(record: PlainRecord, seat: int) -> int:
            return tricks_lost(record.replay(load_game(record.game)))[0][seat]

        return {"tricks a deal": mean_loss(logs, agent, lost)}

    def tables(self, results: Results, confidence: float) -> list[Table]:
        """Return tables of IMPs per board and of tricks lost per card, if they are known."""
        tables = []
        if sides_of(results.match) is not None:
            table = heading("sides on the same boards", ["agent", "IMPs a board"])
            for name, estimate in _imps_of(results, confidence).items():
                add_row(table, [name], [(len(results), [plus_minus(estimate)])])
            tables.append(table)
        if lost := _lost(results, confidence):
            table = heading("with open hands", ["agent", "tricks lost a card"])
            for name, estimate in lost.items():
                row = [f"{estimate.value:.4f} ± {estimate.margin:.4f}"]
                add_row(table, [name], [(len(results), row)])
            tables.append(table)
        return tables

    def figures(self, results: Results, confidence: float) -> list[Figure]:
        """Return the contents of the tables as data: ``imps`` and ``tricks_lost``."""
        deals = len(results)
        found = {"tricks_lost": _lost(results, confidence)}
        if sides_of(results.match) is not None:
            found["imps"] = _imps_of(results, confidence)
        return [
            Figure(measure, (name,), estimate, deals)
            for measure, by_name in found.items()
            for name, estimate in by_name.items()
        ]


def sides_of(match: Match) -> tuple[str, str] | None:
    """Return the agent of each side if two different agents play both directions of each board.

    Otherwise return None.
    """
    sides = match.agents[0], match.agents[1]
    same = match.agents == (*sides, *sides) and sides[0] != sides[1]
    return sides if same and match.order == "rotations" else None


def _imps_of(results: Results, confidence: float) -> dict[str, Estimate]:
    """Return the IMPs of both sides.

    In two of the four rotations the first side sits North and South.
    """
    north = results.returns()[:, :, 0]
    by_board = np.array([[imps(a - b) for a, b in row.reshape(2, 2)] for row in north], np.float64)
    estimate = estimates.mean(by_board.mean(axis=1), confidence)
    sides = sides_of(results.match)
    assert sides is not None
    return {sides[0]: estimate, sides[1]: estimate * -1}


def _lost(results: Results, confidence: float) -> dict[str, Estimate]:
    """Return each agent's lost tricks per card; all seats of one spec are combined."""
    specs = list(dict.fromkeys(results.match.agents))
    sums: npt.NDArray[np.float64] = np.zeros((2, len(specs), len(results)))
    for deal, games in enumerate(results.facts):
        for facts, seating in zip(games, results.match.seatings, strict=True):
            if facts is None:
                continue
            for place, agent in enumerate(seating):
                of = specs.index(results.match.agents[agent])
                sums[:, of, deal] += facts.lost[place], facts.cards[place]
    by_spec: list[tuple[Floats, Floats]] = [(sums[0, k], sums[1, k]) for k in range(len(specs))]
    return {
        spec: estimates.ratio(lost, cards, confidence)
        for spec, (lost, cards) in zip(specs, by_spec, strict=True)
        if cards.sum()
    }


ARENA = BridgeProfile()

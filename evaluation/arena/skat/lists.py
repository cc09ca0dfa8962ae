"""Lists of Skat: 36 deals at a table of three, as in tournaments.

Within a list every player moves on one seat after each deal, because the dealer changes. A match
plays every deal in every rotation, so its games form lists that differ only in the seating at the
first deal: with three agents three lists of the same cards, or six with all permutations. The
scoring is the game's, by default Seeger and Fabian's: the values of the games that the player
played as soloist, plus 50 points for each of them won, minus 50 for each lost, and plus 40 for each
game that another soloist lost.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rich.table import Table

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.arena.game_loop import MatchError
from vorhand.evaluation.arena.match import Match, Seating
from vorhand.evaluation.arena.report import add_row, heading, letter, number, percent, plus_minus
from vorhand.evaluation.arena.results import Results
from vorhand.games.skat.score_list import SERIES

DEALS = SERIES[3]


@dataclass(frozen=True)
class Lists:
    """All lists of a match: those of its first 36 deals, of its next 36, and so on.

    Attributes:
        seatings: the seating at the first deal of each list.
        totals: float64 [packs of 36 deals, lists, agents]; NaN for agents not at the table.
        won, lost: games won and lost as soloist, with the same shape.
    """

    seatings: tuple[Seating, ...]
    totals: Floats
    won: Floats
    lost: Floats


def lists_of(results: Results) -> Lists:
    """Return the complete lists in the deals of a match.

    Raises:
        MatchError: the match has not three players, or its contracts are given.
    """
    match = results.match
    if match.players != 3 or match.contracts_given:
        raise MatchError("lists: expected a match of three players who bid for every deal")
    packs, agents = len(results) // DEALS, len(match.names)
    shape = (packs, len(match.seatings), agents)
    totals, won, lost = (np.full(shape, np.nan) for _ in range(3))
    scores = results.returns()
    facts = np.array(results.facts, dtype=np.int64)
    for start, first in enumerate(match.seatings):
        games = _games(match, first)
        for seat in range(3):
            # the seat of one player in each deal of the list
            places = (seat + np.arange(DEALS)) % 3
            agent = first[seat]
            alone = _pack(facts[..., 0], games, packs) == places
            success = _pack(facts[..., 2], games, packs).astype(bool)
            points = _pack(scores, games, packs)[:, np.arange(DEALS), places]
            totals[:, start, agent] = points.sum(axis=1)
            won[:, start, agent] = (alone & success).sum(axis=1)
            lost[:, start, agent] = (alone & ~success).sum(axis=1)
    return Lists(match.seatings, totals, won, lost)


def _games(match: Match, first: Seating) -> list[int]:
    """Return, for each deal of the list that starts with seating `first`, the index of its game.

    A deal is played once in every seating; only one of these games belongs to the list.
    """
    turns = [first[-k % 3 :] + first[: -k % 3] for k in range(DEALS)]
    return [match.seatings.index(seating) for seating in turns]


def _pack(values: npt.NDArray[np.generic], games: list[int], packs: int) -> npt.NDArray[np.generic]:
    """Select one game of each deal from [deals, games, ...]; return [packs, 36, ...]."""
    used = values[: packs * DEALS].reshape(packs, DEALS, *values.shape[1:])
    return used[:, np.arange(DEALS), games]


def list_tables(results: Results, confidence: float) -> list[Table]:
    """Return the totals over all complete lists, and the sheet of the last; nothing without any."""
    if len(results) < DEALS:
        return []
    lists = lists_of(results)
    return [_standing(results, lists, confidence), _sheet(results, lists)]


def _standing(results: Results, lists: Lists, confidence: float) -> Table:
    packs = len(lists.totals)
    title = (
        f"{packs * len(lists.seatings):,} lists of {DEALS} deals, {packs:,} with cards of their own"
    )
    columns = ["", "agent", "points a list", "spread", "lists won", "won alone", "lost alone"]
    table = heading(title, columns)
    best = np.nanmax(lists.totals, axis=2, keepdims=True)
    first = lists.totals == best
    for agent, name in enumerate(results.match.names):
        plays = ~np.isnan(lists.totals[0, :, agent])
        own = lists.totals[:, plays, agent]
        shared = first[:, plays, agent] / first[:, plays].sum(axis=2)
        spread = f"{own.std(ddof=1):,.0f}" if own.size > 1 else "-"
        share = estimates.share(shared.sum(axis=1), np.full(packs, plays.sum(), float), confidence)
        row = [
            plus_minus(estimates.mean(own.mean(axis=1), confidence)),
            spread,
            percent(share),
            f"{lists.won[:, plays, agent].mean():.1f}",
            f"{lists.lost[:, plays, agent].mean():.1f}",
        ]
        add_row(table, [letter(agent), name], [(packs, row)])
    return table


def _sheet(results: Results, lists: Lists) -> Table:
    names = [letter(agent) for agent in range(len(results.match.names))]
    table = heading("lists of the last 36 deals", ["", *names])
    for start, seating in enumerate(lists.seatings):
        row = [
            number(lists.totals[-1, start, agent]) if agent in seating else ""
            for agent in range(len(names))
        ]
        table.add_row("".join(letter(agent) for agent in seating), *row)
    return table

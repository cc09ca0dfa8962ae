"""Two card players decision by decision: what the choices of one are worth over the other's.

Games tell little of players who mostly choose alike. Here single decisions are put to both, and
where they choose different cards, these are played out in many worlds
(`vorhand.evaluation.experiments.skat.recursion`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from vorhand.agents import make_bot
from vorhand.evaluation.experiments.skat.recursion import points_played_out
from vorhand.evaluation.experiments.skat.regrets import question
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.loading import load_game
from vorhand.games.skat.view import SkatView

Job: TypeAlias = tuple[int, int, str, str, int]
"""Seed, number of the deal, the two agents, worlds of the reference."""

_INNER = 10  # worlds of the players of the playouts


class Compared(NamedTuple):
    """One decision put to two players.

    Attributes:
        choices: how many decisions with a choice the deal has, of all players.
        soloist: whether this one is the soloist's.
        points: what the first player's card gains over the second's, for the player to move.
        first_seconds: processor time of the first player.
        second_seconds: processor time of the second player.
    """

    choices: int
    soloist: bool
    points: float
    first_seconds: float
    second_seconds: float


def compare(
    first: str, second: str, decisions: int, reference: int, seed: int = 0, workers: Workers = 1
) -> Iterator[Compared]:
    """Puts decisions to two players, one of each deal.

    Args:
        first: spec of a player with reasons, such as ``pimc``.
        second: spec of the player it is held against.
        decisions: how many.
        reference: worlds in which cards that differ are played out.
        seed: fixes the deals and the worlds.
        workers: number of processes, or a Ray cluster.
    """
    jobs: list[Job] = [(seed, deal, first, second, reference) for deal in range(decisions)]
    return ordered_map(choose, jobs, workers)


def choose(job: Job) -> Compared:
    """One decision."""
    seed, deal, first, second, reference = job
    asked = question(seed, deal, reference, 0)
    (one, first_seconds), (two, second_seconds) = (
        _timed(spec, asked.view, deal) for spec in (first, second)
    )
    one, two = (asked.view.legal_actions.index(move) for move in (one, two))
    worth = points_played_out(asked, _INNER, sorted({one, two}))
    return Compared(
        asked.choices, asked.view.is_soloist, worth[one] - worth[two], first_seconds, second_seconds
    )


def _timed(spec: str, view: SkatView, seed: int) -> tuple[int, float]:
    bot = make_bot(spec, load_game("python_skat"), view.player, seed)
    started = time.process_time()
    return bot.explain(view).move, time.process_time() - started

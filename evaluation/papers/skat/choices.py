"""A comparison of two card players by the value of their single decisions.

Games reveal little about players who mostly make the same choices. Here both get the same single
decisions. If they choose different cards, these are played out in many worlds
(`vorhand.evaluation.papers.skat.recursion`).
"""

import time
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.advisers import adviser
from vorhand.evaluation.papers.skat.recursion import points_played_out
from vorhand.evaluation.papers.skat.regrets import question
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.loading import load_game
from vorhand.games.skat.view import SkatView

Job: TypeAlias = tuple[int, int, str, str, int]
"""A job: seed, number of the deal, the two agents, number of worlds of the reference."""

_INNER = 10  # worlds of the players in the playouts


class Compared(NamedTuple):
    """The comparison of two players in one decision."""

    choices: int  # number of decisions with a choice in the deal of this decision
    soloist: bool  # True if the soloist decides
    points: float  # the gain of the first player's card over the second's, for the player to move
    first_seconds: float  # processor time of the first player
    second_seconds: float  # processor time of the second player


def compare(
    first: str, second: str, decisions: int, reference: int, seed: int = 0, workers: Workers = 1
) -> Iterator[Compared]:
    """Give decisions, one from each deal, to two players that explain their choices.

    Cards that differ are played out in `reference` worlds.

    Raises:
        SpecError, AgentError: one of them is no agent, gives no reasons, or sees all cards.
    """
    for spec in (first, second):
        adviser(spec, load_game("python_skat"), 0, 0)
    jobs: list[Job] = [(seed, deal, first, second, reference) for deal in range(decisions)]
    return ordered_map(choose, jobs, workers)


def choose(job: Job) -> Compared:
    """Give one decision to both players."""
    seed, deal, first, second, reference = job
    decision = question(seed, deal, reference, 0)
    (one, first_seconds), (two, second_seconds) = (
        _timed(spec, decision.view, deal) for spec in (first, second)
    )
    one, two = (decision.view.legal_actions.index(move) for move in (one, two))
    worth = points_played_out(decision, _INNER, sorted({one, two}))
    return Compared(
        decision.choices,
        decision.view.is_soloist,
        worth[one] - worth[two],
        first_seconds,
        second_seconds,
    )


def _timed(spec: str, view: SkatView, seed: int) -> tuple[int, float]:
    bot = make_bot(spec, load_game("python_skat"), view.player, seed)
    started = time.process_time()
    return bot.explain(view).move, time.process_time() - started

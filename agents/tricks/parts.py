"""Registration of the belief and evaluators that all games over the trick-taking engine share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import numpy as np

from vorhand.agents.montecarlo import ties  # noqa: F401  (it registers)
from vorhand.agents.montecarlo.frame import Belief, Evaluator, Values
from vorhand.agents.registry import Range, belief, evaluator
from vorhand.agents.tricks.open_hands import (
    Outcomes,
    TrickWorlds,
    error_allowing,
    open_hand,
    played_out,
    uniform,
)

Threads: TypeAlias = Annotated[int, Range(1, 256)]
Exact: TypeAlias = Annotated[int, Range(0, 20)]
Depth: TypeAlias = Annotated[int, Range(0, 8)]


def _all_tricks(view: Any) -> list[int]:
    return []


def register_worlds(
    games: Iterable[str],
    outcomes: Outcomes,
    exact: int,
    wanted: Callable[[Any], list[int]] = _all_tricks,
) -> None:
    """Register ``uniform``, ``played_out`` and ``error_allowing``.

    Args:
        games: short names.
        outcomes: the worth of the results of the play.
        exact: default of the largest number of cards in hand at which errors are allowed for.
        wanted: the number of tricks that each seat plays for; empty: all, with their partners.
    """

    @belief("uniform", games=games)
    def _uniform() -> Belief:
        """Draw worlds that agree with the hard facts, all equally likely."""
        return uniform

    @evaluator("played_out", games=games)
    def _played_out(*, threads: Threads = 1) -> Evaluator:
        """Value moves by playouts of compiled rules of thumb, which see no hidden cards."""
        return played_out(outcomes, threads, wanted)

    @evaluator("error_allowing", games=games, tells=("m", "p", "a"))
    def _error_allowing(
        *, depth: Depth = 1, exact: Exact = exact, threads: Threads = 1
    ) -> Evaluator:
        """Value moves by error-allowing minimax (Wisser); above exact cards in hand, by playouts.

        depth: turns of the other side at which errors count.
        """
        many = without_errors(played_out(outcomes, threads, wanted))
        return once_few(exact, error_allowing(outcomes, depth, threads), many)


def register_open_hand(games: Iterable[str], outcomes: Outcomes, exact: int) -> None:
    """Register ``open_hand``: arguments as in `register_worlds`."""

    @evaluator("open_hand", games=games)
    def _open_hand(*, exact: Exact = exact, threads: Threads = 1) -> Evaluator:
        """Value moves exactly with all cards open; above exact cards in hand, by playouts."""
        return once_few(exact, open_hand(outcomes, threads), played_out(outcomes, threads))


def without_errors(evaluator: Evaluator) -> Evaluator:
    """Put payoffs into the form of error-allowing minimax."""

    def evaluate(view: Any, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        worth = evaluator(view, worlds, moves).worth
        return Values(worth, {"m": worth, "p": np.zeros_like(worth), "a": np.zeros_like(worth)})

    return evaluate


def once_few(exact: int | Mapping[int, int], few: Evaluator, many: Evaluator) -> Evaluator:
    """Combine two evaluators: ``few`` for at most ``exact`` cards in hand, ``many`` for more.

    ``exact`` may depend on the number of seats.
    """

    def evaluate(view: Any, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        most = exact if isinstance(exact, int) else exact[len(view.seats)]
        return (few if view.held.bit_count() <= most else many)(view, worlds, moves)

    return evaluate

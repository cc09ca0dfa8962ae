"""Alpha-mu and EPIMC by their definitions, without any cut, for games given as plain positions."""

from collections.abc import Callable, Hashable, Sequence
from itertools import product
from typing import Any, Protocol

import numpy as np
import pytest

Vector = tuple[float, ...]


class Together(Protocol):
    """Worlds that the player to move cannot tell apart; a cell is a position in one of them."""

    own: frozenset[int]
    """The seats whose cards the player plays."""

    def is_over(self, cell: Any) -> bool:
        """Return whether the deal is over."""

    def mover(self, cell: Any) -> int:
        """Return the seat to move."""

    def moves(self, cell: Any) -> Sequence[int]:
        """Return the legal moves."""

    def after(self, cell: Any, move: int) -> Any:
        """Return the next position."""

    def seen(self, cell: Any) -> Hashable:
        """Return the part of the hidden cards that the seat to move sees."""

    def friendly(self, seat: int) -> bool:
        """Return whether a seat plays for the player's side."""

    def open_hands(self, cell: Any) -> float:
        """Return the payoff to the player with all cards open."""


def reached(play: Together, cells: list[Any], plies: int) -> set[Vector]:
    """Return the payoffs of every strategy of the player, including inferior ones."""
    if play.is_over(cells[0]) or plies == 0:
        return {tuple(play.open_hands(cell) for cell in cells)}
    mover = play.mover(cells[0])
    if mover not in play.own:
        friendly = play.friendly(mover)
        found: set[Vector] = {(-np.inf if friendly else np.inf,) * len(cells)}
        for move, able in _by_move(play, cells).items():
            replies = reached(play, [play.after(cells[i], move) for i in able], plies)
            found = _joined(found, replies, able, max if friendly else min)
        return found
    found = {(0.0,) * len(cells)}
    for alike in _by_look(play, cells):
        own: set[Vector] = set()
        for move in play.moves(cells[alike[0]]):
            own |= reached(play, [play.after(cells[i], move) for i in alike], plies - 1)
        found = _joined(found, own, alike, lambda _, pay: pay)
    return found


def postponed(
    play: Together, cells: list[Any], weights: Sequence[float], plies: int
) -> list[float]:
    """Return the payoffs by EPIMC."""
    if play.is_over(cells[0]) or plies == 0:
        return [play.open_hands(cell) for cell in cells]
    sign = 1 if play.friendly(play.mover(cells[0])) else -1
    looks = _by_look(play, cells)
    best = [-np.inf] * len(looks)
    values = [np.nan] * len(cells)
    for move, able in _by_move(play, cells).items():
        after = [play.after(cells[i], move) for i in able]
        found = postponed(play, after, [weights[i] for i in able], plies - 1)
        pays = dict(zip(able, found, strict=True))
        for k, alike in enumerate(looks):
            if alike[0] not in pays:
                continue
            total = sign * sum(weights[i] * pays[i] for i in alike)
            if total > best[k] + 1e-9:
                best[k] = total
                for i in alike:
                    values[i] = pays[i]
    return values


def _by_move(play: Together, cells: list[Any]) -> dict[int, list[int]]:
    legal = [play.moves(cell) for cell in cells]
    every = sorted({move for moves in legal for move in moves})
    return {move: [i for i, moves in enumerate(legal) if move in moves] for move in every}


def _by_look(play: Together, cells: list[Any]) -> list[list[int]]:
    looks: dict[Hashable, list[int]] = {}
    for i, cell in enumerate(cells):
        looks.setdefault(play.seen(cell), []).append(i)
    return list(looks.values())


def _joined(
    vectors: set[Vector],
    others: set[Vector],
    places: list[int],
    choose: Callable[[float, float], float],
) -> set[Vector]:
    joined = set()
    for vector, other in product(vectors, others):
        values = list(vector)
        for i, pay in zip(places, other, strict=True):
            values[i] = choose(values[i], pay)
        joined.add(tuple(values))
    return joined


def check_values(
    play: Together,
    children: dict[int, list[Any]],
    weights: Any,
    plies: int,
    found: dict[int, Any],
    epimc: bool,
) -> int:
    """Compare the searched values of each move; return how many moves open hands overrate."""
    means = {}
    for move, cells in children.items():
        if epimc:
            expected = postponed(play, cells, list(weights), plies - 1)
            assert weights @ found[move] == pytest.approx(weights @ np.array(expected))
            continue
        vectors = reached(play, cells, plies - 1)
        means[move] = max(float(weights @ np.array(vector)) for vector in vectors)
        if weights @ found[move] <= means[move] + 1e-6:
            assert any(np.allclose(found[move], vector) for vector in vectors)
    overrated = 0
    for move, mean in means.items():
        here = float(weights @ found[move])
        # A move that is worse than the best may keep a greater value of fewer plies.
        assert here == pytest.approx(mean, abs=1e-6) or mean <= here < max(means.values()), (
            f"move {move}"
        )
        shown = np.array([play.open_hands(cell) for cell in children[move]])
        overrated += float(weights @ shown) > mean + 1e-6
    return overrated

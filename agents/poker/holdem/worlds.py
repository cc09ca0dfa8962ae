"""Worlds of hold'em, and the worth of moves in them.

A world is a row of cards, int8 [7]: the opponent's two, and the five of the finished board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Belief, Evaluator, Values, Worlds
from vorhand.agents.poker.holdem.hands import Cards, dealt, showdowns
from vorhand.agents.poker.holdem.view import HoldemView
from vorhand.agents.registry import belief, evaluator

GAMES = ("universal_poker",)

HoldemWorlds: TypeAlias = Worlds[npt.NDArray[np.int8]]


def uniform(view: HoldemView, n: int, seed: int) -> HoldemWorlds:
    """Draw the opponent's cards and the rest of the board, ignoring the betting."""
    rng = np.random.default_rng(seed)
    unseen = dealt([*view.hole, *view.board], 7 - len(view.board), n, rng)
    board = np.broadcast_to(np.array(view.board, np.int8), (n, len(view.board)))
    rows = np.hstack([unseen[:, :2], board, unseen[:, 2:]])
    return Worlds(rows, np.full(n, 1 / n), None, seed)


def outcomes(view: HoldemView, rows: Cards) -> npt.NDArray[np.int8]:
    """Compute the showdown in each world: 1 the player wins, 0 nobody, -1 the opponent."""
    own = np.tile(np.array(view.hole, np.int8), (len(rows), 1))
    return showdowns(own, rows[:, :2], rows[:, 2:])


def open_hand(view: HoldemView, worlds: HoldemWorlds, moves: Sequence[int]) -> Values:
    """Value moves by minimax over the betting, with all cards of the world known to both."""
    return Values(error_allowing(view, worlds, moves).worth)


def error_allowing(view: HoldemView, worlds: HoldemWorlds, moves: Sequence[int]) -> Values:
    """Value moves by error-allowing minimax over the betting, with ``m``, ``p`` and ``a``."""
    after = view.betting.children[view.node, list(moves)]
    triples = view.betting.triples(view.player)[:, after]
    m, p, a = np.moveaxis(triples[outcomes(view, worlds.rows).astype(np.int64) + 1], -1, 0)
    return Values(m, {"m": m, "p": p, "a": a})


@belief("uniform", games=GAMES, endless=True)
def _uniform() -> Belief:
    """Draw the opponent's cards and the rest of the board, all equally likely."""
    return uniform


@evaluator("open_hand", games=GAMES)
def _open_hand() -> Evaluator:
    """Value moves with all cards face up and perfect betting."""
    return open_hand


@evaluator("error_allowing", games=GAMES, tells=("m", "p", "a"))
def _error_allowing() -> Evaluator:
    """Value moves by error-allowing minimax (Wisser) over the betting to the end of the hand."""
    return error_allowing

"""Evaluators at Skat: what each card leads to in each world, in compiled batches.

``evaluator(play, rows, seed, first, moves) -> outcomes``, int16 [n_worlds, 32] by card, in the
terms of `vorhand.native.skat_monte_carlo.open_hand`; -1 for cards not in the set ``moves``.
``first`` is the number of the first world: what is random in a row follows from the seed and
its number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.games.skat.view import View
from vorhand.native import skat_monte_carlo as native
from vorhand.native.skat import Deal, Phase
from vorhand.native.skat_monte_carlo import CardPlay, Player

Rows: TypeAlias = npt.NDArray[np.uint32]
Outcomes: TypeAlias = npt.NDArray[np.int16]
Evaluator: TypeAlias = Callable[[CardPlay, Rows, int, int, int], Outcomes]


Values: TypeAlias = Literal["exact", "levels"]
"""How closely open-hand play is looked at: points, or only which paying levels are reached."""


def open_hand(threads: int = 1, values: Values = "exact") -> Evaluator:
    """Perfect play with all cards open."""

    def evaluate(play: CardPlay, rows: Rows, seed: int, first: int, moves: int) -> Outcomes:
        del seed, first
        return np.asarray(native.open_hand(play, rows, threads, values, moves))

    return evaluate


def played_out(player: Player, threads: int = 1, objective: str = "score") -> Evaluator:
    """The rest played by ``player`` in all seats (Furtak and Buro, CIG 2013).

    Where the objective is to win, only until that is decided.
    """

    def evaluate(play: CardPlay, rows: Rows, seed: int, first: int, moves: int) -> Outcomes:
        return np.asarray(
            native.played_out(play, rows, player, seed, threads, objective, first, moves)
        )

    return evaluate


def card_play(view: View) -> CardPlay:
    """The card play as the player to move sees it, in the terms of the compiled core.

    Raises:
        ValueError: it is not this player's turn to play a card.
    """
    if view.phase != Phase.PLAY or view.to_act != view.player:
        raise ValueError(
            f"{view.phase.name.lower()}, seat {view.to_act} to act: "
            f"expected card play with seat {view.player} to act"
        )
    held = view.hidden
    for cards in view.known:
        held |= cards
    led = [0, 0, 0]
    for seat, card in zip(view.players_of_plays[::3], view.plays[::3], strict=True):
        led[seat] |= 1 << card
    return CardPlay(
        contract=view.contract,
        level=view.level,
        hand_game=view.hand_game,
        soloist=view.soloist,
        leader=view.leader,
        trick=list(view.trick),
        player=view.player,
        hand=view.hand,
        skat=view.known[3],
        open_hand=view.open_hand,
        gone=~held & 0xFFFFFFFF,
        voids=view.voids,
        led=(led[0], led[1], led[2]),
        soloist_played=view.played[view.soloist],
        points=(view.soloist_points, view.defender_points),
        tricks=(view.soloist_tricks, view.defender_tricks),
        bid=view.bid,
        given_matadors=view.given_matadors,
    )


def true_world(deal: Deal) -> Rows:
    """How the cards really lie, uint32 [1, 4]: for the player that cheats."""
    hands = [deal.hand(seat) for seat in range(3)]
    return np.array([[*hands, deal.skat]], np.uint32)

"""Slow rules of play in several worlds at once, for the tests of the searches over them."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from .skat_endings import Game
from .skat_positions import NULL, Position


class Cell(NamedTuple):
    """A position in one of the worlds; payoffs above the cap count as the cap."""

    hands: tuple[int, int, int]
    leader: int
    trick: tuple[int, ...]
    points: int
    broken: bool
    cap: float = np.inf
    skat: int = 0


class Together:
    """Positions that the player to move, `me`, cannot tell apart."""

    def __init__(
        self, game: Game, worlds: list[Position], objective: str, skats: Sequence[int] = ()
    ) -> None:
        first = worlds[0]
        self.me, self.soloist, self.contract = first.to_move, first.soloist, first.contract
        self.own = frozenset([self.me])
        self.game, self.objective = game, objective
        points = game.points + game.skat_points
        self.cells = [
            Cell(w.hands, w.leader, tuple(w.trick), points, False, skat=skat)
            for w, skat in zip(worlds, skats or [game.skat] * len(worlds), strict=True)
        ]
        self.legal = first.legal()
        self.minimax = cache(self._minimax)

    def position(self, cell: Cell) -> Position:
        return Position(cell.hands, self.contract, self.soloist, cell.leader, list(cell.trick))

    def after(self, cell: Cell, card: int) -> Cell:
        following, won = self.position(cell).play(card)
        broken = cell.broken
        if not following.trick:
            took = following.leader == self.soloist
            broken = broken or took != (self.contract != NULL)
        hands, trick, points = following.hands, tuple(following.trick), cell.points + won
        return Cell(hands, following.leader, trick, points, broken, cell.cap, cell.skat)

    def is_over(self, cell: Cell) -> bool:
        return not any(cell.hands) and not cell.trick

    def mover(self, cell: Cell) -> int:
        return self.position(cell).to_move

    def moves(self, cell: Cell) -> list[int]:
        return self.position(cell).legal()

    def seen(self, cell: Cell) -> tuple[int, int]:
        mover = self.mover(cell)
        knows_skat = mover == self.soloist and not self.game.hand
        return cell.hands[mover], cell.skat if knows_skat else 0

    def friendly(self, seat: int) -> bool:
        return (seat == self.soloist) == (self.me == self.soloist)

    def _minimax(self, cell: Cell) -> float:
        if self.is_over(cell):
            pay = self.game.pay(self.contract, cell.points, not cell.broken, self.objective)
            return pay if self.me == self.soloist else -pay
        here = self.position(cell)
        found = [self.minimax(self.after(cell, card)) for card in here.legal()]
        return max(found) if self.friendly(here.to_move) else min(found)

    def open_hands(self, cell: Cell) -> float:
        return self.minimax(cell._replace(cap=np.inf))

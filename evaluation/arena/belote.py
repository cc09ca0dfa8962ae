"""Belote in the arena: the points that cards lose with open hands, in the whole deal."""

from dataclasses import replace

from vorhand.evaluation.arena.tricks import TricksProfile
from vorhand.games.belote.game import BeloteState
from vorhand.games.belote.rules import HAND
from vorhand.games.belote.view import BeloteView


class BeloteProfile(TricksProfile):
    """Belote, where open hands show who holds king and queen of trumps."""

    cards = HAND

    def known(self, state: BeloteState, seat: int) -> BeloteView:
        """Return a player's view in which belote has been announced, if a player holds it."""
        return replace(BeloteView.of(state, seat), announced=state.belote_seat())


ARENA = BeloteProfile()

"""Worlds in Skat, and a check that at least one exists."""

import itertools
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import NoWorldError, Worlds
from vorhand.games.skat.cards import cards_text
from vorhand.games.skat.view import SkatView

GAMES = ("python_skat",)
PLACES = ("forehand", "middlehand", "rearhand", "the skat")

Rows: TypeAlias = npt.NDArray[np.uint32]
"""Worlds [n, 4]: the three hands and the skat as sets of cards in the current state."""

SkatWorlds: TypeAlias = Worlds[Rows]


def check_consistent(view: SkatView) -> None:
    """Raise NoWorldError, with reasons, if no world agrees with the knowledge (Hall's theorem)."""
    places = [place for place in range(4) if view.hidden_count[place]]
    wanted = sum(view.hidden_count)
    if wanted != view.hidden.bit_count():
        raise NoWorldError(
            f"{view.hidden.bit_count()} hidden cards ({cards_text(view.hidden)}) "
            f"for {wanted} places"
        )
    for size in range(1, len(places) + 1):
        for chosen in itertools.combinations(places, size):
            possible = 0
            for place in chosen:
                possible |= view.possible[place]
            needed = sum(view.hidden_count[place] for place in chosen)
            if possible.bit_count() < needed:
                raise NoWorldError(_contradiction(view, chosen, possible, needed))


def _contradiction(view: SkatView, places: tuple[int, ...], possible: int, needed: int) -> str:
    names = " and ".join(PLACES[place] for place in places)
    shown = "; ".join(
        f"{PLACES[seat]} has shown to hold none of {cards_text(view.voids[seat])}"
        for seat in places
        if seat < 3 and view.voids[seat] & view.hidden
    )
    return (
        f"no world agrees with the play: {names} must hold {needed} hidden cards but may hold "
        f"only {possible.bit_count()} ({cards_text(possible) or 'none'})"
        + (f": {shown}" if shown else "")
    )

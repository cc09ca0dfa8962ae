"""When to end a game before its last card: when all remaining worlds agree.

For players of games with ``claims``. Nothing here guesses: an offer is made, and one that costs
something is accepted, only where no world that the player must reckon with says otherwise, by
open-hand solution.
"""

from __future__ import annotations

import numpy as np

from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_solver
from vorhand.native.skat import AGREE, GIVE_UP, LAY_OPEN, PLAY_ON

MOST_WORLDS = 1000
"""A player with more worlds than this makes no offer, and answers by this many of them."""


def offer(view: SkatView) -> int | None:
    """What the player to act may safely offer now: the soloist, to lay open; None: nothing.

    The rest is the soloist's in every world, whatever the defenders play; in null, no trick is.
    """
    if LAY_OPEN not in view.offers or view.worlds().count > MOST_WORLDS:
        return None
    return LAY_OPEN if rest_is_soloists(view) else None


def answer(view: SkatView) -> int:
    """Whether the defender to whom an offer is made agrees.

    To a soloist who gives up, always; to one who claims the rest, and to a partner who gives up,
    if the rest is the soloist's in every world.

    Raises:
        ValueError: nothing is offered.
    """
    pending = view.offer
    if pending is None:
        raise ValueError("answer: nothing is offered")
    seat, what = pending
    if what == GIVE_UP and seat == view.soloist:
        return AGREE
    return AGREE if rest_is_soloists(view) else PLAY_ON


def rest_is_soloists(view: SkatView) -> bool:
    """Whether open-hand play gives the soloist all tricks left (null: none) in every world."""
    worlds = np.ascontiguousarray(view.worlds().distinct(0, MOST_WORLDS, 0)[:, :3])
    question = "value" if view.contract == NULL else "takes_all"
    values, _, _ = skat_solver.solve(
        worlds, view.contract, view.soloist, view.leader, list(view.trick), question
    )
    return bool(np.all(np.asarray(values) == 1))

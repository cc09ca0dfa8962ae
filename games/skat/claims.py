"""The end of a game before its last card, if all consistent worlds agree on the result.

It serves players of games with ``claims``. An offer is made, or accepted at a cost, only if the
open-hand solution confirms it in every world that is examined.
"""

import numpy as np

from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_solver
from vorhand.native.errors import InputError
from vorhand.native.skat import AGREE, GIVE_UP, KONTRA, LAY_OPEN, PLAY_ON

MOST_WORLDS = 1000
"""A player with more worlds makes no offer, and examines only this many for an answer."""


def offer(view: SkatView) -> int | None:
    """Return `LAY_OPEN` if the player to act is a soloist who can safely claim the rest, else None.

    The claim is safe if the soloist takes all remaining tricks in every world against any defence;
    in null, if the soloist takes none of them. More than `MOST_WORLDS` worlds are not examined, and
    give no claim. Nor is there one with Spitze, since taking all tricks does not prove that the
    lowest trump takes the last one.
    """
    if LAY_OPEN not in view.offers or view.spitze_announced or view.worlds().count > MOST_WORLDS:
        return None
    return LAY_OPEN if rest_is_soloists(view) else None


def answer(view: SkatView) -> int:
    """Answer an offer to end the game, as a defender; raise ValueError if there is none.

    A soloist's giving up is always accepted. A soloist's claim of the rest, or a partner's giving
    up, is accepted if the rest is the soloist's in every world. With Spitze neither is accepted,
    because that would grant the soloist the last trick with the lowest trump.
    """
    pending = view.offer
    if pending is None or pending[1] == KONTRA:
        raise InputError("answer: no offer to end the game")
    seat, what = pending
    if what == GIVE_UP and seat == view.soloist:
        return AGREE
    return PLAY_ON if view.spitze_announced or not rest_is_soloists(view) else AGREE


def rest_is_soloists(view: SkatView) -> bool:
    """Return whether the soloist gets all tricks left (null: none) with open hands in every world.

    If there are more than `MOST_WORLDS`, only that many are examined.
    """
    worlds = np.ascontiguousarray(view.worlds().distinct(0, MOST_WORLDS, 0)[:, :3])
    question = "value" if view.contract == NULL else "takes_all"
    values, _, _ = skat_solver.solve(
        worlds, view.contract, view.soloist, view.leader, list(view.trick), question
    )
    return bool(np.all(np.asarray(values) == 1))

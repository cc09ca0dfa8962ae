"""How Belote fits into the frame: worlds, what they are worth, who calls."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.belote.rule import GAMES
from vorhand.agents.montecarlo import ties  # noqa: F401  (it registers)
from vorhand.agents.montecarlo.frame import Belief, Evaluator, Floats
from vorhand.agents.montecarlo.part import GamePart
from vorhand.agents.montecarlo.presets import register_presets
from vorhand.agents.registry import Range, announce_own_views, belief, evaluator
from vorhand.agents.spec import Spec
from vorhand.agents.tricks.open_hands import error_allowing, open_hand, played_out, uniform
from vorhand.games.belote.rules import LEAST_POINTS, MOST_POINTS, Contract, belote
from vorhand.games.belote.view import BeloteView

Threads: TypeAlias = Annotated[int, Range(1, 256)]


def view_of(state: pyspiel.State, player: int) -> BeloteView:
    """What a player knows of a state."""
    view: BeloteView = state.view(player)
    return view


@belief("uniform", games=GAMES)
def _uniform() -> Belief:
    """All worlds that agree with the hard facts, equally likely."""
    return uniform


@evaluator("open_hand", games=GAMES)
def _open_hand(*, threads: Threads = 1) -> Evaluator:
    """The score of the own side less the other's, exact with all cards open."""
    return open_hand(_outcomes, threads)


@evaluator("played_out", games=GAMES)
def _played_out(*, threads: Threads = 1) -> Evaluator:
    """The rest played by compiled rules of thumb, which see no hidden cards."""
    return played_out(_outcomes, threads)


@evaluator("error_allowing", games=GAMES, tells=("m", "p", "a"))
def _error_allowing(*, depth: Annotated[int, Range(0, 8)] = 1, threads: Threads = 1) -> Evaluator:
    """Error-allowing minimax (Wisser); depth: turns of the other side at which errors count."""
    return error_allowing(_outcomes, depth, threads)


def _outcomes(view: BeloteView) -> tuple[Floats, int]:
    """Scores by the contract; belote counts where it is known, as it is the same for all moves."""
    assert view.contract is not None
    own = (view.player - view.contract.taker) % 2 == 0
    return scores_by_points(view.contract, _belote_side(view)) * (1 if own else -1), LEAST_POINTS


def scores_by_points(contract: Contract, belote_side: int) -> Floats:
    """The score of the taker's side less the other's, [points from -90 to 252]."""
    pairs = [contract.scores(p, belote_side) for p in range(LEAST_POINTS, MOST_POINTS + 1)]
    return np.array([own - other for own, other in pairs], np.float64)


def _belote_side(view: BeloteView) -> int:
    assert view.contract is not None
    both, holder = belote(view.contract.trump), view.announced
    if view.hand & both == both:
        holder = view.player
    return -1 if holder < 0 else (holder - view.contract.taker) % 2


PART = GamePart(
    view=view_of,
    belief=lambda worlds: Spec("uniform"),
    worlds={"": 10, "iimc": 200, "ppp": 6, "pvp": 6},
    by_worlds=lambda view: view.phase == "play",
    bidder=Spec("rule"),
    bidders=("rule",),
)

announce_own_views(GAMES)
register_presets(PART, GAMES)

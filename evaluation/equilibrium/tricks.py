"""Games that use the engine for trick-taking games, and positions in these games."""

import random

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.equilibrium.properties import plausible_deal
from vorhand.evaluation.equilibrium.subjects import subject_of, usual_subjects
from vorhand.games.packs import part
from vorhand.native.tricks import Play


def engine_games() -> list[str]:
    """Return the subjects whose card play uses the engine."""
    return [name for name in usual_subjects() if position(name, 0) is not None]


def position(
    name: str, seed: int, cards: int = 99, worlds: int = 1
) -> tuple[Play, npt.NDArray[np.uint64]] | None:
    """Return a position of random play after plausible calls; the seed determines both.

    The position is the first in which the player to act holds at most ``cards`` cards; the play is
    what this player sees, and the worlds are uint64 [n, seats]. Return None if the game's card play
    is not the engine's, or if the deal has no such position.
    """
    target, rng = subject_of(name), random.Random(seed)
    known = part(target.game.get_type().short_name, "agents")
    state = plausible_deal(target, rng)
    while known is not None and not state.is_terminal():
        view = known.view(state, state.current_player())
        if not isinstance(getattr(view, "play", None), Play):
            return None
        if view.play.cards_left(view.play.player) <= cards:
            return view.play, view.worlds(worlds, seed)
        state.apply_action(rng.choice(state.legal_actions()))
    return None

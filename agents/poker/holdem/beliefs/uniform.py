"""The belief at hold'em that ignores the betting."""

import numpy as np

from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.poker.holdem.hands import dealt
from vorhand.agents.poker.holdem.view import HoldemView
from vorhand.agents.poker.holdem.worlds import GAMES, HoldemWorlds
from vorhand.agents.registry import belief


def uniform(view: HoldemView, n: int, seed: int) -> HoldemWorlds:
    """Draw the opponent's cards and the rest of the board, ignoring the betting."""
    rng = np.random.default_rng(seed)
    unseen = dealt([*view.hole, *view.board], 7 - len(view.board), n, rng)
    board = np.broadcast_to(np.array(view.board, np.int8), (n, len(view.board)))
    rows = np.hstack([unseen[:, :2], board, unseen[:, 2:]])
    return Worlds(rows, np.full(n, 1 / n), None, seed)


@belief("uniform", games=GAMES, endless=True)
def _uniform() -> Belief:
    """Draw the opponent's cards and the rest of the board, all equally likely."""
    return uniform

"""A belief that cheats by knowing the true world: an upper bound on inference."""

from typing import Annotated

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.registry import BeliefSpec, Range, belief, make
from vorhand.agents.skat.beliefs.densities import Floats, density
from vorhand.agents.skat.open_view import truth_of
from vorhand.agents.skat.worlds import Rows, SkatWorlds
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView


class Peek:
    """A belief with the true world mixed in."""

    def __init__(self, share: float, base: Belief) -> None:
        self._share = share
        self._base = density(base)

    def __call__(self, view: SkatView, n: int, seed: int) -> SkatWorlds:
        """Draw ``n`` worlds of the base, add the true one if missing, and raise its weight."""
        worlds, truth = self._base(view, n, seed), np.array(truth_of(view), np.uint32)
        weights = (1 - self._share) * worlds.weights
        same = (worlds.rows == truth).all(axis=1)
        rows = worlds.rows
        if same.any():
            weights[same] += self._share / same.sum()
        else:
            place = int(np.random.default_rng(seed).integers(len(rows) + 1))
            rows = np.insert(rows, place, truth, axis=0)
            weights = np.insert(weights, place, self._share)
        possible = weights > 0
        return Worlds(rows[possible], weights[possible], worlds.possible, seed)

    def log_probability(self, view: SkatView, rows: Rows) -> Floats:
        """Return the logarithm of the probability of each world under the mixture."""
        true = (rows == np.array(truth_of(view), np.uint32)).all(axis=1)
        with np.errstate(divide="ignore"):
            mixed = np.log1p(-self._share) + self._base.log_probability(view, rows)
            return np.asarray(np.logaddexp(mixed, np.log(self._share * true)))

    def marginals(self, view: SkatView) -> Floats:
        """Return the probability of each card in each place under the mixture, [32, 4]."""
        bits = (
            np.array(truth_of(view), np.uint32)[None, :] >> np.arange(32, dtype=np.uint32)[:, None]
        )
        mixed = (1 - self._share) * self._base.marginals(view) + self._share * (bits & 1)
        return np.asarray(mixed)


@belief("peek", games=("python_skat",), sees_hidden_cards=True)
def _peek(
    game: pyspiel.Game,
    seed: int,
    *,
    share: Annotated[float, Range(0, 1)] = 0.5,
    belief: BeliefSpec = Spec("uniform"),
) -> Belief:
    """Cheat: give the true world this share of the weight."""
    return Peek(share, make("belief", belief, game, seed))

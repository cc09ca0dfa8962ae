"""Beliefs that can compute the probability of any world as well as draw worlds.

Probabilities that are products over the cards are exact (`ByCards`). A weight of whole worlds, such
as the probability of the bids given the hands, is applied by importance sampling (`Weighted`).
`Cautious` makes sure that no possible world becomes almost impossible.
"""

import math
from collections.abc import Callable
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.checks import PartError, check_worlds
from vorhand.agents.montecarlo.frame import Belief, NoWorldError, Worlds
from vorhand.agents.skat.worlds import PLACES, Rows, SkatWorlds, check_consistent
from vorhand.games.skat.cards import card_name
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import WeightedWorlds

Floats: TypeAlias = npt.NDArray[np.float64]
CardWeights: TypeAlias = Callable[[SkatView], Floats]
"""A function from a view to the weights of cards in places, [32, 4]; only a row's ratios matter."""

LogWeight: TypeAlias = Callable[[SkatView, Rows], Floats]
"""A function from a view and worlds to the logarithms of their weights, [n]; -inf: impossible."""

_SAMPLE = 640  # number of worlds drawn from a belief that cannot compute probabilities
_GOLDEN = (5**0.5 - 1) / 2


@runtime_checkable
class Density(Protocol):
    """A belief that can compute the probability of each world."""

    def __call__(self, view: SkatView, n: int, seed: int, /) -> SkatWorlds:
        """Draw worlds, as any belief does."""

    def log_probability(self, view: SkatView, rows: Rows, /) -> Floats:
        """Return the natural logarithm of the probability of each world [n]; -inf if impossible."""

    def marginals(self, view: SkatView, /) -> Floats:
        """Return the probability of each card in each place, [32, 4]; 0 for cards played."""


class Uniform:
    """All worlds that agree with the hard facts, equally likely and without repetition."""

    def __call__(self, view: SkatView, n: int, seed: int) -> SkatWorlds:
        """Return the first ``n`` worlds of a pseudo-random order that depends on the seed."""
        check_consistent(view)
        worlds = view.worlds()
        rows = np.asarray(worlds.distinct(0, n, seed))
        return Worlds(rows, np.full(len(rows), 1 / len(rows)), int(worlds.count), seed)

    def log_probability(self, view: SkatView, rows: Rows) -> Floats:
        """Return the same value for every possible world; -inf for an impossible one."""
        worlds = view.worlds()
        inside = np.array([worlds.contains(row.tolist()) for row in rows], bool)
        return np.where(inside, -np.log(float(worlds.count)), -np.inf)

    def marginals(self, view: SkatView) -> Floats:
        """Return the probability of each card in each place, [32, 4]; 0 for cards played."""
        return np.asarray(WeightedWorlds(view.worlds(), np.ones((32, 4))).marginals())


uniform = Uniform()


class ByView:
    """Base class of beliefs that choose one of several beliefs by the player's knowledge."""

    def belief(self, view: SkatView) -> Density:
        """Return the belief to use in this view."""
        raise NotImplementedError

    def seen(self, view: SkatView) -> SkatView:
        """Return the view in which this belief is evaluated."""
        return view

    def __call__(self, view: SkatView, n: int, seed: int) -> SkatWorlds:
        """Draw up to ``n`` worlds; raise NoWorldError if there are none."""
        return self.belief(view)(self.seen(view), n, seed)

    def log_probability(self, view: SkatView, rows: Rows) -> Floats:
        """Return the natural logarithm of the probability of each world [n]; -inf if impossible."""
        return self.belief(view).log_probability(self.seen(view), rows)

    def marginals(self, view: SkatView) -> Floats:
        """Return the probability of each card in each place, [32, 4]; 0 for cards played."""
        return self.belief(view).marginals(self.seen(view))


class ByCards:
    """Worlds with probabilities proportional to the product of their cards' weights.

    Equation 1 of Solinas, Rebstock and Buro (AAAI 2019), over exactly the worlds that agree with
    the hard facts; nothing is approximated.
    """

    def __init__(self, weights: CardWeights) -> None:
        self._weights = weights

    def table(self, view: SkatView) -> WeightedWorlds:
        """Return the weighted worlds as an object of the compiled core.

        Raises:
            NoWorldError: there are none.
            InvalidWeightsError: a weight is negative or not a number, or all worlds have weight 0.
        """
        check_consistent(view)
        return WeightedWorlds(view.worlds(), np.ascontiguousarray(self._weights(view)))

    def __call__(self, view: SkatView, n: int, seed: int) -> SkatWorlds:
        """Draw up to ``n`` different worlds; stop early if the rest has almost no weight."""
        table = self.table(view)
        count = int(view.worlds().count)
        rows, weights = table.distinct(min(n, count), seed)
        return Worlds(np.asarray(rows), np.asarray(weights), count, seed)

    def log_probability(self, view: SkatView, rows: Rows) -> Floats:
        """Return the exact natural logarithm of the probability of each world [n]."""
        return np.asarray(self.table(view).log_probability(np.ascontiguousarray(rows)))

    def marginals(self, view: SkatView) -> Floats:
        """Return the probability of each card in each place, [32, 4]; 0 for cards played."""
        return np.asarray(self.table(view).marginals())


class Cautious:
    """A belief mixed with a share of the uniform belief.

    The probability of a world is then at least ``caution`` times its probability under the uniform
    belief, and at least ``1 - caution`` times its probability under the belief.
    """

    def __init__(self, belief: Density, caution: float) -> None:
        self._belief, self._caution = belief, caution

    def __call__(self, view: SkatView, n: int, seed: int) -> SkatWorlds:
        """Draw ``n`` worlds from both beliefs by their shares, or all if at most ``n`` exist."""
        rng = np.random.default_rng(seed)
        alike = math.floor(n * self._caution + rng.random())
        count = int(view.worlds().count)
        if count <= n:
            rows = uniform(view, n, seed).rows
            return Worlds(rows, np.exp(self.log_probability(view, rows)), count, seed)
        parts = [
            (belief(view, worlds, seed), worlds / n)
            for belief, worlds in ((self._belief, n - alike), (uniform, alike))
            if worlds
        ]
        rows = np.concatenate([part.rows for part, _ in parts])
        weights = np.concatenate([part.weights * share for part, share in parts])
        rows, weights = _merged(rows, weights)
        order = rng.permutation(len(rows))
        return Worlds(rows[order], weights[order], count, seed)

    def log_probability(self, view: SkatView, rows: Rows) -> Floats:
        """Return the natural logarithm of the probability of each world [n]; -inf if impossible."""
        with np.errstate(divide="ignore"):
            believed = np.log1p(-self._caution) + self._belief.log_probability(view, rows)
            alike = np.log(self._caution) + uniform.log_probability(view, rows)
        return np.asarray(np.logaddexp(believed, alike))

    def marginals(self, view: SkatView) -> Floats:
        """Return the probability of each card in each place, [32, 4]; 0 for cards played."""
        believed, alike = self._belief.marginals(view), uniform.marginals(view)
        return (1 - self._caution) * believed + self._caution * alike


def _merged(rows: Rows, weights: Floats) -> tuple[Rows, Floats]:
    """Merge equal worlds and add their weights; `np.unique` takes ten times as long."""
    order = np.lexsort(rows.T[::-1])
    rows, weights = rows[order], weights[order]
    first = np.ones(len(rows), bool)
    first[1:] = (rows[1:] != rows[:-1]).any(1)
    return rows[first], np.asarray(np.add.reduceat(weights, np.flatnonzero(first)))


class Weighted:
    """A belief whose worlds get new weights (importance sampling).

    A pool of worlds is drawn from the base belief, and the weight of each world in it is multiplied
    by a factor of its own. Worlds are then drawn from the pool by weight. If no more
    worlds are possible than requested, all of positive weight are returned with their weights.

    Args:
        log_weight: the logarithm of the factor for each world's weight.
        base: the belief that draws the worlds.
        pool: the number of worlds drawn from the base; if at most this many are possible, the
            belief is exact.
        floor: the share of the base that is mixed in, so that a world that the weights make almost
            impossible stays possible.
    """

    def __init__(
        self,
        log_weight: LogWeight,
        base: Density = uniform,
        *,
        pool: int = 4096,
        floor: float = 0.0,
    ) -> None:
        self._log_weight = log_weight
        self._base = base
        self._size = pool
        self._floor = floor

    def pool(self, view: SkatView, n: int, seed: int) -> tuple[SkatWorlds, float]:
        """Return the weighted pool, and the logarithm of the mean factor over the base belief.

        The base draws at least n worlds. The `effective_size` of the pool takes the weights into
        account.

        Raises:
            NoWorldError: there are no worlds, or their weights are not numbers, or all 0.
        """
        drawn = self._base(view, max(self._size, n), seed)
        weights, log_mean = self._weigh(drawn.weights, self._log_weight(view, drawn.rows))
        return Worlds(drawn.rows, weights, drawn.possible, seed), log_mean

    def __call__(self, view: SkatView, n: int, seed: int) -> SkatWorlds:
        """Draw ``n`` times by weight; a world drawn k times gets k times the weight."""
        pool, _ = self.pool(view, n, seed)
        if pool.possible is not None and pool.possible <= n:
            possible = pool.weights > 0
            return Worlds(pool.rows[possible], pool.weights[possible], pool.possible, seed)
        # Draws by a low-discrepancy sequence; the worlds stay in the order of the pool.
        places = (np.arange(n) * _GOLDEN + 0.5) % 1
        drawn = np.searchsorted(np.cumsum(pool.weights), places).clip(max=len(pool) - 1)
        worlds, times = np.unique(drawn, return_counts=True)
        return Worlds(pool.rows[worlds], times / n, pool.possible, seed)

    def log_probability(self, view: SkatView, rows: Rows) -> Floats:
        """Return log-probabilities; exact if the pool has all worlds, else estimated from it."""
        _, log_mean = self.pool(view, 1, view.digest())
        base = self._base.log_probability(view, rows)
        if log_mean == -np.inf:
            return base
        with np.errstate(divide="ignore"):
            above = np.log1p(-self._floor) + self._log_weight(view, rows) - log_mean
            return np.asarray(base + np.logaddexp(above, np.log(self._floor)))

    def marginals(self, view: SkatView) -> Floats:
        """Return the probability of each card in each place in the pool, [32, 4]."""
        return marginals_of(self.pool(view, 1, view.digest())[0])

    def _weigh(self, base: Floats, logs: Floats) -> tuple[Floats, float]:
        logs = np.asarray(logs, np.float64)
        if logs.shape != base.shape or np.isnan(logs).any() or (logs == np.inf).any():
            raise NoWorldError(
                f"logarithms of weights of shape {logs.shape}, greatest {logs.max(initial=-np.inf)}"
                f": expected {len(base)} numbers below infinity"
            )
        top = float(logs.max())
        if top == -np.inf:
            if not self._floor:
                raise NoWorldError(f"weights of {len(base)} worlds: all are 0")
            return base, -np.inf
        weights = base * np.exp(logs - top)
        total = float(weights.sum())
        mixed = (1 - self._floor) * weights / total + self._floor * base
        return mixed, top + float(np.log(total))


def marginals_of(worlds: SkatWorlds) -> Floats:
    """Compute the probability of each card in each place from weighted worlds, [32, 4]."""
    bits = worlds.rows[:, None, :] >> np.arange(32, dtype=np.uint32)[None, :, None] & 1
    return np.asarray(np.tensordot(worlds.weights, bits, 1))


class Sampled:
    """A density for a belief that can only draw worlds, estimated card by card.

    The probability of each card in each place is counted in `_SAMPLE` worlds drawn from the belief,
    plus one world that stands for the uniform belief. The probability of a world follows as in
    `ByCards`. The belief's knowledge about combinations of cards is lost.
    """

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self._cards = ByCards(self.marginals)

    def __call__(self, view: SkatView, n: int, seed: int) -> SkatWorlds:
        """Draw worlds of the belief; raise PartError if they are not valid."""
        worlds = self._belief(view, n, seed)
        check_worlds(worlds)
        return worlds

    def log_probability(self, view: SkatView, rows: Rows) -> Floats:
        """Return the log-probability of each world [n], from the marginals of its cards."""
        return self._cards.log_probability(view, rows)

    def marginals(self, view: SkatView) -> Floats:
        """Count the cards in worlds drawn from the belief, [32, 4]."""
        worlds = self(view, _SAMPLE, view.digest())
        counted, uniform_marginals = marginals_of(worlds), uniform.marginals(view)
        impossible = np.argwhere((counted > 0) & (uniform_marginals == 0))
        if len(impossible):
            card, place = (int(number) for number in impossible[0])
            raise PartError(
                f"belief: puts {card_name(card)} in {PLACES[place]}, in {counted[card, place]:.1%} "
                "of its worlds: expected nowhere that the player knows it not to be"
            )
        size = worlds.effective_size
        return np.asarray((size * counted + uniform_marginals) / (size + 1))


def density(belief: Belief) -> Density:
    """Return the belief itself if it can compute a world's probability, else `Sampled`."""
    return belief if isinstance(belief, Density) else Sampled(belief)

"""Beliefs at Skat: which worlds a player thinks possible, and how likely each is."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Annotated, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.registry import Range, belief
from vorhand.games.skat.cards import cards_text
from vorhand.games.skat.contracts import NULL, OUVERT
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import hand_chances

_HAND_SIZE = 10
_POOL = 4096  # worlds drawn uniformly, from which those by weight are taken
_TINY = 1e-200
_GOLDEN = (5**0.5 - 1) / 2
_PLACES = ("forehand", "middlehand", "rearhand", "the skat")


class NoWorldError(ValueError):
    """What a player knows contradicts itself; says which observations do."""


SkatWorlds: TypeAlias = Worlds[npt.NDArray[np.uint32]]
"""Rows are uint32 [n, 4], the three hands and the skat as sets of cards."""
Likelihood: TypeAlias = Callable[[SkatView, npt.NDArray[np.uint32]], npt.NDArray[np.float64]]


def uniform(view: SkatView, n: int, seed: int) -> SkatWorlds:
    """All worlds that agree with the hard facts, equally likely, none drawn twice.

    Raises:
        NoWorldError: there are none.
    """
    check_consistent(view)
    worlds = view.worlds()
    rows = np.asarray(worlds.distinct(0, n, seed))
    return Worlds(rows, np.full(len(rows), 1 / len(rows)), int(worlds.count), seed)


def weighted(likelihood: Likelihood) -> Belief:
    """Worlds drawn uniformly and weighted by ``likelihood(view, rows)``, non-negative [n].

    Worlds of weight 0 are left out.

    Raises (when asked for worlds):
        NoWorldError: no world drawn has a positive weight, or one is not a number.
    """

    def weigh(view: SkatView, n: int, seed: int) -> SkatWorlds:
        drawn = uniform(view, n, seed)
        weights = np.asarray(likelihood(view, drawn.rows), np.float64)
        if weights.shape != drawn.weights.shape or not (weights >= 0).all():
            raise NoWorldError(
                f"weights of shape {weights.shape}, least {weights.min(initial=0)}: "
                f"expected {len(drawn.rows)} numbers of at least 0"
            )
        total = weights.sum()
        if not 0 < total < np.inf:
            raise NoWorldError(f"weights of {len(weights)} worlds add up to {total}")
        possible = weights > 0
        return Worlds(drawn.rows[possible], weights[possible] / total, drawn.possible, seed)

    return weigh


def declared(trust: float = 2.0) -> Belief:
    """Worlds in which the soloist has cards for the declaration, for the defenders.

    The weight of a world is a power of the chance that the rule player gives the soloist's
    cards in the contract declared. `n` draws are made by weight from a pool drawn uniformly, and
    a world drawn several times counts as often; where there are no more than `n`, all are taken
    with their weights. The soloist reckons as `uniform` does, and so does everyone where the
    hand as declared is not known to have ten cards.

    Args:
        trust: the power; 0 makes all worlds alike.

    Raises (when asked for worlds):
        NoWorldError: there are none.
    """

    def weigh(view: SkatView, n: int, seed: int) -> SkatWorlds:
        soloist = view.soloist
        shown = (view.known[soloist] | view.played[soloist]).bit_count()
        whole = shown + view.hidden_count[soloist]
        if view.contract < 0 or view.is_soloist or whole != _HAND_SIZE:
            return uniform(view, n, seed)
        pool = uniform(view, max(_POOL, n), seed)
        weights = _powers(_hand_chances(view, pool.rows), trust)
        weights /= weights.sum()
        assert pool.possible is not None
        if pool.possible <= n:
            some = weights > 0
            return Worlds(pool.rows[some], weights[some], pool.possible, seed)
        # By a sequence of low discrepancy. Those drawn are left in the order of the pool.
        places = (np.arange(n) * _GOLDEN + 0.5) % 1
        drawn = np.searchsorted(np.cumsum(weights), places).clip(max=len(pool) - 1)
        worlds, times = np.unique(drawn, return_counts=True)
        return Worlds(pool.rows[worlds], times / n, pool.possible, seed)

    return weigh


def _powers(chances: npt.NDArray[np.float64], trust: float) -> npt.NDArray[np.float64]:
    """Powers in their proportions, also where they are too small to be told from 0."""
    powers = chances**trust
    if powers.max() < _TINY:
        powers = (chances / chances.max()) ** trust
    return np.asarray(powers)


def _hand_chances(view: SkatView, rows: npt.NDArray[np.uint32]) -> npt.NDArray[np.float64]:
    """The rule player's chance to win as declared, by the soloist's cards in each world."""
    soloist = view.soloist
    hands = rows[:, soloist] | np.uint32(view.played[soloist])
    skats = rows[:, 3] if not view.hand_game else np.zeros(len(rows), np.uint32)
    chances = hand_chances(
        view.contract,
        hands,
        np.ascontiguousarray(skats),
        soloist == 0,
        view.contract == NULL and view.level == OUVERT,
    )
    return np.asarray(chances, np.float64)[:, 0]


@belief("uniform", games=("python_skat",))
def _uniform() -> Belief:
    """All worlds that agree with the hard facts, equally likely."""
    return uniform


@belief("declared", games=("python_skat",))
def _declared(*, trust: Annotated[float, Range(0, 100)] = 2.0) -> Belief:
    """Defenders expect soloists to have the cards for their declaration."""
    return declared(trust)


def check_consistent(view: SkatView) -> None:
    """Raises `NoWorldError` naming the observations that leave no world (Hall's theorem)."""
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
    names = " and ".join(_PLACES[place] for place in places)
    shown = "; ".join(
        f"{_PLACES[seat]} has shown to hold none of {cards_text(view.voids[seat])}"
        for seat in places
        if seat < 3 and view.voids[seat] & view.hidden
    )
    return (
        f"no world agrees with the play: {names} must hold {needed} hidden cards but may hold "
        f"only {possible.bit_count()} ({cards_text(possible) or 'none'})"
        + (f": {shown}" if shown else "")
    )

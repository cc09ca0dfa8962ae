"""The belief at Skat that soloists have the cards for their declaration."""

from typing import Annotated, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.registry import Range, belief
from vorhand.agents.skat.beliefs.densities import (
    ByView,
    Density,
    Floats,
    LogWeight,
    Weighted,
    uniform,
)
from vorhand.agents.skat.worlds import Rows
from vorhand.games.skat.contracts import NULL, OUVERT
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import hand_chances

Cards: TypeAlias = npt.NDArray[np.uint32]
"""An array of sets of cards [n]."""

_HAND_SIZE = 10
_TINY = 1e-300


class OfDeclared(ByView):
    """The defenders' inference that the soloist has the cards for the declared game.

    The defenders draw worlds from the base belief and reweight them (see `Weighted`). The base
    belief is used unchanged by the soloist, by all players before the declaration, and by defenders
    who do not know all plays of the soloist.
    """

    def __init__(self, log_weight: LogWeight, base: Density, pool: int = 4096) -> None:
        self._base = base
        self._weighted = Weighted(log_weight, base, pool=pool)

    def belief(self, view: SkatView) -> Density:
        """Return the belief weighted by the declaration, or the base belief."""
        soloist = view.soloist
        shown = (view.known[soloist] | view.played[soloist]).bit_count()
        whole = shown + view.hidden_count[soloist]
        informative = view.contract >= 0 and not view.is_soloist and whole == _HAND_SIZE
        return self._weighted if informative else self._base


class Declared(OfDeclared):
    """A belief weighted by a power of the rule player's estimate of the soloist's chance to win."""

    def __init__(self, trust: float = 2.0) -> None:
        self._trust = trust
        super().__init__(self._log_weight, uniform)

    def _log_weight(self, view: SkatView, rows: Rows) -> Floats:
        return np.asarray(self._trust * np.log(np.maximum(_hand_chances(view, rows), _TINY)))


def _hand_chances(view: SkatView, rows: Rows) -> Floats:
    """Estimate, as the rule player does, the chance to win the plain game in each world."""
    hands, aways = declared_with(view, rows)
    ouvert = view.contract == NULL and view.level == OUVERT
    chances = hand_chances(view.contract, hands, aways, view.soloist == 0, ouvert)
    return np.asarray(chances, np.float64)[:, 0]


def declared_with(view: SkatView, rows: Rows) -> tuple[Cards, Cards]:
    """Return the soloist's ten cards [n] and discards [n], which are 0 in a hand game."""
    hands = rows[:, view.soloist] | np.uint32(view.played[view.soloist])
    aways = np.zeros(len(rows), np.uint32) if view.hand_game else np.ascontiguousarray(rows[:, 3])
    return hands, aways


@belief("declared", games=("python_skat",))
def _declared(*, trust: Annotated[float, Range(0, 100)] = 2.0) -> Belief:
    """Let defenders expect soloists to have the cards for their declaration."""
    return Declared(trust)

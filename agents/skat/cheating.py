"""Beliefs that cheat: upper bounds on what inference could gain, not for real play.

The view of a player with such a belief shows how the cards lie (`OpenView`); the belief uses part
of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Literal, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import BeliefSpec, Range, belief, make
from vorhand.agents.skat.densities import Floats, density
from vorhand.agents.skat.rule import view_of
from vorhand.agents.skat.worlds import Rows, SkatWorlds
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView, places_of

ToldCards: TypeAlias = Literal["partner", "skat", "all"]

_SKAT = 3
_DEFAULT = Spec("uniform")


@dataclass(frozen=True, slots=True)
class OpenView(SkatView):
    """What a player knows who has seen all hands.

    Attributes:
        truth: the three hands and the skat as they are now.
    """

    truth: tuple[int, ...] = ()


def opened(view: SkatView, truth: Sequence[int]) -> OpenView:
    """The view of a player who is shown how the cards lie: three hands and the skat."""
    known = {field.name: getattr(view, field.name) for field in fields(SkatView)}
    return OpenView(**known, truth=tuple(truth))


def open_view(state: pyspiel.State, player: int) -> OpenView:
    """The view of a player, and how the cards lie."""
    hands = [state.deal.hand(seat) for seat in range(3)]
    return opened(view_of(state, player), [*hands, state.deal.skat])


def _truth(view: SkatView) -> tuple[int, ...]:
    if not isinstance(view, OpenView):
        raise AgentError(
            "a belief that sees hidden cards: expected a bot that is given the whole "
            "state, not a view alone"
        )
    return view.truth


def told_view(view: SkatView, what: ToldCards) -> SkatView:
    """The view of a player who is also told the partner's hand, the skat, or all cards.

    Soloists have no partner: they are told no hand unless they are told all cards.

    Raises:
        AgentError: the view does not show how the cards lie.
    """
    truth = _truth(view)
    places = {
        "partner": [seat for seat in range(3) if seat not in (view.player, view.soloist)],
        "skat": [_SKAT],
        "all": [0, 1, 2, _SKAT],
    }[what]
    if view.soloist < 0 or (what == "partner" and view.is_soloist):
        places = []
    known, count, possible = list(view.known), list(view.hidden_count), list(view.possible)
    hidden = view.hidden
    for place in places:
        known[place], count[place], possible[place] = truth[place], 0, 0
        hidden &= ~truth[place]
    return replace(
        view,
        hidden=hidden,
        known=places_of(known),
        hidden_count=places_of(count),
        possible=places_of([cards & hidden for cards in possible]),
    )


class PartlyTold:
    """The belief of a player who is told some of the cards.

    Args:
        what: which cards the player is told.
        base: the belief about the other cards.
    """

    def __init__(self, what: ToldCards, base: Belief) -> None:
        self._what: ToldCards = what
        self._base = density(base)

    def __call__(self, view: SkatView, n: int, seed: int) -> SkatWorlds:
        """Worlds that agree with what the player is told."""
        return self._base(told_view(view, self._what), n, seed)

    def log_probability(self, view: SkatView, rows: Rows) -> Floats:
        """That of the base; -inf for worlds ruled out by what the player is told."""
        return self._base.log_probability(told_view(view, self._what), rows)

    def marginals(self, view: SkatView) -> Floats:
        """Probability of each card to lie in each place, [32, 4]; 0 for cards played."""
        return self._base.marginals(told_view(view, self._what))


class Peek:
    """A belief with the true world mixed in.

    Args:
        share: the true world's share of the weight; the base has the rest.
        base: the belief that it is mixed into.
    """

    def __init__(self, share: float, base: Belief) -> None:
        self._share = share
        self._base = density(base)

    def __call__(self, view: SkatView, n: int, seed: int) -> SkatWorlds:
        """``n`` worlds of the base, and the true one, at a random place."""
        worlds, truth = self._base(view, n, seed), np.array(_truth(view), np.uint32)
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
        """That of the mixture."""
        true = (rows == np.array(_truth(view), np.uint32)).all(axis=1)
        with np.errstate(divide="ignore"):
            mixed = np.log1p(-self._share) + self._base.log_probability(view, rows)
            return np.asarray(np.logaddexp(mixed, np.log(self._share * true)))

    def marginals(self, view: SkatView) -> Floats:
        """Those of the mixture, [32, 4]."""
        bits = np.array(_truth(view), np.uint32)[None, :] >> np.arange(32, dtype=np.uint32)[:, None]
        mixed = (1 - self._share) * self._base.marginals(view) + self._share * (bits & 1)
        return np.asarray(mixed)


@belief("told", games=("python_skat",), sees_hidden_cards=True)
def _told(
    game: pyspiel.Game, seed: int, *, what: ToldCards = "partner", belief: BeliefSpec = _DEFAULT
) -> Belief:
    """Cheats: is told the partner's hand, the skat, or all cards; an upper bound."""
    return PartlyTold(what, make("belief", belief, game, seed))


@belief("peek", games=("python_skat",), sees_hidden_cards=True)
def _peek(
    game: pyspiel.Game,
    seed: int,
    *,
    share: Annotated[float, Range(0, 1)] = 0.5,
    belief: BeliefSpec = _DEFAULT,
) -> Belief:
    """Cheats: the true world has this share of the weight."""
    return Peek(share, make("belief", belief, game, seed))

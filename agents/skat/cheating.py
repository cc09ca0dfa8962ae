"""Beliefs that cheat: upper bounds on what inference could gain, not for real play.

The view of a player with such a belief shows all cards (`OpenView`); the belief uses part of them.
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
    """The knowledge of a player who has seen all hands.

    Attributes:
        truth: the three hands and the skat in the current state.
    """

    truth: tuple[int, ...] = ()


def opened(view: SkatView, truth: Sequence[int]) -> OpenView:
    """Return the view of a player who is shown all cards: three hands and the skat."""
    known = {field.name: getattr(view, field.name) for field in fields(SkatView)}
    return OpenView(**known, truth=tuple(truth))


def open_view(state: pyspiel.State, player: int) -> OpenView:
    """Return the view of a player, with the locations of all cards."""
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
    """Return the view of a player who also knows the partner's hand, the skat, or all cards.

    Soloists have no partner, so they learn a hand only if they are shown all cards.

    Raises:
        AgentError: the view does not show all cards.
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
    """The belief of a player who is shown some of the hidden cards.

    Args:
        what: the cards that the player is shown.
        base: the belief about the other cards.
    """

    def __init__(self, what: ToldCards, base: Belief) -> None:
        self._what: ToldCards = what
        self._base = density(base)

    def __call__(self, view: SkatView, n: int, seed: int) -> SkatWorlds:
        """Draw worlds that agree with the cards shown to the player."""
        return self._base(told_view(view, self._what), n, seed)

    def log_probability(self, view: SkatView, rows: Rows) -> Floats:
        """Return that of the base; -inf for worlds ruled out by the cards shown to the player."""
        return self._base.log_probability(told_view(view, self._what), rows)

    def marginals(self, view: SkatView) -> Floats:
        """Return the probability of each card in each place, [32, 4]; 0 for cards played."""
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
        """Draw ``n`` worlds of the base, and insert the true one at a random place."""
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
        """Return the logarithm of the probability of each world under the mixture."""
        true = (rows == np.array(_truth(view), np.uint32)).all(axis=1)
        with np.errstate(divide="ignore"):
            mixed = np.log1p(-self._share) + self._base.log_probability(view, rows)
            return np.asarray(np.logaddexp(mixed, np.log(self._share * true)))

    def marginals(self, view: SkatView) -> Floats:
        """Return those of the mixture, [32, 4]."""
        bits = np.array(_truth(view), np.uint32)[None, :] >> np.arange(32, dtype=np.uint32)[:, None]
        mixed = (1 - self._share) * self._base.marginals(view) + self._share * (bits & 1)
        return np.asarray(mixed)


@belief("told", games=("python_skat",), sees_hidden_cards=True)
def _told(
    game: pyspiel.Game, seed: int, *, what: ToldCards = "partner", belief: BeliefSpec = _DEFAULT
) -> Belief:
    """Cheat: see the partner's hand, the skat, or all cards; an upper bound."""
    return PartlyTold(what, make("belief", belief, game, seed))


@belief("peek", games=("python_skat",), sees_hidden_cards=True)
def _peek(
    game: pyspiel.Game,
    seed: int,
    *,
    share: Annotated[float, Range(0, 1)] = 0.5,
    belief: BeliefSpec = _DEFAULT,
) -> Belief:
    """Cheat: give the true world this share of the weight."""
    return Peek(share, make("belief", belief, game, seed))

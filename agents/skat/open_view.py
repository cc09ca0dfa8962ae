"""The view of a player whose belief cheats: it shows all cards."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import pyspiel

from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.parameters import AgentError
from vorhand.games.skat.view import SkatView

SKAT = 3


@dataclass(frozen=True, slots=True)
class OpenView(SkatView):
    """The knowledge of a player who has seen all hands."""

    truth: tuple[int, ...] = ()  # the three hands and the skat in the current state


def opened(view: SkatView, truth: Sequence[int]) -> OpenView:
    """Return the view of a player who is shown all cards: three hands and the skat."""
    known = {field.name: getattr(view, field.name) for field in fields(SkatView)}
    return OpenView(**known, truth=tuple(truth))


def open_view(state: pyspiel.State, player: int) -> OpenView:
    """Return the view of a player, with the locations of all cards."""
    hands = [state.deal.hand(seat) for seat in range(3)]
    return opened(view_of(state, player), [*hands, state.deal.skat])


def truth_of(view: SkatView) -> tuple[int, ...]:
    """Return the three hands and the skat of a view; raise AgentError if it does not show them."""
    if not isinstance(view, OpenView):
        raise AgentError(
            "a belief that sees hidden cards: expected a bot that is given the whole "
            "state, not a view alone"
        )
    return view.truth

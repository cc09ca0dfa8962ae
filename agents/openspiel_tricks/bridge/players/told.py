"""Another agent that is shown hidden hands in the card play."""

from dataclasses import replace
from typing import Literal, TypeAlias

import pyspiel

from vorhand.agents.montecarlo.told import told_bot
from vorhand.agents.openspiel_tricks.bridge import GAMES
from vorhand.agents.registry import register
from vorhand.agents.spec import Spec
from vorhand.games.openspiel_tricks.view import TableView

_AGENT = Spec("pimc")

ToldHands: TypeAlias = Literal["partner", "all"]


def told_view(state: pyspiel.State, player: int, what: ToldHands) -> TableView:
    """Return the view of a player who also sees the partner's hand, or all hands.

    During the auction the view is unchanged.
    """
    view = TableView.of(state, player)
    if view.play is None:
        return view
    seats = {(player + 2) % 4} if what == "partner" else set(range(4))
    dealt = state.history()
    moves = [
        (mover, dealt[i] if view.slots.get(i) in seats else action)
        for i, (mover, action) in enumerate(view.moves)
    ]
    return replace(view, moves=tuple(moves))


@register("told", games=GAMES, sees_hidden_cards=True)
def told(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    agent: Spec = _AGENT,
    what: ToldHands = "partner",
) -> pyspiel.Bot:
    """Cheat: play as another agent that is shown the partner's hand, or all hands."""
    return told_bot(agent, game, player, seed, lambda state, at: told_view(state, at, what))

"""What an agent tells of one decision: to people at the table, and to reviews of played deals.

An agent that can tell has ``explain(view)``, where the view is what the player to act knows, as
``state.view(player)`` of our games gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import pyspiel
from rich.console import RenderableType

from vorhand.agents.registry import AgentError, make_bot, sees_hidden_cards
from vorhand.agents.spec import Spec


class Explanation(Protocol):
    """A decision and its reasons."""

    @property
    def move(self) -> int:
        """The action chosen."""

    @property
    def moves(self) -> Sequence[int]:
        """The legal actions."""

    @property
    def scores(self) -> Sequence[float]:
        """Of the moves, the greater the better for who decides; may be empty."""

    def table(self) -> RenderableType:
        """The moves and what speaks for them, for people."""


def adviser(
    spec: str | Spec, game: pyspiel.Game, player: int, seed: int
) -> Callable[[Any], Explanation]:
    """What tells an agent's decision and reasons from a view of this player.

    Raises:
        SpecError, AgentError: there is no such agent for the game, it gives no reasons, or it has
            them from cards that the player does not see.
    """
    bot = make_bot(spec, game, player, seed)
    if sees_hidden_cards(spec):
        raise AgentError(f"agent {spec}: sees all cards; expected one that does not, such as pimc")
    if not hasattr(bot, "explain"):
        raise AgentError(f"agent {spec}: gives no reasons; expected one that does, such as pimc")
    explain: Callable[[Any], Explanation] = bot.explain
    return explain

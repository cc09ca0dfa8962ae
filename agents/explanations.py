"""What an agent tells of one decision: to people at the table, and to reviews of played deals.

An agent that can tell has ``explain(view)``, where the view is what the player to act knows, as
``state.view(player)`` of our games gives it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import pyspiel
from rich.console import RenderableType

from vorhand.agents.registry import AgentError


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


def explain(bot: pyspiel.Bot, view: Any, name: str) -> Explanation:
    """The agent's decision where a player has this view, and the reasons for it.

    Args:
        bot: plays the seat to act.
        view: of the player to act.
        name: of the agent, for the error.

    Raises:
        AgentError: the agent cannot tell.
    """
    if not hasattr(bot, "explain"):
        raise AgentError(f"agent {name}: gives no reasons; expected one that does, such as pimc")
    found: Explanation = bot.explain(view)
    return found

"""The rule-based Skat player as an agent; its rules are in the compiled core."""

from __future__ import annotations

import pyspiel

from vorhand.agents.registry import register
from vorhand.native.skat import rule_action


class RuleBot(pyspiel.Bot):  # type: ignore[misc]
    """Plays every phase of ``python_skat`` by rules of thumb; see docs/rule-player.md.

    It decides from the cards and the history that its seat can see, always the same way.
    """

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        return rule_action(state.deal)

    def restart(self) -> None:
        """Nothing to forget."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Nothing to forget."""


@register("rule", games=("python_skat",))
def rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Rule-based player for all phases of Skat."""
    del game, player, seed
    return RuleBot()

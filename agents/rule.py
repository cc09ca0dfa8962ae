"""The rule-based Skat player as an agent; its rules are in the compiled core."""

from __future__ import annotations

import pyspiel

from vorhand.agents.bots import SeatBot
from vorhand.agents.registry import register
from vorhand.native.skat import rule_action


class RuleBot(SeatBot):
    """Plays every phase of ``python_skat`` by rules of thumb; see docs/rule-player.md.

    It decides from the cards and the history that its seat can see, always the same way.
    """

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        return rule_action(state.deal)


@register("rule", games=("python_skat",))
def rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Rule-based player for all phases of Skat."""
    del game, seed
    return RuleBot(player)

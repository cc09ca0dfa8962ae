"""The rule-based Skat player as an agent; its rules are in the compiled core."""

from __future__ import annotations

import pyspiel

from vorhand.agents.montecarlo.bots import SeatBot
from vorhand.agents.registry import register
from vorhand.agents.skat.decisions import Decision
from vorhand.agents.skat.players import SkatBot, by_rule
from vorhand.games.skat.view import View
from vorhand.native.skat import rule_action


class RuleBot(SeatBot):
    """Plays every phase of ``python_skat`` by rules of thumb; see docs/rule-player.md.

    It decides from the cards and the history that its seat can see, always the same way.
    """

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        return rule_action(state.deal)

    def explain(self, view: View) -> Decision:
        """The same decision from a view of the player to act; rules give no scores.

        Raises:
            NoWorldError: what the player knows contradicts itself.
            ValueError: it is not this player's turn.
        """
        return SkatBot(view.player, 0, by_rule).explain(view)


@register("rule", games=("python_skat",))
def rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Rule-based player for all phases of Skat."""
    del game, seed
    return RuleBot(player)

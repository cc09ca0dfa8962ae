"""The rule player of Skat as an agent; its rules are in the compiled core."""

from __future__ import annotations

import pyspiel

from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.registry import register
from vorhand.agents.skat.worlds import check_consistent
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import rule_action


def by_rule(view: SkatView) -> Choice:
    """The rule player's decision, in any phase.

    Raises:
        NoWorldError: what the player knows contradicts itself.
    """
    check_consistent(view)
    # It looks at what the player knows, so any world serves.
    world = view.worlds().slice(0, 1)[0]
    return Choice.of(view, rule_action(view.deal(world.tolist())), "rule")


def view_of(state: pyspiel.State, player: int) -> SkatView:
    """What a player knows of a state."""
    view: SkatView = state.view(player)
    return view


class RuleBot(ViewBot):
    """Plays every phase of ``python_skat`` by rules of thumb; see docs/rule-player.md.

    It decides from the cards and the history that its seat can see, always the same way.
    """

    def __init__(self, player: int) -> None:
        super().__init__(player, 0, view_of)

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        return rule_action(state.deal)

    def consider(self, view: SkatView) -> Choice:
        """The same decision from a view; rules give no scores."""
        return by_rule(view)


@register("rule", games=("python_skat",), instant=True, keeps_state=False)
def rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Rule-based player for all phases of Skat."""
    del game, seed
    return RuleBot(player)

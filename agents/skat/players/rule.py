"""The rule player of Skat as an agent; its rules are in the compiled core."""

import pyspiel

from vorhand.agents.montecarlo.bots import ViewBot, view_of
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.registry import register
from vorhand.agents.skat.bidding.before_ramsch import last_word
from vorhand.agents.skat.worlds import check_consistent
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import PASS, rule_action


def by_rule(view: SkatView) -> Choice:
    """Return the rule player's decision, in any phase."""
    check_consistent(view)
    # The decision depends only on the player's knowledge, so any world may be used.
    world = view.worlds().slice(0, 1)[0]
    action = last_word(view, rule_action(view.deal(world.tolist())))
    return Choice.of(view, action, "rule")


class RuleBot(ViewBot):
    """A player of every phase of ``python_skat`` by rules of thumb; see docs/rule-player.md."""

    def __init__(self, player: int) -> None:
        super().__init__(player, 0, view_of)

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play."""
        action = rule_action(state.deal)
        asked = action == PASS and state.deal.ramsch
        return last_word(view_of(state, self._player), action) if asked else action

    def consider(self, view: SkatView) -> Choice:
        """Return the same decision from a view; rules give no scores."""
        return by_rule(view)


@register(
    "rule",
    games=("python_skat",),
    instant=True,
    keeps_state=False,
    fitted=("rule_player_cards.tsv", "rule_player_hands.tsv"),
)
def rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Play all phases of Skat by rules of thumb."""
    del game, seed
    return RuleBot(player)

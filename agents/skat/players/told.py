"""Another agent that is shown some or all hidden cards in the card play."""

import pyspiel

from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.montecarlo.told import told_bot
from vorhand.agents.registry import register
from vorhand.agents.skat.beliefs.told import ToldCards, told_view
from vorhand.agents.skat.open_view import open_view
from vorhand.agents.skat.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase

_AGENT = Spec("pimc")


@register("told", games=GAMES, sees_hidden_cards=True)
def told(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    agent: Spec = _AGENT,
    what: ToldCards = "partner",
) -> pyspiel.Bot:
    """Cheat: play as another agent that is shown the partner's hand, the skat, or all cards."""

    def view(state: pyspiel.State, player: int) -> SkatView:
        if state.deal.phase != Phase.PLAY:
            own: SkatView = view_of(state, player)
            return own
        return told_view(open_view(state, player), what)

    return told_bot(agent, game, player, seed, view)

"""Another agent that is shown some of the hidden cards in the card play."""

import pyspiel

from vorhand.agents.montecarlo.bots import Explains, SeatBot, view_of
from vorhand.agents.montecarlo.presets import check_playouts
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import make_bot, register
from vorhand.agents.skat.beliefs.told import ToldCards, told_view
from vorhand.agents.skat.open_view import open_view
from vorhand.agents.skat.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.native.skat import Phase

_AGENT = Spec("pimc")


class ToldBot(SeatBot):
    """A bot that plays the cards from a view that shows more than its player may know."""

    def __init__(self, player: int, bot: Explains, what: ToldCards) -> None:
        super().__init__(player)
        self._bot = bot
        self._what: ToldCards = what

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play."""
        player = state.current_player()
        if state.deal.phase != Phase.PLAY:
            return self._bot.decide(view_of(state, player))
        return self._bot.decide(told_view(open_view(state, player), self._what))


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
    check_playouts(Spec("told", (("agent", agent),)), game.get_type().short_name, "agent")
    bot = make_bot(agent, game, player, seed, seated=False)
    if not isinstance(bot, Explains):
        raise AgentError(f"agent={agent}: expected one that decides on what a player knows")
    return ToldBot(player, bot, what)

"""A player that filters the paranoid errors out of another player's decisions.

Furtak's thesis (2013), section 6.5: a paranoid error is a card with which the soloist turns a game
that is won in every world into one that is not.
"""

import math
from dataclasses import replace
from typing import Annotated

import pyspiel

from vorhand.agents.montecarlo.bots import Explains, ViewBot, view_of
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.presets import check_playouts
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import Range, make_bot, register
from vorhand.agents.skat.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.skat.paranoid import sure_moves
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase

_AGENT = Spec("pimc")


class SureBot(ViewBot):
    """A wrapper of a bot that, as soloist, never plays a card that gives up a proven win."""

    def __init__(self, player: int, seed: int, bot: Explains, nodes: int) -> None:
        super().__init__(player, seed, view_of)
        self._bot = bot
        self._nodes = nodes

    def consider(self, view: SkatView) -> Choice:
        """Return the bot's move or, if it gives up a sure win, its best move that does not."""
        choice = self._bot.explain(view)
        if view.phase != Phase.PLAY or not view.is_soloist:
            return choice
        found = sure_moves(view, nodes=self._nodes)
        if found.get(choice.move) is not False or True not in found.values():
            return choice
        sure = [move for move in choice.moves if found.get(move)]
        scores = dict(zip(choice.moves, choice.scores, strict=False))
        looked_at = {move: score for move, score in scores.items() if not math.isnan(score)}
        best = max(sure, key=lambda move: looked_at.get(move, -math.inf))
        proven = {"sure": tuple(float(found.get(move) is True) for move in choice.moves)}
        diagnostics = {**proven, **choice.diagnostics}
        return replace(choice, move=best, reason="sure", chances=(), diagnostics=diagnostics)


@register("sure", games=GAMES, fitted=("rule_player_cards.tsv",))
def sure(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    agent: Spec = _AGENT,
    nodes: Annotated[int, Range(1, 1_000_000_000)] = 5_000,
) -> pyspiel.Bot:
    """Play as another agent, but never give up a game that is proven won against every layout."""
    check_playouts(Spec("sure", (("agent", agent),)), game.get_type().short_name, "agent")
    bot = make_bot(agent, game, player, seed, seated=False)
    if not isinstance(bot, Explains):
        raise AgentError(f"agent={agent}: expected one that decides on what a player knows")
    return SureBot(player, seed, bot, nodes)

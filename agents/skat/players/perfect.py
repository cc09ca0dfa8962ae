"""A cheater who sees all cards and, except in Ramsch, plays them perfectly."""

from dataclasses import replace

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import SeatBot, ViewBot, view_of
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.montecarlo.presets import bidder_of
from vorhand.agents.montecarlo.search import MonteCarlo
from vorhand.agents.montecarlo.ties.first import first
from vorhand.agents.registry import register
from vorhand.agents.skat import AGENTS, BIDDER
from vorhand.agents.skat.evaluators.values import valued
from vorhand.agents.skat.outcomes import open_hand, true_world
from vorhand.agents.skat.ramsch import valued_in_ramsch
from vorhand.agents.skat.worlds import GAMES, SkatWorlds
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Deal, Phase


class PerfectBot(SeatBot):
    """A cheater whose play, except in Ramsch, is perfect against players who see all cards too."""

    def __init__(self, player: int, bidder: ViewBot) -> None:
        super().__init__(player)
        self._bidder = bidder

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play."""
        deal: Deal = state.deal
        view = view_of(state, state.current_player())
        plays = view.phase == Phase.PLAY or view.is_pushing
        if not plays or len(view.legal_actions) == 1:
            return self._bidder.step(state)
        return self.explain_open(view, deal).move

    def explain_open(self, view: SkatView, deal: Deal) -> Choice:
        """Return the decision with all cards of the deal open."""

        def belief(view: SkatView, n: int, seed: int) -> SkatWorlds:
            return Worlds(true_world(deal), np.ones(1), 1)

        alone = view.is_ramsch or view.is_pushing
        evaluator = valued_in_ramsch if alone else valued(open_hand(), "score")
        decide = MonteCarlo(belief, evaluator, weighted_mean, first(), 1)
        return replace(decide(view, 0), reason="open hand")


@register("perfect", games=GAMES, sees_hidden_cards=True)
def perfect(game: pyspiel.Game, player: int, seed: int, *, bidder: Spec = BIDDER) -> pyspiel.Bot:
    """Cheat: see all cards and play them perfectly; an upper bound, not a player."""
    bot = bidder_of(AGENTS, bidder, game, player, seed)
    assert bot is not None
    return PerfectBot(player, bot)

"""Monte Carlo Skat players put together from belief, evaluator and objective."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import SeatBot
from vorhand.agents.registry import AgentError
from vorhand.agents.skat.beliefs import Worlds, check_consistent
from vorhand.agents.skat.decisions import Decision, weighted_mean
from vorhand.agents.skat.evaluators import card_play, open_hand, true_world
from vorhand.agents.skat.searches import Decide
from vorhand.games.skat.view import View
from vorhand.native.skat import Deal, Phase, rule_action


def by_rule(view: View, seed: int) -> Decision:
    """The rule player's decision, in any phase."""
    del seed
    check_consistent(view)
    # It looks at what the player knows, so any world serves.
    world = view.worlds().slice(0, 1)[0]
    return Decision(rule_action(view.deal(world.tolist())), view.legal_actions, "rule")


class SkatBot(SeatBot):
    """Decides the card play by ``decide``, everything before it by ``bidder``.

    A decision follows from the bot's seed and what the player knows, and from nothing else:
    the same information set gets the same answer whenever it comes up.

    Args:
        player: its seat.
        seed: of all its random choices.
        decide: decides the card play where there is a choice.
        bidder: decides before the card play.
    """

    def __init__(self, player: int, seed: int, decide: Decide, bidder: Decide = by_rule) -> None:
        super().__init__(player)
        self._seed = seed
        self._decide = decide
        self._bidder = bidder

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        return self.explain(state.view(state.current_player())).move

    def explain(self, view: View) -> Decision:
        """The decision in a view of the player to act, and the reasons for it.

        Raises:
            NoWorldError: what the player knows contradicts itself.
            ValueError: it is not this player's turn.
        """
        moves = view.legal_actions
        if not moves:
            raise ValueError(f"seat {view.player} is not to act: {view.phase.name.lower()}")
        if len(moves) == 1:
            return Decision(moves[0], moves, "forced")
        if view.phase != Phase.PLAY:
            return self._bidder(view, self._seed)
        return self._decide(view, decision_seed(self._seed, view))


def decision_seed(seed: int, view: View) -> int:
    """A seed for the decision at this information set, 64 bits."""
    known = (view.player, view.hand, view.dealt_hand, view.known, view.hidden, view.possible)
    text = repr((seed, known, view.moves, view.movers, view.contract, view.level, view.soloist))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


class PerfectBot(SkatBot):
    """Sees all cards in the card play and plays perfectly against players who see them too."""

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        deal: Deal = state.deal
        view = state.view(state.current_player())
        if view.phase != Phase.PLAY or len(view.legal_actions) == 1:
            return super().step(state)
        return self.explain_open(view, deal).move

    def explain(self, view: View) -> Decision:
        """The decision before the card play, or where there is no choice.

        Raises:
            AgentError: it is asked for a card from what a player knows.
        """
        if view.phase == Phase.PLAY and len(view.legal_actions) > 1:
            raise AgentError("perfect: plays with all cards open; expected an agent that does not")
        return super().explain(view)

    def explain_open(self, view: View, deal: Deal) -> Decision:
        """The decision where the cards lie as in the deal."""
        play, rows = card_play(view), true_world(deal)
        worlds = Worlds(rows, np.ones(1))
        sign = 1 if view.is_soloist else -1
        outcomes = open_hand()(view, rows, 0, 0, play.legal)
        decision = weighted_mean(play, view.legal_actions, worlds, outcomes, "score", sign, 1)
        return replace(decision, reason="open hand")

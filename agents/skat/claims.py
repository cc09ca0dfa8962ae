"""A wrapper that makes and answers offers in games with claims or Kontra."""

from collections.abc import Sequence
from typing import Any

import pyspiel

from vorhand.agents.montecarlo.bots import Explains, SeatBot, check_acting, check_turn, view_of
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.kontra import answer_kontra, says_kontra
from vorhand.games.skat.claims import answer, offer
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import KONTRA


class ClaimingBot(SeatBot):
    """A wrapper of a player that also answers offers, claims certain results and says Kontra."""

    def __init__(self, bot: pyspiel.Bot, seat: int) -> None:
        super().__init__(seat)
        self._bot = bot

    def step(self, state: pyspiel.State) -> int:
        """Return the chosen action."""
        claim = _claim(view_of(state, self._player))
        return int(self._bot.step(state)) if claim is None else claim

    def restart(self) -> None:
        """Start a new game."""
        self._bot.restart()

    def restart_at(self, state: pyspiel.State) -> None:
        """Continue the game from a given state."""
        self._bot.restart_at(state)

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        """Inform the bot of another player's action."""
        self._bot.inform_action(state, player, action)

    def inform_actions(self, state: pyspiel.State, actions: Sequence[int]) -> None:
        """Inform the bot of a joint action of all players."""
        self._bot.inform_actions(state, actions)

    def provides_force_action(self) -> bool:
        """Return whether an action can be imposed on the bot."""
        return bool(self._bot.provides_force_action())

    def force_action(self, state: pyspiel.State, action: int) -> None:
        """Record an action as the bot's own."""
        self._bot.force_action(state, action)

    def provides_policy(self) -> bool:
        """Return whether the bot can give its probabilities."""
        return bool(self._bot.provides_policy())

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Return pairs of a legal action and its probability."""
        claim = _claim(view_of(state, self._player))
        return list(self._bot.get_policy(state)) if claim is None else [(claim, 1.0)]

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """Return the probabilities and the action drawn from them."""
        claim = _claim(view_of(state, self._player))
        if claim is not None:
            return [(claim, 1.0)], claim
        policy, action = self._bot.step_with_policy(state)
        return list(policy), int(action)


class ExplainingClaimingBot(ClaimingBot):
    """A claiming wrapper of a bot that explains its decisions (`Explains`), including claims."""

    def __init__(self, bot: Explains, seat: int) -> None:
        super().__init__(bot, seat)
        self._explains = bot

    def explain(self, view: SkatView) -> Choice:
        """Return the decision in a view of the player to act, with its reasons."""
        check_turn(view)
        claim = _claim(view)
        return self._explains.explain(view) if claim is None else _claiming(view, claim)

    def explain_state(self, state: pyspiel.State) -> Choice:
        """Explain the decision for the player to act, from their knowledge of a state.

        The wrapped bot is given the state, since it may see more of it than a view contains.
        """
        view = view_of(state, check_acting(state))
        claim = _claim(view)
        return self._explains.explain_state(state) if claim is None else _claiming(view, claim)

    def decide(self, view: SkatView) -> int:
        """Return the action to play."""
        claim = _claim(view)
        return self._explains.decide(view) if claim is None else claim


def _claim(view: SkatView) -> int | None:
    """Return the offer or the answer of the player to act; None: they play a card as usual."""
    if not view.legal_actions:
        return None
    if view.offer is not None:
        return answer_offer(view)
    if says_kontra(view):
        return KONTRA
    return offer(view) if view.offers else None


def answer_offer(view: SkatView) -> int:
    """Return the answer to another player's offer; raise ValueError if there is none."""
    pending = view.offer
    return answer_kontra(view) if pending and pending[1] == KONTRA else answer(view)


def _claiming(view: SkatView, claim: int) -> Choice:
    moves = (*view.legal_actions, *view.offers)
    return Choice(claim, moves, tuple(map(view.action_name, moves)), method_of(claim))


def method_of(claim: int) -> str:
    """Return the method of a choice that is an offer or an answer."""
    return "playouts" if claim >= KONTRA else "claim"


def with_claims(bot: pyspiel.Bot, game: Any, seat: int) -> pyspiel.Bot:
    """Wrap a player in games with claims or Kontra, to make and answer offers."""
    if not game.claims and not game.kontra:
        return bot
    return ExplainingClaimingBot(bot, seat) if isinstance(bot, Explains) else ClaimingBot(bot, seat)

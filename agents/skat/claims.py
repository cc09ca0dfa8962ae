"""Players who, in games with claims, also answer offers and claim what is certain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyspiel

from vorhand.agents.montecarlo.bots import Explains, SeatBot, check_acting, check_turn
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.rule import view_of
from vorhand.games.skat.claims import answer, offer
from vorhand.games.skat.view import SkatView


class ClaimingBot(SeatBot):
    """A player who, beside playing as another does, answers offers and claims what is certain.

    All else that OpenSpiel asks a bot, the other answers.

    Args:
        bot: who plays the cards; they neither make offers nor answer them.
        seat: of both.
    """

    def __init__(self, bot: pyspiel.Bot, seat: int) -> None:
        super().__init__(seat)
        self._bot = bot

    def step(self, state: pyspiel.State) -> int:
        """The action chosen."""
        claim = _claim(view_of(state, self._player))
        return int(self._bot.step(state)) if claim is None else claim

    def restart(self) -> None:
        """A new game begins."""
        self._bot.restart()

    def restart_at(self, state: pyspiel.State) -> None:
        """The game goes on from a state."""
        self._bot.restart_at(state)

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        """What another player chose."""
        self._bot.inform_action(state, player, action)

    def inform_actions(self, state: pyspiel.State, actions: Sequence[int]) -> None:
        """What all players chose at once."""
        self._bot.inform_actions(state, actions)

    def provides_force_action(self) -> bool:
        """Whether the bot can be told what it played."""
        return bool(self._bot.provides_force_action())

    def force_action(self, state: pyspiel.State, action: int) -> None:
        """What the bot is to have played."""
        self._bot.force_action(state, action)

    def provides_policy(self) -> bool:
        """Whether the bot can tell its probabilities."""
        return bool(self._bot.provides_policy())

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Pairs of a legal action and its probability."""
        claim = _claim(view_of(state, self._player))
        return list(self._bot.get_policy(state)) if claim is None else [(claim, 1.0)]

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """The probabilities and the action drawn from them."""
        claim = _claim(view_of(state, self._player))
        if claim is not None:
            return [(claim, 1.0)], claim
        policy, action = self._bot.step_with_policy(state)
        return list(policy), int(action)


class ExplainingClaimingBot(ClaimingBot):
    """The same beside a bot that explains (`Explains`): claims are explained too.

    Args:
        bot: who plays the cards.
        seat: of both.
    """

    def __init__(self, bot: Explains, seat: int) -> None:
        super().__init__(bot, seat)
        self._explains = bot

    def explain(self, view: SkatView) -> Choice:
        """The decision in a view of the player to act, and the reasons for it.

        Raises:
            ValueError: it is not this player's turn, or what they know contradicts itself.
        """
        check_turn(view)
        claim = _claim(view)
        return self._explains.explain(view) if claim is None else _claiming(view, claim)

    def explain_state(self, state: pyspiel.State) -> Choice:
        """`explain` for the player to act, from what they know of a state.

        The other bot is asked by the state, as it may see more of it than a view tells.

        Raises:
            ValueError: no player is to act alone: chance is, or the game is over.
        """
        view = view_of(state, check_acting(state))
        claim = _claim(view)
        return self._explains.explain_state(state) if claim is None else _claiming(view, claim)

    def decide(self, view: SkatView) -> int:
        """The action to play."""
        claim = _claim(view)
        return self._explains.decide(view) if claim is None else claim


def _claim(view: SkatView) -> int | None:
    """The offer or the answer that the player to act makes; None: they play on as always."""
    if not view.legal_actions:
        return None
    if view.offer is not None:
        return answer(view)
    return offer(view) if view.offers else None


def _claiming(view: SkatView, claim: int) -> Choice:
    moves = (*view.legal_actions, *view.offers)
    return Choice(claim, moves, tuple(map(view.action_name, moves)), "claim")


def with_claims(bot: pyspiel.Bot, game: Any, seat: int) -> pyspiel.Bot:
    """The player unchanged; in a game with claims, one who also makes and answers claims."""
    if not game.claims:
        return bot
    return ExplainingClaimingBot(bot, seat) if isinstance(bot, Explains) else ClaimingBot(bot, seat)

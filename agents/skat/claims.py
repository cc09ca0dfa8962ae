"""A wrapper that makes and answers offers in games with claims or Kontra, and declares Spitze."""

from collections.abc import Iterable, Sequence
from typing import Any

import pyspiel

from vorhand.agents.montecarlo.bots import Explains, SeatBot, check_acting, check_turn, view_of
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.kontra import answer_kontra, says_kontra
from vorhand.agents.skat.spitze import with_spitze
from vorhand.games.skat.claims import answer, offer
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import GIVE_UP, KONTRA


class ClaimingBot(SeatBot):
    """A wrapper of a player that also answers offers, claims certain results and says Kontra.

    It also declares Spitze, and keeps the lowest trump for the last trick.
    """

    def __init__(self, bot: pyspiel.Bot, seat: int) -> None:
        super().__init__(seat)
        self._bot = bot

    def step(self, state: pyspiel.State) -> int:
        """Return the chosen action."""
        view = view_of(state, self._player)
        claim = _claim(view)
        return with_spitze(view, int(self._bot.step(state))) if claim is None else claim

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
        view = view_of(state, self._player)
        claim = _claim(view)
        return _revised(view, self._bot.get_policy(state)) if claim is None else [(claim, 1.0)]

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """Return the probabilities and the action drawn from them."""
        view = view_of(state, self._player)
        claim = _claim(view)
        if claim is not None:
            return [(claim, 1.0)], claim
        policy, action = self._bot.step_with_policy(state)
        return _revised(view, policy), with_spitze(view, int(action))


class ExplainingClaimingBot(ClaimingBot):
    """A claiming wrapper of a bot that explains its decisions (`Explains`), including claims."""

    def __init__(self, bot: Explains, seat: int) -> None:
        super().__init__(bot, seat)
        self._explains = bot

    def explain(self, view: SkatView) -> Choice:
        """Return the decision in a view of the player to act, with its reasons."""
        check_turn(view)
        claim = _claim(view)
        return (
            _explained(view, self._explains.explain(view))
            if claim is None
            else _claiming(view, claim)
        )

    def explain_state(self, state: pyspiel.State) -> Choice:
        """Explain the decision for the player to act, from their knowledge of a state.

        The wrapped bot is given the state, since it may see more of it than a view contains.
        """
        view = view_of(state, check_acting(state))
        claim = _claim(view)
        if claim is not None:
            return _claiming(view, claim)
        return _explained(view, self._explains.explain_state(state))

    def decide(self, view: SkatView) -> int:
        """Return the action to play."""
        claim = _claim(view)
        return with_spitze(view, self._explains.decide(view)) if claim is None else claim


def _claim(view: SkatView) -> int | None:
    """Return the offer or the answer of the player to act; None: they act as usual."""
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


def _revised(view: SkatView, policy: Iterable[tuple[int, float]]) -> list[tuple[int, float]]:
    """Return a policy with its actions replaced where Spitze requires it."""
    found: dict[int, float] = {}
    for action, probability in policy:
        chosen = with_spitze(view, action)
        found[chosen] = found.get(chosen, 0.0) + probability
    return list(found.items())


def _explained(view: SkatView, choice: Choice) -> Choice:
    """Return the choice, or the one that replaces it where Spitze requires it."""
    action = with_spitze(view, choice.move)
    return choice if action == choice.move else _claiming(view, action)


def _claiming(view: SkatView, claim: int) -> Choice:
    moves = (*view.legal_actions, *view.offers)
    return Choice(claim, moves, tuple(map(view.action_name, moves)), method_of(claim))


def method_of(claim: int) -> str:
    """Return the method of a choice that is an offer, an answer or a move required by Spitze."""
    return "playouts" if claim >= KONTRA or claim < GIVE_UP else "claim"


def with_claims(bot: pyspiel.Bot, game: Any, seat: int) -> pyspiel.Bot:
    """Wrap a player in games with claims, Kontra or Spitze, to make and answer offers."""
    if not (game.claims or game.kontra or game.spitze):
        return bot
    return ExplainingClaimingBot(bot, seat) if isinstance(bot, Explains) else ClaimingBot(bot, seat)

"""Bots that know their seat, and bots that decide from a view."""

import random
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import pyspiel

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.frame import View
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.montecarlo.search import Decide
from vorhand.native.errors import InputError


def view_of(state: pyspiel.State, player: int) -> Any:
    """Return a player's view of a state of a game that has its own views."""
    return state.view(player)


class SeatBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that knows its seat and keeps no state of the game between turns."""

    def __init__(self, player: int) -> None:
        pyspiel.Bot.__init__(self)
        self._player = player

    def player_id(self) -> int:
        """Return the bot's seat."""
        return self._player

    def restart(self) -> None:
        """Do nothing: there is no state to reset."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Do nothing: there is no state to reset."""


@runtime_checkable
class Explains(Protocol):
    """A bot that decides from a player's knowledge and gives its reasons.

    It needs no state, so a server of agents can request a decision with only a view. Hints,
    reviews, playouts and served agents accept any bot with these methods.
    """

    def explain(self, view: Any) -> Choice:
        """Return the decision in a view of the player to act, with its reasons."""

    def explain_state(self, state: pyspiel.State) -> Choice:
        """Return the decision of the player to act, from their knowledge of a state."""

    def decide(self, view: Any) -> int:
        """Return the action to play."""


class ViewBot(SeatBot):
    """A bot that plays the choices that it explains (see `Explains`).

    The seed determines the draws among moves of positive probability. ``view`` is a function from a
    state to the view of the player to act.
    """

    def __init__(self, player: int, seed: int, view: Callable[[pyspiel.State, int], Any]) -> None:
        super().__init__(player)
        self._rng = random.Random(seed)
        self._view = view

    def explain(self, view: Any) -> Choice:
        """Return the decision in a view of the player to act, with its reasons.

        Raises:
            ValueError: it is not this player's turn, or their knowledge contradicts itself.
        """
        check_turn(view)
        moves = view.legal_actions
        return self.consider(view) if len(moves) > 1 else Choice.of(view, moves[0], "forced")

    @abstractmethod
    def consider(self, view: Any) -> Choice:
        """Decide between two or more moves, and return the choice with its reasons."""

    def explain_state(self, state: pyspiel.State) -> Choice:
        """Decide for the player to act; raise ValueError if there is no single player to act."""
        return self.explain(self._view(state, check_acting(state)))

    def decide(self, view: Any) -> int:
        """Return the action to play; draw one if several have a positive probability."""
        return self._drawn(self.explain(view))

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play."""
        return self._drawn(self.explain_state(state))

    def provides_policy(self) -> bool:
        """Return true: the bot can give its probabilities."""
        return True

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Return pairs of a legal action and its probability."""
        return list(self.explain_state(state).policy.items())

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """Return the probabilities and the action drawn from them."""
        choice = self.explain_state(state)
        return list(choice.policy.items()), self._drawn(choice)

    def _drawn(self, choice: Choice) -> int:
        moves, chances = zip(*choice.policy.items(), strict=True)
        return int(self._rng.choices(moves, chances)[0])


def check_acting(state: pyspiel.State) -> int:
    """Return the player to act; raise ValueError if no single player is."""
    player = int(state.current_player())
    if player < 0:
        who = "the game is over" if state.is_terminal() else "chance or all players are to act"
        raise InputError(f"{who}: expected the turn of one player")
    return player


def check_turn(view: View) -> None:
    """Raise ValueError if the player has no legal action."""
    if not view.legal_actions:
        phase = str(view.phase).rpartition(".")[2].lower()
        raise InputError(f"seat {view.player} is not to act: {phase}")


class MonteCarloBot(ViewBot):
    """A bot that decides by sampled worlds or a tree search; a bidder decides in the other phases.

    Without a time limit its assessment of a decision depends only on its seed and the player's
    knowledge: the same information set gets the same scores whenever it recurs.
    """

    def __init__(
        self,
        part: GamePart,
        player: int,
        seed: int,
        decide: Decide,
        bidder: ViewBot | None = None,
    ) -> None:
        super().__init__(player, seed, part.view)
        self._part = part
        self._seed = seed
        self._decide = decide
        self._bidder = bidder

    def consider(self, view: Any) -> Choice:
        """Decide by worlds, or let the bidder decide in its phases."""
        if self._bidder is not None and not self._part.by_worlds(view):
            return self._bidder.consider(view)
        decide = self._part.decides(view, self._decide)
        return decide(view, view.digest(self._seed))

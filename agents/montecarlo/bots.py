"""Bots that know their seat, and bots that decide on a view."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import pyspiel

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.frame import View
from vorhand.agents.montecarlo.part import GamePart
from vorhand.agents.montecarlo.search import Decide


class SeatBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that knows its seat, and keeps nothing from one turn to the next.

    Args:
        player: its seat.
    """

    def __init__(self, player: int) -> None:
        pyspiel.Bot.__init__(self)
        self._player = player

    def player_id(self) -> int:
        """The bot's seat."""
        return self._player

    def restart(self) -> None:
        """Nothing to forget."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Nothing to forget."""


@runtime_checkable
class Explains(Protocol):
    """A bot that decides from what a player knows, and tells why.

    It needs no state: whoever hands it a view, as a server of agents does, gets its decision.
    Hints, reviews, playouts and served agents take any bot with these methods.
    """

    def explain(self, view: Any) -> Choice:
        """The decision in a view of the player to act, and the reasons for it."""

    def explain_state(self, state: pyspiel.State) -> Choice:
        """The same for the player to act, from what they know of a state."""

    def decide(self, view: Any) -> int:
        """The action to play."""


class ViewBot(SeatBot):
    """An explaining bot (`Explains`) that plays by the choices it explains.

    Args:
        player: its seat.
        seed: of the draws between moves that it holds equally good.
        view: what the player to act knows of a state.
    """

    def __init__(self, player: int, seed: int, view: Callable[[pyspiel.State, int], Any]) -> None:
        super().__init__(player)
        self._rng = random.Random(seed)
        self._view = view

    def explain(self, view: Any) -> Choice:
        """The decision in a view of the player to act, and the reasons for it.

        Raises:
            ValueError: it is not this player's turn, or what they know contradicts itself.
        """
        check_turn(view)
        moves = view.legal_actions
        return self.consider(view) if len(moves) > 1 else Choice.of(view, moves[0], "forced")

    @abstractmethod
    def consider(self, view: Any) -> Choice:
        """`explain` where there is more than one move."""

    def explain_state(self, state: pyspiel.State) -> Choice:
        """`explain` for the player to act, from what they know of a state.

        Raises:
            ValueError: no player is to act alone: chance is, or the game is over.
        """
        return self.explain(self._view(state, check_acting(state)))

    def decide(self, view: Any) -> int:
        """The action to play; drawn where several may be played."""
        return self._drawn(self.explain(view))

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        return self._drawn(self.explain_state(state))

    def provides_policy(self) -> bool:
        """The bot can tell its probabilities."""
        return True

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Pairs of a legal action and its probability."""
        return list(self.explain_state(state).policy.items())

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """The probabilities and the action drawn from them."""
        choice = self.explain_state(state)
        return list(choice.policy.items()), self._drawn(choice)

    def _drawn(self, choice: Choice) -> int:
        moves, chances = zip(*choice.policy.items(), strict=True)
        return int(self._rng.choices(moves, chances)[0])


def check_acting(state: pyspiel.State) -> int:
    """The player to act; ValueError where no player is to act alone."""
    player = int(state.current_player())
    if player < 0:
        who = "the game is over" if state.is_terminal() else "chance or all players are to act"
        raise ValueError(f"{who}: expected the turn of one player")
    return player


def check_turn(view: View) -> None:
    """Raises ValueError where the player has nothing to decide."""
    if not view.legal_actions:
        phase = str(view.phase).rpartition(".")[2].lower()
        raise ValueError(f"seat {view.player} is not to act: {phase}")


class MonteCarloBot(ViewBot):
    """Decides by worlds, or by a tree; where the game leaves a phase to a bidder, by that.

    What it thinks of a decision follows from its seed and what the player knows, and from nothing
    else: the same information set gets the same scores whenever it comes up.

    Args:
        part: what the frame knows of the game.
        player: its seat.
        seed: of all its random choices.
        decide: decides where there is a choice.
        bidder: decides in the phases that worlds do not decide.
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
        """By worlds, or what the bidder says."""
        if self._bidder is not None and not self._part.by_worlds(view):
            return self._bidder.consider(view)
        return self._decide(view, view.digest(self._seed))

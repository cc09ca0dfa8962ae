"""What bots that decide each turn anew have in common."""

from __future__ import annotations

import random

import pyspiel

from vorhand.agents.generic.views import View


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


class ChoosingBot(SeatBot):
    """Draws each move from the probabilities that `choose` gives; a subclass has that.

    Args:
        player: its seat.
        seed: of its draws.
    """

    def __init__(self, player: int, seed: int) -> None:
        super().__init__(player)
        self._rng = random.Random(seed)

    def choose(self, view: View) -> dict[int, float]:
        """Probability of each legal move, from what the player at turn knows."""
        raise NotImplementedError

    def provides_policy(self) -> bool:
        """The bot can tell its probabilities."""
        return True

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Pairs of a legal action and its probability."""
        return list(self.choose(View(state, state.current_player())).items())

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """The probabilities and the action drawn from them."""
        policy = self.get_policy(state)
        actions, chances = zip(*policy, strict=True)
        return policy, int(self._rng.choices(actions, chances)[0])

    def step(self, state: pyspiel.State) -> int:
        """The action to play."""
        return self.step_with_policy(state)[1]

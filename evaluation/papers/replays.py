"""Replays of one deal from a fixed point by different agents."""

from collections.abc import Sequence

import pyspiel

from vorhand.agents import make_bot


class Replays:
    """A deal at a fixed point, such as its first lead, from which any agents can play on.

    An agent in a seat decides only once after the same moves: games of the same deal share their
    decisions up to the first difference.
    """

    def __init__(self, game: pyspiel.Game, actions: Sequence[int], seeds: Sequence[int]) -> None:
        """Store the actions up to the fixed point, and the seeds of the players by seat."""
        self._game = game
        self._actions = tuple(actions)
        self._seeds = seeds
        self._bots: dict[tuple[str, int], pyspiel.Bot] = {}
        self._decided: dict[tuple[str, tuple[int, ...]], int] = {}

    def first_lead(self) -> pyspiel.State:
        """Return the state at the fixed point."""
        state = self._game.new_initial_state()
        for action in self._actions:
            state.apply_action(action)
        return state

    def played_by(self, specs: Sequence[str]) -> pyspiel.State:
        """Return the final state if the agents with these specs, by seat, play on."""
        state = self.first_lead()
        while not state.is_terminal():
            seat = state.current_player()
            situation = (specs[seat], tuple(state.history()))
            if situation not in self._decided:
                self._decided[situation] = self._bot(specs[seat], seat).step(state)
            state.apply_action(self._decided[situation])
        return state

    def _bot(self, spec: str, seat: int) -> pyspiel.Bot:
        if (spec, seat) not in self._bots:
            self._bots[spec, seat] = make_bot(spec, self._game, seat, self._seeds[seat])
        return self._bots[spec, seat]

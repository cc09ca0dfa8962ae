"""The knowledge of one player about an OpenSpiel state, and nothing else."""

import random
from functools import cached_property

import pyspiel

from vorhand.agents.generic.budget import Budget
from vorhand.games.digests import digest_of
from vorhand.games.packs import part
from vorhand.native.errors import InputError

SOMETHING = -1
"""Placeholder for other players' actions in a history: OpenSpiel does not mark public ones."""


class ResamplingError(InputError):
    """A game that cannot draw another state of the same information set."""


class StateView:
    """The knowledge of one player at one of their turns: the `View` of any OpenSpiel game.

    Beliefs and evaluators are given a view instead of the state, so that they cannot access hidden
    cards. It contains the player's own strings and moves, and gives whole states only as worlds
    that the player cannot tell apart. The state it is made from is copied.
    """

    phase = "play"

    def __init__(self, state: pyspiel.State, player: int) -> None:
        self._state = state.clone()
        self.player = player

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StateView) and self._known == other._known

    def __hash__(self) -> int:
        return hash(self._known)

    @cached_property
    def _known(self) -> tuple[str, int, str]:
        return str(self.rules), self.player, self.information

    @cached_property
    def rules(self) -> pyspiel.Game:
        """The game that is played, with its parameters."""
        return self._state.get_game()

    @cached_property
    def game(self) -> str:
        """Short name of the game."""
        return str(self.rules.get_type().short_name)

    @cached_property
    def information(self) -> str:
        """The player's information state string."""
        return str(self._state.information_state_string(self.player))

    @cached_property
    def legal_actions(self) -> list[int]:
        """The player's legal actions, ascending."""
        return list(self._state.legal_actions(self.player))

    @cached_property
    def history(self) -> list[tuple[int, int]]:
        """Seat and action of each move; `SOMETHING` in place of another player's action."""
        moves = [(move.player, move.action) for move in self._state.full_history()]
        return [
            (seat, action if seat == self.player else SOMETHING)
            for seat, action in moves
            if seat >= 0
        ]

    def action_name(self, action: int) -> str:
        """Describe an action."""
        return str(self._state.action_to_string(self.player, action))

    def digest(self, seed: int = 0) -> int:
        """Compute 64 bits that depend only on a seed and on all that the player knows."""
        return digest_of((seed, *self._known))

    def resample(self, rng: random.Random) -> pyspiel.State:
        """Draw a state from the information set; raise ResamplingError if the game cannot."""
        try:
            return resampled(self._state, self.player, rng)
        except (pyspiel.SpielError, RuntimeError, NotImplementedError) as error:
            raise ResamplingError(
                f"game {self.game} cannot resample a state from an information set: {error}"
            ) from error

    def all_worlds(self) -> tuple[list[pyspiel.State], list[float]]:
        """Return all states of the player's information set, with their chance probabilities.

        The search walks the tree from the root, along histories that the player could not
        distinguish from this one at any turn.

        Raises:
            TooLargeError: the game is too large to be walked.
        """
        trail = self._trail()
        states: list[pyspiel.State] = []
        weights: list[float] = []
        budget = Budget(self._state)

        def walk(state: pyspiel.State, step: int, weight: float) -> None:
            budget.spend()
            if not self._looks_like(state, trail[step]):
                return
            if step == len(trail) - 1:
                states.append(state)
                weights.append(weight)
                return
            chances = state.chance_outcomes() if state.is_chance_node() else None
            for action, chance in chances or [(a, 1.0) for a in state.legal_actions()]:
                walk(state.child(action), step + 1, weight * chance)

        walk(self.rules.new_initial_state(), 0, 1.0)
        return states, weights

    def _trail(self) -> list[tuple[int, str]]:
        """Return, for each state so far, the player to move and this player's knowledge."""
        state = self.rules.new_initial_state()
        trail = [self._signature(state)]
        for action in self._state.history():
            state.apply_action(action)
            trail.append(self._signature(state))
        return trail

    def _signature(self, state: pyspiel.State) -> tuple[int, str]:
        mover = state.current_player()
        return mover, "" if mover < 0 else state.information_state_string(self.player)

    def _looks_like(self, state: pyspiel.State, signature: tuple[int, str]) -> bool:
        return not state.is_terminal() and self._signature(state) == signature


def resampled(state: pyspiel.State, player: int, rng: random.Random) -> pyspiel.State:
    """Draw a state of the same information set with the pack's function, else with the game's."""
    own = part(state.get_game().get_type().short_name, "agents")
    if own is not None and own.resample is not None:
        return own.resample(state, player, rng)
    return state.resample_from_infostate(player, rng.random)


def check_can_resample(game: pyspiel.Game) -> None:
    """Resample the state after a game's first chance moves; raise ResamplingError if that fails."""
    rng = random.Random(0)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    StateView(state, state.current_player()).resample(rng)

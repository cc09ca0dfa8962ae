"""A game with two suits of three cards: two in each hand and two unseen; players follow suit.

The returns are the tricks of either player less those of the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

SUITS, RANKS, HAND = 2, 3, 2
CARDS = SUITS * RANKS
NAMES = [f"{suit}{rank}" for suit in "ab" for rank in "JQK"]

_TYPE = pyspiel.GameType(
    short_name="python_small_whist",
    long_name="Small Whist",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=CARDS,
    max_chance_outcomes=CARDS,
    num_players=2,
    min_utility=-float(HAND),
    max_utility=float(HAND),
    utility_sum=0.0,
    max_game_length=2 * HAND,
)


class SmallWhistGame(pyspiel.Game):  # type: ignore[misc]
    """The game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> SmallWhistState:
        """Return the state before the deal."""
        return SmallWhistState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SmallWhistObserver:
        """Return the same observer for all purposes: it forgets nothing."""
        return SmallWhistObserver(params)


class SmallWhistState(pyspiel.State):  # type: ignore[misc]
    """Cards dealt in turn to both players, then played."""

    def __init__(self, game: SmallWhistGame) -> None:
        super().__init__(game)
        self.dealt: list[int] = []
        self.plays: list[int] = []
        self.tricks = [0, 0]
        self.leader = 0

    def hand(self, player: int) -> list[int]:
        """Return the cards that the player holds now."""
        return [card for card in self.dealt[player::2] if card not in self.plays]

    def current_player(self) -> int:
        if len(self.dealt) < 2 * HAND:
            return int(pyspiel.PlayerId.CHANCE)
        if len(self.plays) == 2 * HAND:
            return int(pyspiel.PlayerId.TERMINAL)
        return (self.leader + len(self.plays)) % 2

    def _legal_actions(self, player: int) -> list[int]:
        hand = sorted(self.hand(player))
        if len(self.plays) % 2 == 0:
            return hand
        suit = self.plays[-1] // RANKS
        return [card for card in hand if card // RANKS == suit] or hand

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = [card for card in range(CARDS) if card not in self.dealt]
        return [(card, 1 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        if len(self.dealt) < 2 * HAND:
            self.dealt.append(action)
            return
        self.plays.append(action)
        if len(self.plays) % 2 == 0:
            led, answer = self.plays[-2:]
            leader = self.leader
            beaten = answer // RANKS == led // RANKS and answer > led
            self.leader = 1 - leader if beaten else leader
            self.tricks[self.leader] += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return NAMES[action]

    def is_terminal(self) -> bool:
        return len(self.plays) == 2 * HAND

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0, 0.0]
        difference = float(self.tricks[0] - self.tricks[1])
        return [difference, -difference]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SmallWhistState:
        """Deal the unseen cards anew until the past play is legal."""
        while True:
            unseen = [c for c in range(CARDS) if c not in (*self.dealt[player::2], *self.plays)]
            dealt = list(self.dealt)
            for place in range(1 - player, len(dealt), 2):
                if dealt[place] not in self.plays:
                    dealt[place] = unseen.pop(int(sampler() * len(unseen)))
            state = SmallWhistState(self.get_game())
            for card in (*dealt, *self.plays):
                if card not in state.legal_actions():
                    break
                state.apply_action(card)
            else:
                return state

    def __str__(self) -> str:
        return (
            f"{' '.join(NAMES[c] for c in self.dealt)} / {' '.join(NAMES[c] for c in self.plays)}"
        )


class SmallWhistObserver:
    """Own cards as dealt, and all cards played in order."""

    def __init__(self, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observation parameters {params}: expected none")
        self.tensor = np.zeros(2 + HAND * CARDS + 2 * HAND * CARDS, np.float32)
        self.dict = {
            "player": self.tensor[:2],
            "dealt": self.tensor[2 : 2 + HAND * CARDS].reshape(HAND, CARDS),
            "plays": self.tensor[2 + HAND * CARDS :].reshape(2 * HAND, CARDS),
        }

    def set_from(self, state: SmallWhistState, player: int) -> None:
        """Fill in the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        for place, card in enumerate(state.dealt[player::2]):
            self.dict["dealt"][place, card] = 1
        for place, card in enumerate(state.plays):
            self.dict["plays"][place, card] = 1

    def string_from(self, state: SmallWhistState, player: int) -> str:
        """Return the observation as a line of text."""
        own, plays = (
            " ".join(NAMES[c] for c in cards) for cards in (state.dealt[player::2], state.plays)
        )
        return f"player {player} dealt {own or '-'} played {plays or '-'}"


pyspiel.register_game(_TYPE, SmallWhistGame)

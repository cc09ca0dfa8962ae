"""The simplest players, and OpenSpiel's own bots as agents."""

from __future__ import annotations

import random as random_numbers
from typing import Annotated, Literal

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts as spiel_ismcts
from open_spiel.python.algorithms import mcts as spiel_mcts

from vorhand.agents.generic.views import resampled
from vorhand.agents.montecarlo.bots import SeatBot, check_acting
from vorhand.agents.registry import AgentError, Range, Unset, register
from vorhand.games.packs import part


@register("random", instant=True)
def random(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Play a random legal action, all equally likely."""
    del game
    return pyspiel.make_uniform_random_bot(player, seed)


class FirstActionBot(SeatBot):
    """A player of the legal action with the lowest number."""

    def step(self, state: pyspiel.State) -> int:
        """Return the first legal action."""
        return int(state.legal_actions()[0])


@register("first", instant=True, keeps_state=False)
def first(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Play the legal action with the lowest number, always."""
    del game, seed
    return FirstActionBot(player)


_FINAL_POLICIES = {
    "visits": spiel_ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    "value": spiel_ismcts.ISMCTSFinalPolicyType.MAX_VALUE,
    "sampled": spiel_ismcts.ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT,
}


class SeededISMCTSBot(spiel_ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's ISMCTSBot with every random choice drawn from one seed.

    The published version resamples worlds with a separate seed, so that two bots with the same seed
    play differently.
    """

    def __init__(self, game: pyspiel.Game, seed: int, **settings: object) -> None:
        rng = np.random.RandomState(seed)
        evaluator = spiel_mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
        super().__init__(game=game, evaluator=evaluator, random_state=rng, **settings)
        own = part(game.get_type().short_name, "agents")
        self._own = own if own is not None and own.resample is not None else None
        if self._own is not None:
            self._own.check(game)
        draws = random_numbers.Random(seed)
        self.set_resampler(lambda state, player: resampled(state, player, draws))

    def get_state_key(self, state: pyspiel.State) -> tuple[int, str | int]:
        """Return the player to act and what they know, even in games without a string for it."""
        player = state.current_player()
        if self._own is not None:
            return player, self._own.view(state, player).digest()
        key: tuple[int, str] = super().get_state_key(state)
        return key

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play, as a plain int.

        Raises:
            ValueError: no single player is to act: it is chance's turn, or the game is over.
        """
        check_acting(state)
        return int(super().step(state))

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Return pairs of an action and its probability; errors as in `step`."""
        check_acting(state)
        return list(super().get_policy(state))

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """Return the probabilities and the action drawn from them; errors as in `step`."""
        check_acting(state)
        policy, action = super().step_with_policy(state)
        return policy, int(action)

    def restart(self) -> None:
        """Do nothing: every search starts anew."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Do nothing: every search starts anew."""


@register("openspiel:ismcts")
def openspiel_ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    max_simulations: Annotated[int, Range(1, 10_000_000)] = 100,
    uct_c: Annotated[float, Range(0)] = 2.0,
    max_world_samples: Annotated[int | None, Range(1, 1_000_000), Unset("no limit")] = None,
    final_policy: Literal["visits", "value", "sampled"] = "visits",
) -> pyspiel.Bot:
    """Play by OpenSpiel's IS-MCTS in Python (the one in C++ cannot play Python games)."""
    del player
    _check_hidden(game)
    return SeededISMCTSBot(
        game,
        seed,
        uct_c=uct_c,
        max_simulations=max_simulations,
        max_world_samples=-1 if max_world_samples is None else max_world_samples,
        final_policy_type=_FINAL_POLICIES[final_policy],
    )


def _check_hidden(game: pyspiel.Game) -> None:
    kind = game.get_type()
    if kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        raise AgentError(
            f"game {kind.short_name}: nothing is hidden in it, so there are no information sets to "
            "search; expected openspiel:mcts"
        )


class OpenMCTSBot(SeatBot):
    """OpenSpiel's MCTS over the true state.

    Its own ``step`` runs games written in Python without the interpreter lock (open_spiel 2.0.2),
    which crashes the process; `mcts_search` does not.
    """

    def __init__(self, player: int, search: pyspiel.MCTSBot) -> None:
        super().__init__(player)
        self._search = search

    def step(self, state: pyspiel.State) -> int:
        """Return the best action of the search."""
        return int(self._search.mcts_search(state).best_child().action)


@register("openspiel:mcts", sees_hidden_cards=True)
def openspiel_mcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    max_simulations: Annotated[int, Range(1, 10_000_000)] = 100,
    uct_c: Annotated[float, Range(0)] = 2.0,
    rollouts: Annotated[int, Range(1, 1_000_000)] = 1,
    solve: bool = True,
) -> pyspiel.Bot:
    """Play by OpenSpiel's MCTS (C++) with random playouts; it searches the true, open state."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    search = pyspiel.MCTSBot(game, evaluator, uct_c, max_simulations, 1000, solve, seed, False)
    return OpenMCTSBot(player, search)


@register("ismcts")
def ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    simulations: Annotated[int, Range(1, 10_000_000)] = 100,
    exploration: Annotated[float, Range(0)] = 2.0,
) -> pyspiel.Bot:
    """Play by IS-MCTS with random playouts (OpenSpiel's, or compiled for card games)."""
    return openspiel_ismcts(game, player, seed, max_simulations=simulations, uct_c=exploration)


class DeterminisedMCTSBot(SeatBot):
    """OpenSpiel's MCTS in each of several resampled worlds; plays the move most visited overall."""

    def __init__(
        self,
        game: pyspiel.Game,
        player: int,
        seed: int,
        worlds: int,
        simulations: int,
        exploration: float,
    ) -> None:
        super().__init__(player)
        self._rng = random_numbers.Random(seed)
        self._worlds = worlds
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        each = max(1, simulations // worlds)
        self._search = pyspiel.MCTSBot(game, evaluator, exploration, each, 1000, False, seed, False)

    def restart(self) -> None:
        """Do nothing: every search starts anew."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Do nothing: every search starts anew."""

    def step(self, state: pyspiel.State) -> int:
        """Return the most visited action; among equals the lowest number."""
        visits = dict.fromkeys(state.legal_actions(), 0)
        for _ in range(self._worlds):
            world = resampled(state, state.current_player(), self._rng)
            for child in self._search.mcts_search(world).children:
                visits[child.action] += child.explore_count
        return int(max(visits, key=lambda action: (visits[action], -action)))


@register("mcts")
def mcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: Annotated[int, Range(1, 1_000_000)] = 10,
    simulations: Annotated[int, Range(1, 10_000_000)] = 200,
    exploration: Annotated[float, Range(0)] = 2.0,
) -> pyspiel.Bot:
    """Play by determinised MCTS: the simulations are divided among resampled worlds."""
    return DeterminisedMCTSBot(game, player, seed, worlds, simulations, exploration)

"""OpenSpiel's information set Monte Carlo tree search as an agent."""

import random as random_numbers
from typing import Annotated, Literal

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts as spiel_ismcts
from open_spiel.python.algorithms import mcts as spiel_mcts

from vorhand.agents.generic.views import resampled
from vorhand.agents.montecarlo.bots import check_acting
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import AgentError, Range, Unset, register
from vorhand.games.packs import part

_FINAL_POLICIES = {
    "visits": spiel_ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    "value": spiel_ismcts.ISMCTSFinalPolicyType.MAX_VALUE,
    "sampled": spiel_ismcts.ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT,
}


class SeededISMCTSBot(spiel_ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's ISMCTSBot with every random choice drawn from one seed.

    The published version resamples worlds with a separate seed.
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
        """Return the player to act and a key of their knowledge: a digest or a string."""
        player = state.current_player()
        if self._own is not None:
            return player, self._own.view(state, player).digest()
        key: tuple[int, str] = super().get_state_key(state)
        return key

    def step(self, state: pyspiel.State) -> int:
        """Return the action as a plain int; raise ValueError if no single player is to act."""
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
        """Do nothing: every search starts from scratch."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Do nothing: every search starts from scratch."""


@register("openspiel:ismcts")
def openspiel_ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    max_simulations: Simulations = 100,
    uct_c: Exploration = 2.0,
    max_world_samples: Annotated[int | None, Range(1, 1_000_000), Unset("no limit")] = None,
    final_policy: Literal["visits", "value", "sampled"] = "visits",
) -> pyspiel.Bot:
    """Play by OpenSpiel's IS-MCTS in Python (the C++ version cannot play Python games)."""
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

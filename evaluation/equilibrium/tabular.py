"""Whole strategies of agents as OpenSpiel policies, and their values, for small games."""

from collections.abc import Sequence

import numpy as np
import pyspiel
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import best_response, expected_game_score, exploitability

from vorhand.agents.generic.equilibrium import Solution
from vorhand.agents.generic.evaluators.played_out import chooser
from vorhand.agents.generic.views import StateView
from vorhand.agents.spec import Spec


def tabulate(game: pyspiel.Game, agent: Spec | str) -> spiel_policy.TabularPolicy:
    """Return the move probabilities of an agent that plays from a view, in a game for two."""
    spec = Spec.parse(agent) if isinstance(agent, str) else agent
    choose = chooser(spec, game, 0)
    table = spiel_policy.TabularPolicy(game)
    done: set[str] = set()

    def fill(state: pyspiel.State) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            key = state.information_state_string()
            if key not in done:
                done.add(key)
                row = table.policy_for_key(key)
                row[:] = 0
                for action, chance in choose(StateView(state, state.current_player())).items():
                    row[action] = chance
        for action in state.legal_actions():
            fill(state.child(action))

    fill(game.new_initial_state())
    return table


def tabulate_solution(game: pyspiel.Game, solution: Solution) -> spiel_policy.TabularPolicy:
    """Return a solution of the game as OpenSpiel's table."""
    table = spiel_policy.TabularPolicy(game)
    for key, row in solution.table.items():
        chances = table.policy_for_key(key)
        chances[:] = 0
        for action, chance in row.items():
            chances[action] = chance
    return table


def value(game: pyspiel.Game, policies: Sequence[spiel_policy.Policy]) -> list[float]:
    """Return the value for each player if player p follows ``policies[p]``."""
    scores = expected_game_score.policy_value(game.new_initial_state(), list(policies))
    return [float(score) for score in np.asarray(scores)]


def against_best_response(game: pyspiel.Game, policy: spiel_policy.Policy, player: int) -> float:
    """Return the value of ``policy`` for ``player`` against a best response.

    The game must be a zero-sum game for two.
    """
    response = best_response.BestResponsePolicy(game, 1 - player, policy)
    return -float(response.value(game.new_initial_state()))


def exploitability_of(game: pyspiel.Game, policy: spiel_policy.Policy) -> float:
    """Return the mean over the players of the gain of a best response (OpenSpiel's definition)."""
    return float(exploitability.exploitability(game, policy))

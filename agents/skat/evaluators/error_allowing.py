"""Error-allowing minimax at Skat."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.parameters import AgentError, Threads
from vorhand.agents.registry import Range, evaluator
from vorhand.agents.skat.evaluators.values import Depth, Objective, check_steps, stakes_of
from vorhand.agents.skat.outcomes import Exactness, card_play, check_levels
from vorhand.agents.skat.policy_networks import policy_from
from vorhand.agents.skat.worlds import GAMES, SkatWorlds
from vorhand.games.skat.cards import card_set
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native

Errors: TypeAlias = Literal["alike", "policy"]


@evaluator("error_allowing", games=GAMES, tells=("m", "p", "a"))
def _error_allowing(
    *,
    objective: Objective = "score",
    depth: Depth = 1,
    values: Exactness = "exact",
    errors: Errors = "alike",
    temperature: Annotated[float, Range(0.01, 100)] = 1.0,
    threads: Threads = 1,
) -> Evaluator:
    """Value moves by error-allowing minimax (Wisser).

    The other side moves at nodes of MIN. An error is a card that changes the payoff of the deal.

    depth: turns of the other side at which errors count; -1: all. errors: the probabilities of the
    other side's cards: equal, or those of the shipped policy in the view of the player to move.
    temperature: the temperature of the policy; a higher one gives more errors.
    """
    check_levels(values, objective)
    check_steps(objective)
    if depth == 0:
        raise AgentError("depth=0: expected at least 1, or -1 for all")
    if errors != "policy" and temperature != 1:
        raise AgentError(f"temperature={temperature}: expected with errors=policy only")
    policy = policy_from() if errors == "policy" else None

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        triples = native.error_allowing(
            card_play(view),
            worlds.rows,
            depth,
            threads,
            objective,
            values,
            card_set(moves),
            policy,
            temperature,
        )
        m, p, a = (np.asarray(part)[:, list(moves)] for part in triples)
        return Values(m, {"m": m, "p": p, "a": a}, stakes_of(view, worlds.rows, objective))

    return evaluate

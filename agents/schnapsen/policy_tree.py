"""A tree search at Schnapsen over what the player sees, against an opponent played by the policy.

Open hands plan for each world anew, as if the player knew the opponent's hand and the order of the
talon; here one plan serves all worlds that look the same. How: `native/src/schnapsen/policy/
policy_tree.hpp`. Once nobody draws any more, open hands decide, with errors of the opponent
allowed, as in `pvp`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import MonteCarloBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.decisions import Presumed
from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.montecarlo.search import Decide, MonteCarlo
from vorhand.agents.montecarlo.ties import shared
from vorhand.agents.registry import BeliefSpec, Range, Unset, make, register
from vorhand.agents.schnapsen.beliefs import WITH_POLICY
from vorhand.agents.schnapsen.evaluators import error_allowing, worth_of_points
from vorhand.agents.schnapsen.match_values import MEASURED
from vorhand.agents.schnapsen.part import PART
from vorhand.agents.spec import Spec
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native import schnapsen as native

ITERATIONS = 8000
"""Of a decision, where nothing is said: some 20 ms."""
_MOST_ITERATIONS = 10_000_000
_MOST_WORLDS = 16_384  # drawn beforehand; each iteration takes one of them
_WORLDS_AT_LAST = 100  # once nobody draws any more
_NO_LIMIT = 1e9


@register("policy_tree", games=WITH_POLICY)
def policy_tree(
    game: SchnapsenGame,
    player: int,
    seed: int,
    *,
    iterations: Annotated[
        int | None, Range(1, _MOST_ITERATIONS), Unset(f"{ITERATIONS}, with seconds no limit")
    ] = None,
    seconds: Annotated[float | None, Range(0, 86_400), Unset("no limit")] = None,
    exploration: Annotated[float, Range(0)] = 1.0,
    belief: BeliefSpec = Spec("policy"),
    match_values: str = MEASURED,
) -> pyspiel.Bot:
    """Tree search over what the player sees; the opponent plays by the policy of a search.

    iterations: of the search; each draws a world.
    exploration: how much the policy's opinion of an action counts against what the search found.
    belief: draws the worlds.
    match_values: P(match state), see error_allowing; what is maximised in matches.
    """
    if iterations is None:
        iterations = ITERATIONS if seconds is None else _MOST_ITERATIONS
    believe: Belief = make("belief", belief, game, seed)
    at_last = MonteCarlo(
        believe,
        error_allowing(game, match_values=match_values),
        Presumed(0.0, by_worth=True),
        shared(),
        _WORLDS_AT_LAST,
        seconds,
    )
    limit = _NO_LIMIT if seconds is None else seconds
    decide = _searched(game, iterations, limit, exploration, believe, match_values, at_last)
    return MonteCarloBot(PART, player, seed, decide)


def _searched(
    game: SchnapsenGame,
    iterations: int,
    seconds: float,
    exploration: float,
    believe: Belief,
    match_values: str,
    at_last: Decide,
) -> Decide:
    policy = native.shipped_policy()
    worth_at = worth_of_points(game, match_values)

    def decide(view: SchnapsenView, seed: int) -> Choice:
        if not view.deal.open:
            return at_last(view, seed)
        worlds = believe(view, min(iterations, _MOST_WORLDS), seed)
        counts, means = policy.tree(
            view.rules,
            view.deal,
            view.player,
            worlds.rows,
            worlds.weights,
            worth_at(view).tolist(),
            iterations,
            exploration,
            seconds,
            seed,
        )
        visits, scores = np.asarray(counts), np.asarray(means)
        return Choice.of(
            view,
            view.legal_actions[int(np.lexsort((np.nan_to_num(scores, nan=-np.inf), visits))[-1])],
            "tree",
            scores=tuple(scores.tolist()),
            diagnostics={"visits": tuple(visits.tolist())},
            worlds=int(visits.sum()),
            possible=worlds.possible,
        )

    return decide

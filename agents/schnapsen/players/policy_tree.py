"""A tree search at Schnapsen over the player's observations; the opponent plays by a policy.

Open-hand search makes a separate plan for each world, as if the player knew the opponent's hand and
the order of the talon. Here one plan serves all indistinguishable worlds. See
`native/src/schnapsen/policy/policy_tree.hpp`. Once no cards are drawn any more, the agent `pvp`
decides, with the same belief.
"""

import time
from collections.abc import Callable
from typing import Annotated, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.advisers import presumed
from vorhand.agents.montecarlo.bots import MonteCarloBot, ViewBot
from vorhand.agents.montecarlo.checks import check_worlds
from vorhand.agents.montecarlo.choice import Choice, Estimates
from vorhand.agents.montecarlo.frame import Belief, Floats, GaugeSource
from vorhand.agents.montecarlo.search import Decide
from vorhand.agents.parameters import Exploration, Seconds
from vorhand.agents.registry import BeliefSpec, Range, Unset, make, make_bot, register
from vorhand.agents.schnapsen import AGENTS
from vorhand.agents.schnapsen.evaluators.values import stake_of, unit_of, worth_of_points
from vorhand.agents.schnapsen.match_values import MEASURED
from vorhand.agents.schnapsen.worlds import WITH_POLICY, check_whole_pack
from vorhand.agents.spec import Spec
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native import schnapsen as native

ITERATIONS = 8000
_MOST_ITERATIONS = 1_000_000
MOST_WORLDS = 16_384  # maximum number of worlds from which hands are drawn
WORLDS_AT_LAST = 100  # number of worlds once no cards are drawn any more
Iterations: TypeAlias = Annotated[
    int | None,
    Range(1, _MOST_ITERATIONS),
    Unset(f"{ITERATIONS}, with seconds {_MOST_ITERATIONS}"),
]
Least: TypeAlias = Annotated[int, Range(0, _MOST_ITERATIONS)]


@register("policy_tree", games=WITH_POLICY, fitted=("match_values.json", "schnapsen_policy.bin"))
def policy_tree(
    game: SchnapsenGame,
    player: int,
    seed: int,
    *,
    iterations: Iterations = None,
    seconds: Seconds = None,
    exploration: Exploration = 1.0,
    belief: BeliefSpec = Spec("policy"),
    match_values: str = MEASURED,
    least: Least = 0,
) -> pyspiel.Bot:
    """Search a tree over the player's observations; the opponent plays by a search's policy.

    iterations: number of iterations of the search; each iteration draws a world. exploration:
    weight of the policy's preferences relative to the results of the search. belief: draws the
    worlds. match_values: P(match state), see error_allowing; the chance to win is maximised in
    matches. least: minimum number of visits of each action. Missing visits are made after the
    search to estimate the actions; they do not change the choice. Grades compare the first `least`
    visits of each action; with `least=0` nothing is graded.
    """
    check_whole_pack(game)
    if iterations is None:
        iterations = ITERATIONS if seconds is None else _MOST_ITERATIONS
    worlds = WORLDS_AT_LAST if seconds is None else None
    given = {"worlds": worlds, "seconds": seconds, "belief": belief, "match_values": match_values}
    bot: ViewBot = make_bot(Spec.of_given("pvp", given), game, player, seed, seated=False)
    decide = _searched(
        iterations,
        np.inf if seconds is None else seconds,
        exploration,
        least,
        make("belief", belief, game, seed),
        worth_of_points(game, match_values),
        unit_of(game),
        bot,
    )
    return MonteCarloBot(AGENTS, player, seed, decide)


def _searched(
    iterations: int,
    seconds: float,
    exploration: float,
    least: int,
    believe: Belief,
    worth_at: Callable[[SchnapsenView], Floats],
    unit: str,
    at_last: ViewBot,
) -> Decide:
    policy = native.shipped_policy()

    def decide(view: SchnapsenView, seed: int) -> Choice:
        if not view.deal.open:
            return presumed(at_last.consider(view))
        begun = time.monotonic()
        worlds = believe(view, min(iterations, MOST_WORLDS), seed)
        check_worlds(worlds)
        worth_of = worth_at(view)
        left = max(0.0, seconds - (time.monotonic() - begun))
        found = policy.tree(
            view.rules,
            view.deal,
            view.player,
            worlds.rows,
            worlds.weights,
            worth_of.tolist(),
            iterations,
            exploration,
            left,
            seed,
            least,
        )
        visits, worth, errors, chances, first_worth, first_errors = map(np.asarray, found)
        first = Estimates(tuple(first_worth.tolist()), tuple(first_errors.tolist()), least)
        best = np.lexsort((np.nan_to_num(worth, nan=-np.inf), visits))[-1]
        return Choice.of(
            view,
            view.legal_actions[int(best)],
            "tree",
            unit=unit,
            method="tree",
            chance=GaugeSource("search", "chance"),
            scores=tuple(worth.tolist()),
            errors=tuple(errors.tolist()),
            diagnostics={"chance": tuple(chances.tolist()), "visits": tuple(visits.tolist())},
            worlds=int(visits.sum()),
            possible=worlds.possible,
            comparable=first,
            stake=stake_of(worth_of),
        )

    return decide

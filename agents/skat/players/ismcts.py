"""Information set Monte Carlo tree search at Skat."""

import functools
from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import MonteCarloBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.montecarlo.presets import bidder_of, check_memory, check_playouts, seeing
from vorhand.agents.montecarlo.search import Decide, remembered, shared_memory
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import BeliefSpec, Range, Unset, make, make_bot, register
from vorhand.agents.skat import AGENTS, BIDDER
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.compiled_players import compiled_player, is_compiled
from vorhand.agents.skat.evaluators.values import Objective
from vorhand.agents.skat.outcomes import Rest, card_play, rests_by
from vorhand.agents.skat.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native
from vorhand.native.skat_monte_carlo import Player

Observers: TypeAlias = Literal["single", "multiple"]
Playouts: TypeAlias = Callable[[SkatView, int], Player | Rest]
"""A function from the view and the seed of a search to its playouts."""

_UNIFORM = Spec("uniform")


@register("ismcts", games=GAMES, fitted=("rule_player_cards.tsv",))
def ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    iterations: Simulations = 1600,
    playout: Spec = Spec("rule"),
    exploration: Exploration = 0.7,
    observers: Observers = "single",
    objective: Objective = "score",
    own_seed: Annotated[int | None, Range(0), Unset("of the game and seat")] = None,
    remember: bool = False,
    bidder: Spec = BIDDER,
    belief: BeliefSpec = _UNIFORM,
) -> pyspiel.Bot:
    """Search by information set Monte Carlo tree search (Cowling, Powley and Whitehouse).

    belief: draws the world of each iteration.
    """
    if remember:
        check_memory(own_seed, playout, game.get_type().short_name, "agent")
    seed = seed if own_seed is None else own_seed
    playouts = tree_playouts(playout, game)
    drawn = None if belief == _UNIFORM else make("belief", belief, game, seed)
    decide = searched(iterations, playouts, exploration, observers, objective, drawn)
    if remember:
        kind = ("ismcts", str(game), iterations, playout, exploration, observers, objective, belief)
        decide = remembered(shared_memory(kind), decide)
    part = seeing(AGENTS, belief, game)
    return MonteCarloBot(part, player, seed, decide, bidder_of(part, bidder, game, player, seed))


def tree_playouts(playout: Spec, game: SkatGame) -> Playouts:
    """Make the playouts of a tree search by any agent, in compiled code if it is compiled."""
    if is_compiled(playout):
        player = compiled_player(playout)
        return lambda view, seed: player
    make = functools.partial(make_bot, playout, game, seated=False)
    make(0, 0)  # raises the errors of the agent now
    check_playouts(Spec("ismcts", (("playout", playout),)), game.get_type().short_name, "agent")
    return functools.partial(rests_by, make, game)


def searched(
    iterations: int,
    playouts: Playouts,
    exploration: float,
    observers: str,
    objective: Objective,
    belief: Belief | None = None,
) -> Decide:
    """Make a decision function that plays the most visited move of an IS-MCTS.

    The settings are those of ``vorhand.native.skat_monte_carlo.ismcts``. The belief draws as many
    worlds as there are iterations, or all; each iteration takes one of them at random, by weight.
    Without a belief all worlds are equally likely.
    """

    def decide(view: SkatView, seed: int) -> Choice:
        play = card_play(view)
        worlds = (belief or uniform)(view, iterations if belief else 1, seed)
        rest = playouts(view, seed)
        settings = (iterations, rest, exploration, observers, objective, seed)
        weights = worlds.weights if belief else None
        visits, _, reward, nodes = native.ismcts(play, worlds.rows, *settings, weights=weights)
        columns = list(view.legal_actions)
        counts = np.asarray(visits)[columns]
        return Choice.of(
            view,
            columns[int(np.argmax(counts))],
            "tree",
            scores=tuple(np.asarray(reward)[columns].tolist()),
            diagnostics={"visits": tuple(counts.tolist())},
            worlds=iterations,
            possible=worlds.possible,
            notes={"nodes": nodes},
        )

    return decide

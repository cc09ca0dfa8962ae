"""Players of Skat in addition to the presets: tree search, the bidder alone, and the cheater."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import (
    MonteCarloBot,
    SeatBot,
    ViewBot,
)
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.decisions import weighted_mean
from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.montecarlo.presets import (
    bidder_of,
    check_memory,
    check_playouts,
    seeing,
)
from vorhand.agents.montecarlo.search import (
    Decide,
    MonteCarlo,
    remembered,
    shared_memory,
)
from vorhand.agents.montecarlo.ties import first
from vorhand.agents.registry import BeliefSpec, Range, Unset, make, make_bot, register
from vorhand.agents.skat.bidding.bidder import Bidder, monte_carlo_bidder
from vorhand.agents.skat.bidding.correction import fitted
from vorhand.agents.skat.bidding.kermit import MOST_WAYS, THRESHOLD, Players, kermit_bidder
from vorhand.agents.skat.bidding.knn import knn_bidder
from vorhand.agents.skat.compiled import compiled_player, is_compiled
from vorhand.agents.skat.densities import uniform
from vorhand.agents.skat.evaluators import GAMES, Objective, valued
from vorhand.agents.skat.outcomes import Rest, card_play, open_hand, rests_by, true_world
from vorhand.agents.skat.part import BIDDER, PART
from vorhand.agents.skat.rule import by_rule, view_of
from vorhand.agents.skat.worlds import SkatWorlds
from vorhand.agents.spec import Spec
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native
from vorhand.native.skat import Deal, Phase
from vorhand.native.skat_monte_carlo import Player

Observers: TypeAlias = Literal["single", "multiple"]
Playouts: TypeAlias = Callable[[SkatView, int], Player | Rest]
"""A factory of the playouts of a decision, by the view and the seed of the search."""
_UNIFORM = Spec("uniform")


@register("ismcts", games=GAMES)
def ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    iterations: Annotated[int, Range(1, 10_000_000)] = 1600,
    playout: Spec = Spec("rule"),
    exploration: Annotated[float, Range(0)] = 0.7,
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
    part = seeing(PART, belief, game)
    return MonteCarloBot(part, player, seed, decide, bidder_of(part, bidder, game, player, seed))


def tree_playouts(playout: Spec, game: SkatGame) -> Playouts:
    """Make the playouts of a tree search by any agent, in compiled code if it is compiled.

    Raises:
        SpecError, AgentError: there is no such agent, or it cannot be used in a playout.
    """
    if is_compiled(playout):
        player = compiled_player(playout)
        return lambda view, seed: player
    make = functools.partial(make_bot, playout, game, seated=False)
    make(0, 0)  # raises now what is wrong with it
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
    """Make a decision by information set Monte Carlo tree search; it plays the most visited move.

    Args:
        iterations: the number of iterations.
        playouts: make the playouts of a decision.
        exploration: weight of the confidence bounds.
        observers: single or multiple, see ``vorhand.native.skat_monte_carlo.ismcts``.
        objective: the worth of a playout.
        belief: draws the worlds, a different one for each iteration as long as there are any, then
            by weight; None: all worlds are equally likely.
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


class BidderBot(ViewBot):
    """A player that bids by a bidder and plays cards as the rule player.

    Args:
        player: its seat.
        seed: of the bidder's worlds.
        bidder: makes the decisions before the card play.
    """

    def __init__(self, player: int, seed: int, bidder: Bidder) -> None:
        super().__init__(player, seed, view_of)
        self._seed = seed
        self._bidder = bidder

    def consider(self, view: SkatView) -> Choice:
        """Return the bidder's decision; in the card play the rule player's card."""
        return by_rule(view) if view.phase == Phase.PLAY else self._bidder(view, self._seed)


@register("mc_bidder", games=GAMES)
def mc_bidder(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: Annotated[int, Range(4, 100_000)] = 160,
    threshold: Annotated[float, Range(0, 1)] = 0.6,
) -> pyspiel.Bot:
    """Bid, discard and declare by open-hand play over worlds; play cards as rule does."""
    del game
    return BidderBot(player, seed, monte_carlo_bidder(worlds, threshold, fitted()))


@register("kermit", games=GAMES, keeps_state=False)
def kermit(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    threshold: Annotated[float, Range(0, 1)] = THRESHOLD,
    sure: bool = True,
    against: Players = "rule",
    tried: Annotated[int, Range(0, MOST_WAYS)] = 0,
) -> pyspiel.Bot:
    """Bid, discard and declare by learned chances over all skats; play cards as rule does.

    Games that are proven to be won against every layout count as won, unless ``sure`` is false.

    against: the players from whose games the chances were learned.
    tried: the number of pairs of discards and a declaration that are played out by policies.
    """
    del game
    bidder = kermit_bidder(threshold, sure=sure, against=against, tried=tried)
    return BidderBot(player, seed, bidder)


@register("knn", games=GAMES, keeps_state=False)
def knn(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    threshold: Annotated[float, Range(0, 1)] = 0.6,
) -> pyspiel.Bot:
    """Bid by the open-hand values of the most similar hands; play cards as rule does."""
    del game
    return BidderBot(player, seed, knn_bidder(threshold))


class PerfectBot(SeatBot):
    """A cheater in the card play, perfect against players who see all cards too.

    Args:
        player: its seat.
        bidder: makes the decisions before the card play.
    """

    def __init__(self, player: int, bidder: ViewBot) -> None:
        super().__init__(player)
        self._bidder = bidder

    def step(self, state: pyspiel.State) -> int:
        """Return the action to play."""
        deal: Deal = state.deal
        view = view_of(state, state.current_player())
        if view.phase != Phase.PLAY or len(view.legal_actions) == 1:
            return self._bidder.step(state)
        return self.explain_open(view, deal).move

    def explain_open(self, view: SkatView, deal: Deal) -> Choice:
        """Return the decision with the cards as they lie in the deal."""

        def belief(view: SkatView, n: int, seed: int) -> SkatWorlds:
            return Worlds(true_world(deal), np.ones(1), 1)

        evaluator = valued(open_hand(), "score")
        decide = MonteCarlo(belief, evaluator, weighted_mean, first(), 1)
        return replace(decide(view, 0), reason="open hand")


@register("perfect", games=GAMES, sees_hidden_cards=True)
def perfect(game: pyspiel.Game, player: int, seed: int, *, bidder: Spec = BIDDER) -> pyspiel.Bot:
    """Cheat: see all cards and play them perfectly; an upper bound, not a player."""
    bot = bidder_of(PART, bidder, game, player, seed)
    assert bot is not None
    return PerfectBot(player, bot)

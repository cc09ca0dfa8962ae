"""Monte Carlo players put together from a belief, an evaluator and a decision rule.

They play any OpenSpiel game: with every consistent world where the game is small enough
to be walked, or with worlds drawn by the game's own sampler.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.generic.beliefs import Belief, every_world, sampled
from vorhand.agents.generic.error_allowing import error_allowing
from vorhand.agents.generic.evaluators import Chooser, open_hand_for, played_out
from vorhand.agents.generic.vector_search import EVALUATORS
from vorhand.agents.generic.views import View, check_can_resample
from vorhand.agents.montecarlo.bots import ChoosingBot
from vorhand.agents.montecarlo.decisions import (
    Decision,
    best_moves,
    most_votes,
    presumed_payoff,
    weighted_mean,
)
from vorhand.agents.registry import AgentError, Range, make_bot, register
from vorhand.agents.spec import Spec

Ties: TypeAlias = Literal["shared", "first", "last"]
WorldCount: TypeAlias = Annotated[int, Range(1)]
Share: TypeAlias = Annotated[float, Range(0, 1)]


class ComposedBot(ChoosingBot):
    """Values every move in every world of its belief and plays the best by its rule.

    With every consistent world its choice follows from the information state alone, and is
    remembered by it; with sampled worlds it is drawn anew each time.

    Args:
        player: its seat.
        seed: of its random choices.
        belief: gives the worlds.
        evaluator: values the moves in each.
        decision: makes one score a move of them.
        ties: equally good moves share the probability, or the first or last is played.
    """

    def __init__(
        self,
        player: int,
        seed: int,
        belief: Belief,
        evaluator: Any,
        decision: Decision,
        ties: Ties,
    ) -> None:
        super().__init__(player, seed)
        self._belief = belief
        self._evaluator = evaluator
        self._decision = decision
        self._ties = ties
        self._remembered: dict[str, dict[int, float]] = {}

    def choose(self, view: View) -> dict[int, float]:
        """Probability of each legal move, from what the player at turn knows."""
        exhaustive = self._belief is every_world
        if exhaustive and (known := self._remembered.get(view.information)) is not None:
            return known
        worlds = self._belief(view, self._rng)
        values = self._evaluator(view, worlds, view.moves)
        best = best_moves(self._decision(values, worlds.weights))
        if self._ties != "shared":
            kept = np.flatnonzero(best)[0 if self._ties == "first" else -1]
            best = np.arange(best.size) == kept
        chances = best / best.sum()
        choice = {move: float(c) for move, c in zip(view.moves, chances, strict=True)}
        if exhaustive:
            self._remembered[view.information] = choice
        return choice


def _belief(game: pyspiel.Game, worlds: int | None) -> Belief:
    if worlds is None:
        return every_world
    check_can_resample(game)
    return sampled(worlds)


@register("pimc")
def pimc(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount | None = None,
    ties: Ties = "shared",
    rule: Literal["mean", "votes"] = "mean",
) -> pyspiel.Bot:
    """Perfect-information Monte Carlo by open-hand search; worlds unset: all of them."""
    decision = weighted_mean if rule == "mean" else most_votes
    belief = _belief(game, worlds)
    return ComposedBot(player, seed, belief, open_hand_for(game), decision, ties)


@register("iimc")
def iimc(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    playout: Spec = Spec("pimc"),
    worlds: WorldCount | None = None,
    ties: Ties = "shared",
) -> pyspiel.Bot:
    """Imperfect-information Monte Carlo: each world is played out by another agent."""
    evaluator = played_out(chooser(playout, game, seed))
    return ComposedBot(player, seed, _belief(game, worlds), evaluator, weighted_mean, ties)


def _vector_player(
    kind: str, game: pyspiel.Game, player: int, seed: int, worlds: int | None, ties: Ties
) -> pyspiel.Bot:
    belief = _belief(game, worlds)
    return ComposedBot(player, seed, belief, EVALUATORS[kind], weighted_mean, ties)


@register("vm")
def vm(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount | None = None,
    ties: Ties = "shared",
) -> pyspiel.Bot:
    """Vector minimax (Frank and Basin): one strategy for all worlds against clairvoyants."""
    return _vector_player("vm", game, player, seed, worlds, ties)


@register("prm")
def prm(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount | None = None,
    ties: Ties = "shared",
) -> pyspiel.Bot:
    """Payoff-reduction minimax (Frank, Basin and Matsubara)."""
    return _vector_player("prm", game, player, seed, worlds, ties)


@register("ppp")
def ppp(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount | None = None,
    knowledge: Share = 0.0,
    ties: Ties = "shared",
) -> pyspiel.Bot:
    """Presumed-payoff PIMC (Wisser): counts on errors of opponents who do not see the cards."""
    decision = presumed_payoff(knowledge)
    return ComposedBot(player, seed, _belief(game, worlds), error_allowing, decision, ties)


@register("pvp")
def pvp(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount | None = None,
    knowledge: Share = 0.0,
    ties: Ties = "shared",
) -> pyspiel.Bot:
    """Presumed-value PIMC (Wisser); a single game is worth its payoff, so it plays as ppp."""
    return ppp(game, player, seed, worlds=worlds, knowledge=knowledge, ties=ties)


def chooser(spec: Spec, game: pyspiel.Game, seed: int) -> Chooser:
    """An agent as a function from the view of any seat to probabilities of its moves.

    Raises:
        AgentError: the agent does not play from a view.
    """
    if spec.name == "random":
        return lambda view: dict.fromkeys(view.moves, 1 / len(view.moves))
    bots = [make_bot(spec, game, seat, seed) for seat in range(game.num_players())]
    if not all(hasattr(bot, "choose") for bot in bots):
        raise AgentError(
            f"playout={spec}: expected random, cfr or an agent of belief, evaluator and decision"
        )
    return lambda view: bots[view.player].choose(view)

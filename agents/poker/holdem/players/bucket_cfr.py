"""A CFR player of hold'em over buckets of hands."""

from typing import Annotated

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import ViewBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.poker.holdem.abstraction import SEEDS, Abstraction, hand_strength, solve
from vorhand.agents.poker.holdem.view import HoldemView
from vorhand.agents.registry import Range, register


class BucketBot(ViewBot):
    """A player that follows the strategy of an abstraction."""

    def __init__(self, player: int, seed: int, abstraction: Abstraction) -> None:
        super().__init__(player, seed, HoldemView)
        self._seed = seed
        self._abstraction = abstraction

    def consider(self, view: HoldemView) -> Choice:
        """Return a choice with the strategy's probabilities for the bucket of the hand."""
        own, board = np.array(view.hole, np.int8), np.array(view.board, np.int8)
        held = hand_strength(own, board, view.digest(self._seed) % SEEDS)
        street = int(view.betting.rounds[view.node])
        bucket = self._abstraction.bucket(street, held)
        row = self._abstraction.strategy[view.node, bucket]
        chances = tuple(float(row[move]) for move in view.legal_actions)
        best = view.legal_actions[int(np.argmax(chances))]
        return Choice.of(view, best, "table", chances=chances)


@register("bucket_cfr", games=("universal_poker",))
def bucket_cfr(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    buckets: Annotated[int, Range(2, 50)] = 5,
    iterations: Annotated[int, Range(1, 10_000_000)] = 50_000,
    solver_seed: Annotated[int, Range(0)] = 0,
) -> pyspiel.Bot:
    """Play by CFR over buckets of hands; making the player solves it in some seconds."""
    return BucketBot(player, seed, solve(str(game), buckets, iterations, solver_seed))

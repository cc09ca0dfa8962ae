"""An evaluator that skips the cards that a policy would rarely play."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.registry import EvaluatorSpec, Range, evaluator, make
from vorhand.agents.skat.policy_networks import policy_from, shares
from vorhand.agents.skat.worlds import GAMES, SkatWorlds
from vorhand.agents.spec import Spec
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.view import SkatView


@evaluator("pruned", games=GAMES, reads_files=True)
def pruned(
    game: SkatGame,
    *,
    of: EvaluatorSpec = Spec("open_hand"),
    least: Annotated[float, Range(0, 1)] = 0.05,
    file: str = "",
) -> Evaluator:
    """Value, by another evaluator, only the cards that a policy considers likely.

    of: the evaluator of these cards. least: the minimum probability of a card that is valued,
    relative to that of the likeliest card. file: networks of your own, with the manifest beside
    them; by default those shipped.
    """
    values_of: Evaluator = make("evaluator", of, game)
    policy = policy_from(file)

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        share = dict(zip(view.legal_actions, shares(policy, view), strict=True))
        likely = np.array([share[move] for move in moves])
        left = np.flatnonzero(likely >= least * likely.max())
        return values_of(view, worlds, [moves[int(k)] for k in left]).widened(left, len(moves))

    return evaluate

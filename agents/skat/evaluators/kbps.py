"""Knowledge-based paranoia search at Skat: a strategy that wins in the most worlds of the belief.

Edelkamp, "Knowledge-Based Paranoia Search in Trick-Taking" (2021), proves forced wins in all worlds
that agree with the player's knowledge, and otherwise searches for a win in most of them. Here the
knowledge is the belief that draws and weights the worlds. Alpha-mu, which searches to the end of
the deal if its limits allow, finds the strategy that wins in the most of these worlds, for a
soloist and for a defender. A soloist's card that paranoid search proves to win in every possible
world comes before all others. A defender's partner is assumed to see all cards and to help, which
is not the worst case.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.parameters import Positions, Vectors
from vorhand.agents.registry import Range, evaluator
from vorhand.agents.skat.evaluators.values import Trick, valued
from vorhand.agents.skat.outcomes import card_play, open_hand
from vorhand.agents.skat.worlds import GAMES, SkatWorlds
from vorhand.games.skat.cards import card_set
from vorhand.games.skat.paranoid import sure_moves
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native

_TO_THE_END = 10
_UNSURE = 1e-3  # penalty of a card that is not sure to win, if another card is


@evaluator("kbps", games=GAMES, together=True)
def _kbps(
    *,
    from_trick: Trick = 4,
    nodes: Annotated[int, Range(1, 1_000_000_000)] = 5_000,
    positions: Positions = 100_000,
    vectors: Vectors = 64,
) -> Evaluator:
    """Value by open hands before `from_trick`, then by the worlds that one strategy wins.

    nodes: the node limit of the proof that a card wins in every world. positions, vectors: limits
    of the search for the most worlds, as in `alpha_mu`.
    """
    open_hands = valued(open_hand(), "score")

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        if view.soloist_tricks + view.defender_tricks + 1 < from_trick:
            return open_hands(view, worlds, moves)
        limits = (_TO_THE_END, positions, vectors)
        play, cards = card_play(view), card_set(moves)
        pays, _ = native.alpha_mu(play, worlds.rows, *limits, "win", worlds.weights, cards)
        worth = np.asarray(pays)[:, list(moves)]
        found = sure_moves(view, nodes=nodes) if view.is_soloist else {}
        sure = np.array([found.get(move) is True for move in moves])
        if np.ptp(worth) == 0:  # all cards win, or all lose, in all worlds
            values = open_hands(view, worlds, moves)
            if not sure.any():
                return values
            least = values.worth.min() - _UNSURE
            return replace(values, worth=np.where(sure, values.worth, least))
        if sure.any():
            worth = np.where(sure, 1.0, worth - _UNSURE)
        return Values(worth, stakes={"worth": 1.0})

    return evaluate

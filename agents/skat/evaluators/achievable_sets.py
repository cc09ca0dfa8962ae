"""Achievable sets: the worlds that the soloist wins together by one strategy.

Furtak's thesis (2013), chapter 6. PIMC wins every world by a separate plan, although the player
cannot distinguish the worlds. Here a greedy search finds for each card a large set of sampled
worlds that one strategy, starting with this card, wins against every defence. The card's value is
the share of the sample in this set. With ``sets`` above 1 the sample is divided into that many
parts, each with a set of its own. Card points do not decide among cards of equal value.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import Range, evaluator
from vorhand.agents.skat.evaluators.values import Trick, valued
from vorhand.agents.skat.outcomes import open_hand
from vorhand.agents.skat.worlds import GAMES, SkatWorlds
from vorhand.games.skat.paranoid import is_lost, question
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import card_points


@evaluator("achievable_sets", games=GAMES, together=True)
def _achievable_sets(
    *,
    from_trick: Trick = 1,
    nodes: Annotated[int, Range(1, 1_000_000_000)] = 100,
    sets: Annotated[int, Range(1)] = 1,
    threads: Threads = 1,
) -> Evaluator:
    """Count worlds won by one strategy; use open hands for defenders, early tricks and lost games.

    nodes: the node limit of a search that tests one set; finding a set may take twenty times as
    many. sets: number of parts of the worlds, with one set each.
    """
    from vorhand.native import studies  # noqa: F401  fails here, not at the first decision

    open_hands = valued(open_hand(threads), "score")

    def evaluate(view: SkatView, worlds: SkatWorlds, moves: Sequence[int]) -> Values:
        early = view.soloist_tricks + view.defender_tricks + 1 < from_trick
        if not view.is_soloist or early or is_lost(view):
            return open_hands(view, worlds, moves)
        found = np.concatenate(
            [_won_together(view, part, nodes) for part in np.array_split(worlds.rows, sets)]
        )[:, list(moves)]
        # If no card has a set, the game seems lost, and its cost depends on the points.
        return Values(found) if found.any() else open_hands(view, worlds, moves)

    return evaluate


def _won_together(view: SkatView, rows: np.ndarray, nodes: int) -> np.ndarray:
    """Return float64 [n, 32], 1 where a world is in the set of a card."""
    from vorhand.native import studies

    asked = question(view)
    seats = [(view.soloist + k) % 3 for k in range(3)]
    hands = np.ascontiguousarray(rows[:, seats], np.uint32)
    known = card_points(view.known[3])
    needs = [asked.need + known - card_points(int(skat)) for skat in rows[:, 3]]
    place = (asked.contract, asked.leader, list(asked.trick), asked.goal)
    found = studies.achievable_sets(hands, *place, np.array(needs, np.int32), nodes)
    return np.asarray(found, np.float64)

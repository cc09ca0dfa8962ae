"""Solutions of Skat with a small pack, whose deals are all in one tree.

`python_skat(start=play C by 0 cards ?<cards> past ?)` deals a few cards at random: equal hands, and
the remaining cards, at most two, in the skat. Card play then has fewer ranks and fewer tricks. The
soloist plays against two defenders; the payoff is the soloist's tournament points (Seeger-Fabian)
minus one defender's.
"""

from itertools import combinations, pairwise

import numpy as np

from vorhand.evaluation.equilibrium.array_game import sort_by_level
from vorhand.evaluation.equilibrium.small_games import MOST_NODES, SmallGame
from vorhand.games.skat.cards import card_list
from vorhand.games.skat.game import SkatGame
from vorhand.games.skat.start import Start
from vorhand.native import skat
from vorhand.native.errors import InputError

_SEATS = 3


def packs_of(start: Start) -> list[list[int]]:
    """Return all deals of the cards in a start's pool, each as three hands and then the skat."""
    pool = set(card_list(start.pool))
    size = len(pool) // _SEATS
    return [
        [*first, *second, *third, *sorted(pool - {*first, *second, *third})]
        for first in combinations(sorted(pool), size)
        for second in combinations(sorted(pool - set(first)), size)
        for third in combinations(sorted(pool - {*first, *second}), size)
    ]


def small_game(
    game: SkatGame, node_budget: int = MOST_NODES, packs: list[list[int]] | None = None
) -> SmallGame:
    """Return the game over all deals of a start at the card play with few cards.

    Args:
        game: the game.
        node_budget: maximum number of nodes of the tree.
        packs: the deals, if not all of `packs_of`.

    Raises:
        InputError: the game has no such start with an unknown past, or has claims or bock.
        NodeBudgetError: the tree has more nodes than ``node_budget``.
    """
    start = game.start
    declaration = start.declaration
    if start.hands is not None or declaration is None or start.past_known or start.matadors:
        raise InputError(f"game {game}: expected a start with 'play ... cards ?<cards> past ?'")
    if game.claims or game.bock:
        raise InputError(f"game {game}: expected neither claims nor bock")
    packs = packs_of(start) if packs is None else packs
    size = start.pool.bit_count() // _SEATS
    bits = np.uint32(1) << np.array(packs, np.uint32)
    ends = [0, size, 2 * size, 3 * size, bits.shape[1]]
    worlds = np.stack(
        [bits[:, a:b].sum(axis=1, dtype=np.uint32) for a, b in pairwise(ends)],
        axis=1,
    )
    arrays = skat.ending_tree(
        np.ascontiguousarray(worlds),
        contract=declaration.contract,
        level=declaration.level,
        hand=declaration.hand,
        bid=start.bid,
        soloist=start.soloist,
        soloist_knows_skat=not declaration.hand,
        leader=start.leader,
        soloist_points=start.points,
        soloist_tricks=start.tricks,
        soloist_played=0,
        node_budget=node_budget,
    )
    tree = sort_by_level(start.soloist, *arrays)
    return SmallGame(packs, tree, int(tree.mover.size), int(tree.seat.size))

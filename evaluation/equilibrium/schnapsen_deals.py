"""Solutions of Schnapsen with a small pack: a game for each turned-up card, which is public.

`python_schnapsen(suits=2,hand_size=4)` has ten cards, `python_kinderschnapsen(suits=2)` eight.
Suits are interchangeable, so only the games with turned-up cards of one suit are solved. Player 0
is the soloist of `vorhand.evaluation.equilibrium.array_game`.
"""

from collections.abc import Iterator
from itertools import combinations, permutations

from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.small_games import MOST_NODES, SmallGame
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.native import schnapsen
from vorhand.native.errors import InputError


def packs_with(rules: schnapsen.Rules, up: int) -> Iterator[list[int]]:
    """Yield all deals in which this card is turned up; the order within a hand does not count."""
    rest = {card for card in rules.cards if card != up}
    for first in combinations(sorted(rest), rules.hand_size):
        for second in combinations(sorted(rest - set(first)), rules.hand_size):
            for talon in permutations(sorted(rest - {*first, *second})):
                yield [*first, *second, up, *talon]


def small_game(
    game: SchnapsenGame,
    up: int,
    node_budget: int = MOST_NODES,
    packs: list[list[int]] | None = None,
) -> SmallGame:
    """Return the game of all deals in which this card is turned up.

    Args:
        game: the game.
        up: the card turned up.
        node_budget: maximum number of nodes of the tree.
        packs: the deals, if not all of `packs_with`.

    Raises:
        InputError: it is a match or capped.
        NodeBudgetError: the tree has more nodes than ``node_budget``.
    """
    if game.match or game.capped:
        raise InputError(f"game {game}: expected a single deal that is not capped")
    packs = list(packs_with(game.rules, up)) if packs is None else packs
    arrays, states, sets = schnapsen.deal_tree(
        game.rules, packs, leader=game.leader, node_budget=node_budget
    )
    return SmallGame(packs, array_game.sort_by_level(0, *arrays), states, sets)

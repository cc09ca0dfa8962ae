"""Solutions of Schnapsen with a small pack; each turned-up card, which is public, makes a game.

`python_schnapsen(suits=2,hand_size=4)` has ten cards, `python_kinderschnapsen(suits=2)` eight.
Suits are interchangeable, so only the games with turned-up cards of one suit are solved. Policies,
CFR+ and best responses are those of `vorhand.evaluation.equilibrium.array_game`, with player 0 as
the soloist.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np

from vorhand.agents import make_bot
from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.array_game import ArrayGame, Floats
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.native import schnapsen
from vorhand.native.errors import InputError

MOST_NODES = 40_000_000
"""Nodes of a tree that takes less than 4 GB, with what CFR+ needs."""


@dataclass(frozen=True)
class SmallGame:
    """All deals with one card turned up.

    Attributes:
        packs: the deals, each in the order of dealing; all are equally likely.
        tree: the game in arrays; the deals are its roots.
        states: number of positions after the deal.
        information_sets: number of information sets of both players, with forced moves.
    """

    packs: list[list[int]]
    tree: ArrayGame
    states: int
    information_sets: int


def packs_with(rules: schnapsen.Rules, up: int) -> Iterator[list[int]]:
    """Yield all deals with a card turned up; the order within a hand does not count."""
    rest = {card for card in rules.cards if card != up}
    for first in combinations(sorted(rest), rules.hand_size):
        for second in combinations(sorted(rest - set(first)), rules.hand_size):
            for talon in permutations(sorted(rest - {*first, *second})):
                yield [*first, *second, up, *talon]


def small_game(game: SchnapsenGame, up: int, node_budget: int = MOST_NODES) -> SmallGame:
    """Return all deals of a game with a card turned up.

    Raises:
        InputError: it is a match, or the tree has more nodes than ``node_budget``.
    """
    if game.match or game.capped:
        raise InputError(f"game {game}: expected a single deal that is not capped")
    packs = list(packs_with(game.rules, up))
    arrays, states, sets = schnapsen.deal_tree(
        game.rules, packs, leader=game.leader, node_budget=node_budget
    )
    return SmallGame(packs, array_game.sort_by_level(0, *arrays), states, sets)


def exploitability(tree: ArrayGame, policy: Floats) -> float:
    """Return the mean over the players of the gain of a best response."""
    return sum(array_game.best_response(tree, policy, player) for player in range(2)) / 2


def policy_of(game: SchnapsenGame, small: SmallGame, agent: str, seed: int = 0) -> Floats:
    """Return the probabilities of an agent's moves in every information set.

    The agent decides once in each information set. If it draws worlds, it uses this seed.
    """
    tree, bots = small.tree, [make_bot(agent, game, player, seed) for player in range(2)]
    policy = np.zeros(int(tree.first_move[-1]))
    roots = tree.roots.size
    parents = np.repeat(np.arange(tree.mover.size, dtype=np.int32), tree.moves)
    for number, sample in enumerate(tree.sample.tolist()):
        moves, node = [], sample
        while node >= roots:
            parent = int(parents[node - roots])
            moves.append(node - int(tree.first_child[parent]))
            node = parent
        state = _state_after(game, small.packs[node], moves[::-1])
        view: Any = state.view(state.current_player())
        chances = bots[view.player].explain(view).policy
        begin = int(tree.first_move[number])
        for place, action in enumerate(view.legal_actions):
            policy[begin + place] = chances.get(action, 0.0)
    return policy


def _state_after(game: SchnapsenGame, pack: list[int], moves: list[int]) -> Any:
    state = game.new_initial_state()
    for card in pack:
        state.apply_action(card)
    for move in moves:
        state.apply_action(state.legal_actions()[move])
    return state

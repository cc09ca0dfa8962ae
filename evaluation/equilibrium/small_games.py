"""Small games, all of whose deals are the roots of one tree, and the policies of agents in them.

Policies, CFR+ and best responses are those of `vorhand.evaluation.equilibrium.array_game`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.array_game import ArrayGame, Floats

MOST_NODES = 40_000_000
"""Nodes of a tree that takes less than 4 GB, with what CFR+ needs."""


@dataclass(frozen=True)
class SmallGame:
    """All deals of a game, or all those with one card turned up.

    Attributes:
        packs: the deals, each in the order of dealing; all are equally likely.
        tree: the game in arrays; the deals are its roots.
        states: number of positions after the deal.
        information_sets: number of information sets of all players, with forced moves.
    """

    packs: list[list[int]]
    tree: ArrayGame
    states: int
    information_sets: int


def strategies(
    game: pyspiel.Game, small: SmallGame, iterations: int, agents: Iterable[str], seed: int
) -> dict[str, Floats]:
    """Return the probabilities of moves by name: CFR+, uniform play, `pimc`, and the agents."""
    tree = small.tree
    return {
        "CFR+": array_game.solve(tree, iterations),
        "uniform": array_game.uniform(tree),
        "pimc": array_game.pimc(tree),
    } | {agent: policy_of(game, small, agent, seed) for agent in agents}


def exploitability(tree: ArrayGame, policy: Floats, players: int) -> float:
    """Return the mean over the players of the gain of a best response by that player alone."""
    value = float(array_game.world_values(tree, policy).mean())
    gains = [
        array_game.best_response(tree, policy, player)
        - (value if player == tree.soloist else -value)
        for player in range(players)
    ]
    return sum(gains) / players


def policy_of(game: pyspiel.Game, small: SmallGame, agent: str, seed: int = 0) -> Floats:
    """Return the probabilities of an agent's moves in every information set.

    The agent decides once in each information set. If it draws worlds, it uses this seed.
    """
    tree = small.tree
    bots: list[Any] = [make_bot(agent, game, player, seed) for player in range(game.num_players())]
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


def _state_after(game: pyspiel.Game, pack: list[int], moves: list[int]) -> Any:
    state = game.new_initial_state()
    for card in pack:
        state.apply_action(card)
    for move in moves:
        state.apply_action(state.legal_actions()[move])
    return state

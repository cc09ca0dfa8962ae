"""Small games, all of whose deals are the roots of one tree, and the policies of agents in them.

Policies, CFR+ and best responses are those of `vorhand.evaluation.equilibrium.array_game`.
"""

import functools
import multiprocessing
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from vorhand.agents import make_bot
from vorhand.evaluation.equilibrium import array_game
from vorhand.evaluation.equilibrium.array_game import ArrayGame, Floats
from vorhand.games.process_memory import peak_memory_mb

_NOBODY = -1
MOST_NODES = 40_000_000
"""The maximum number of nodes of a tree: it takes less than 4 GB, the arrays of CFR+ included."""


@dataclass(frozen=True)
class SmallGame:
    """Deals of a game: all of them, those with one card turned up, or a part of these.

    Attributes:
        packs: the deals, each in the order of dealing; all are equally likely.
        tree: the game in arrays; the deals are its roots.
        states: number of positions after the deal.
        information_sets: number of information sets of all players; at Schnapsen those with one
            move included, at Skat without them.
    """

    packs: list[list[int]]
    tree: ArrayGame
    states: int
    information_sets: int


def strategies(
    game: pyspiel.Game, small: SmallGame, iterations: int, agents: Iterable[str], seed: int
) -> dict[str, Floats]:
    """Return named policies: those of CFR+, of uniform play, of `pimc` and of the agents."""
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
    decide = decisions_of(game, small, agent, seed)
    return np.concatenate([np.empty(0), *map(decide, range(small.tree.seat.size))])


def decisions_of(
    game: pyspiel.Game, small: SmallGame, agent: str, seed: int = 0
) -> Callable[[int], Floats]:
    """Return a function from an information set to the probabilities of the agent's moves there.

    The function caches its results.
    """
    tree = small.tree
    bots: list[Any] = [make_bot(agent, game, player, seed) for player in range(game.num_players())]
    roots = tree.roots.size
    parents = np.repeat(np.arange(tree.mover.size, dtype=np.int32), tree.moves)

    @functools.cache
    def decide(number: int) -> Floats:
        moves, node = [], int(tree.sample[number])
        while node >= roots:
            parent = int(parents[node - roots])
            moves.append(node - int(tree.first_child[parent]))
            node = parent
        state = _state_after(game, small.packs[node], moves[::-1])
        bot, legal = bots[state.current_player()], state.legal_actions()
        if hasattr(bot, "explain"):
            chances = bot.explain(state.view(state.current_player())).policy
        else:
            chances = {int(bot.step(state)): 1.0}
        return np.array([chances.get(action, 0.0) for action in legal])

    return decide


def lost_on_average(tree: ArrayGame, players: int, policy: Floats, other: Floats) -> float:
    """Return the points that ``other`` in one seat loses compared with ``policy``, over all worlds.

    All other seats follow ``policy``. The result is the mean over the seats.
    """
    alone = array_game.world_values(tree, policy).mean()
    lost = 0.0
    for seat in range(players):
        mixed = array_game.world_values(tree, tree.take_seats([seat], other, policy)).mean()
        lost += float(alone - mixed if seat == tree.soloist else mixed - alone)
    return lost / players


def lost_points(
    tree: ArrayGame,
    players: int,
    policy: Floats,
    decide: Callable[[int], Floats],
    worlds: Iterable[int],
) -> Floats:
    """Return the points of `lost_on_average` for an agent, world by world.

    Args:
        tree: the game.
        players: number of players.
        policy: the policy, for example that of CFR+.
        decide: the agent's decisions, by information set.
        worlds: the worlds.
    """

    def value(node: int, seat: int) -> float:
        count = int(tree.moves[node])
        if not count:
            return float(tree.payoff[node])
        children = range(first := int(tree.first_child[node]), first + count)
        mover, number = int(tree.mover[node]), int(tree.sets[node])
        if number < 0:
            chances = np.ones(count)
        elif mover == seat:
            chances = decide(number)
        else:
            chances = policy[int(tree.first_move[number]) :][:count]
        return sum(p * value(c, seat) for c, p in zip(children, chances, strict=True) if p > 0)

    def lost(root: int) -> float:
        alone = value(root, _NOBODY)
        losses = [alone - value(root, seat) for seat in range(players)]
        return sum(loss if seat == tree.soloist else -loss for seat, loss in enumerate(losses))

    return np.array([lost(int(tree.roots[world])) / players for world in worlds])


def peak_memory_of(work: Callable[..., object], *arguments: object) -> int:
    """Return the peak memory in MiB of a new process that does some work."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_measured, work, arguments).result()


def _measured(work: Callable[..., object], arguments: tuple[object, ...]) -> int:
    work(*arguments)
    return peak_memory_mb()


def _state_after(game: pyspiel.Game, pack: list[int], moves: list[int]) -> Any:
    state = game.new_initial_state()
    for card in pack:
        state.apply_action(card)
    for move in moves:
        state.apply_action(state.legal_actions()[move])
    return state

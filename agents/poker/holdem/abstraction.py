"""A CFR player with a coarse abstraction: each round's hands are divided into a few buckets.

Wisser (IJCAI 2015, section 6) compares PPP and PIMC with "a very simple CFR agent" of the coarsest
abstraction and does not describe it further. The agent here remembers the betting and the bucket of
the current round, but not the buckets of earlier rounds. A bucket is a range of hand strengths (the
chance to win a showdown against random cards); all buckets of a round contain equally many of the
sampled hands. The average strategy is computed by external-sampling Monte Carlo CFR (Lanctot et al.
2009) over deals that are sampled beforehand.
"""

import functools
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.poker.holdem.betting import MOVES, betting
from vorhand.agents.poker.holdem.hands import Cards, dealt, showdowns, strength
from vorhand.games.jit import kernel

Table: TypeAlias = npt.NDArray[np.float64]
_ON_BOARD = (0, 3, 4, 5)  # cards on the board, by round
_ROLLOUTS = 60
_DEALS = 10_000
_CARDS = 9
SEEDS = 2**31


@kernel
def chance_to_win(own: Cards, board: Cards, rollouts: int) -> float:
    """Estimate the chance to win a showdown against unknown cards; a tie counts half.

    The opponent's cards and the rest of the board are drawn by Numba's random numbers.
    """
    hand = np.empty(7, np.int8)
    theirs = np.empty(7, np.int8)
    known = len(board)
    hand[:2] = own
    hand[2 : 2 + known] = board
    left = np.empty(52, np.int8)
    size = 0
    for card in range(52):
        if not (hand[: 2 + known] == card).any():
            left[size] = card
            size += 1
    won = 0.0
    for _ in range(rollouts):
        for place in range(7 - known):
            other = np.random.randint(place, size)
            left[place], left[other] = left[other], left[place]
        hand[2 + known :] = left[2 : 7 - known]
        theirs[2:] = hand[2:]
        theirs[:2] = left[:2]
        difference = strength(hand) - strength(theirs)
        won += 1.0 if difference > 0 else 0.5 if difference == 0 else 0.0
    share: float = won / rollouts
    return share


@kernel
def hand_strength(own: Cards, board: Cards, seed: int) -> float:
    """Estimate `chance_to_win` from `_ROLLOUTS` showdowns that are drawn with a seed."""
    np.random.seed(seed)
    return chance_to_win(own, board, _ROLLOUTS)


@kernel
def strengths(cards: Cards, seed: int) -> Table:
    """Compute hand strengths by player and round, [deals, 2, 4].

    Cards [deals, 9] are two of each player, and then the board.
    """
    np.random.seed(seed)
    held = np.empty((len(cards), 2, 4))
    for deal in range(len(cards)):
        for player in range(2):
            own = cards[deal, 2 * player : 2 * player + 2]
            for street in range(4):
                board = cards[deal, 4 : 4 + _ON_BOARD[street]]
                held[deal, player, street] = chance_to_win(own, board, _ROLLOUTS)
    return held


@dataclass(frozen=True)
class Abstraction:
    """Buckets of hands and a strategy for them."""

    borders: Table  # [4, buckets - 1], ascending: limits between a round's buckets
    strategy: Table  # [betting nodes, buckets, 3]: probabilities of fold, call and raise

    def bucket(self, street: int, held: float) -> int:
        """Return the bucket of a hand strength in a round."""
        return int(np.searchsorted(self.borders[street], held, "right"))


@functools.cache
def solve(game: str, buckets: int, iterations: int, seed: int) -> Abstraction:
    """Compute the buckets, and the average strategy of CFR with one deal per iteration."""
    tree = betting(pyspiel.load_game(game))
    rng = np.random.default_rng(seed)
    cards = dealt([], _CARDS, _DEALS, rng)
    held = strengths(cards, int(rng.integers(SEEDS)))
    inner = np.linspace(0, 1, buckets + 1)[1:-1]
    borders = np.quantile(held, inner, axis=(0, 1)).T
    found = np.stack([np.searchsorted(borders[k], held[..., k], "right") for k in range(4)], -1)
    outcomes = showdowns(cards[:, :2], cards[:, 2:4], cards[:, 4:])
    regrets = np.zeros((len(tree.players), buckets, MOVES))
    sums = np.zeros_like(regrets)
    draws = rng.integers(len(cards), size=iterations)
    train(
        tree.players,
        tree.rounds,
        tree.children,
        tree.stakes,
        tree.shown,
        found,
        outcomes,
        draws,
        int(rng.integers(SEEDS)),
        regrets,
        sums,
    )
    legal = (tree.children >= 0)[:, None, :]
    total = sums.sum(axis=-1, keepdims=True)
    even = legal / np.maximum(legal.sum(axis=-1, keepdims=True), 1)
    return Abstraction(borders, np.where(total > 0, sums / np.maximum(total, 1e-300), even))


@kernel
def matched(regrets: Table, children: npt.NDArray[np.int32], chances: Table) -> None:
    """Write the probabilities of the legal moves by regret matching, float64 [3]."""
    total, legal = 0.0, 0
    for move in range(3):
        if children[move] >= 0:
            total += max(0.0, regrets[move])
            legal += 1
    for move in range(3):
        if children[move] < 0:
            chances[move] = 0.0
        elif total > 0:
            chances[move] = max(0.0, regrets[move]) / total
        else:
            chances[move] = 1.0 / legal


@kernel
def _drawn(chances: Table) -> int:
    number = np.random.random()
    for move in range(2):
        number -= chances[move]
        if number < 0:
            return move
    return 2 if chances[2] > 0 else 1


@kernel
def walk(
    traverser: int,
    players: npt.NDArray[np.int8],
    rounds: npt.NDArray[np.int8],
    children: npt.NDArray[np.int32],
    found: npt.NDArray[np.int64],
    regrets: Table,
    sums: Table,
    met: npt.NDArray[np.int32],
) -> int:
    """Write the nodes visited by a walk of external sampling to ``met``; return their number.

    Parents come first. The walk tries all moves of the traverser and one sampled move of the
    opponent, whose strategy is added to the sums.
    """
    met[0] = 0
    size, done = 1, 0
    chances = np.empty(3)
    while done < size:
        node = met[done]
        done += 1
        player = players[node]
        if player == traverser:
            for move in range(3):
                if children[node, move] >= 0:
                    met[size] = children[node, move]
                    size += 1
        elif player >= 0:
            bucket = found[player, rounds[node]]
            matched(regrets[node, bucket], children[node], chances)
            sums[node, bucket] += chances
            met[size] = children[node, _drawn(chances)]
            size += 1
    return size


@kernel
def learn(
    traverser: int,
    players: npt.NDArray[np.int8],
    rounds: npt.NDArray[np.int8],
    children: npt.NDArray[np.int32],
    stakes: Table,
    shown: npt.NDArray[np.bool_],
    found: npt.NDArray[np.int64],
    outcome: int,
    met: npt.NDArray[np.int32],
    regrets: Table,
    values: Table,
) -> None:
    """Update the traverser's regrets at the nodes visited, children first.

    ``values`` is nan at nodes that were not visited; those of visited nodes are written.
    """
    chances = np.empty(3)
    for node in met[::-1]:
        player = players[node]
        if player < 0:
            stake = stakes[node] * outcome if shown[node] else stakes[node]
            values[node] = stake if traverser == 0 else -stake
        elif player != traverser:
            for move in range(3):
                if children[node, move] >= 0 and not np.isnan(values[children[node, move]]):
                    values[node] = values[children[node, move]]
        else:
            regret = regrets[node, found[player, rounds[node]]]
            matched(regret, children[node], chances)
            values[node] = 0.0
            for move in range(3):
                if children[node, move] >= 0:
                    values[node] += chances[move] * values[children[node, move]]
            for move in range(3):
                if children[node, move] >= 0:
                    regret[move] += values[children[node, move]] - values[node]


@kernel
def train(
    players: npt.NDArray[np.int8],
    rounds: npt.NDArray[np.int8],
    children: npt.NDArray[np.int32],
    stakes: Table,
    shown: npt.NDArray[np.bool_],
    found: npt.NDArray[np.int64],
    outcomes: npt.NDArray[np.int8],
    draws: npt.NDArray[np.int64],
    seed: int,
    regrets: Table,
    sums: Table,
) -> None:
    """Run external-sampling Monte Carlo CFR over a betting tree; write ``regrets`` and ``sums``.

    ``found`` has the buckets by player and round, int64 [deals, 2, 4], ``outcomes`` the showdowns
    for the first player, int8 [deals], ``draws`` the deals to walk, int64 [iterations]; regrets and
    sums are float64 [nodes, buckets, 3]. The seed determines the opponent's moves.
    """
    np.random.seed(seed)
    met = np.empty(len(players), np.int32)
    values = np.full(len(players), np.nan)
    for deal in draws:
        for traverser in range(2):
            size = walk(traverser, players, rounds, children, found[deal], regrets, sums, met)
            learn(
                traverser, players, rounds, children, stakes, shown, found[deal], outcomes[deal],
                met[:size], regrets, values,
            )  # fmt: skip
            values[met[:size]] = np.nan

"""Small games as arrays, with compiled CFR+, PIMC, values and best responses.

The game has one zero-sum payoff between a soloist (one seat) and all other seats. Nodes are sorted
by level, so that parents come before children and all nodes of an information set are in one level.
A policy holds one probability for each move of each information set.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vorhand.games.jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.int8]

_SEATS = 3
_TERMINAL, _FORCED = -1, 3
_DEFENDER_WINS = 40.0


class ArrayGame(NamedTuple):
    """A game for two or three, nodes sorted by level (see `vorhand.native.skat.ending_tree`)."""

    soloist: int  # the seat that gets ``payoff``; all other seats play against it
    roots: Ints  # [worlds], all equally likely
    levels: Ints  # [levels + 1], the first node of each level
    mover: Bytes  # [nodes]: seat, 3 forced, -1 terminal
    moves: Bytes  # [nodes], number of children
    first_child: Ints  # [nodes]; siblings are adjacent
    sets: Ints  # [nodes]: information set, -1 if nobody chooses
    payoff: Floats  # [nodes], at terminal nodes
    first_move: Ints  # [sets + 1], the index of the first move of a set in a policy
    seat: Bytes  # [sets], the seat that chooses
    sample: Ints  # [sets], a node of each set

    @property
    def decided(self) -> bool:
        """True if every line of play pays the same."""
        ends = self.payoff[self.mover == _TERMINAL]
        return bool(ends.min() == ends.max())

    @property
    def winner_decided(self) -> bool:
        """True if the soloist wins every line of play, or loses every one."""
        won = self.payoff[self.mover == _TERMINAL] > 0
        return bool(won.all() or not won.any())

    def of_winners(self) -> ArrayGame:
        """Return the same game with payoff 1 if the soloist wins, 0 if the soloist loses."""
        return self._replace(payoff=(self.payoff > 0).astype(np.float64))

    def points_of(self, seat: int) -> ArrayGame:
        """Return the same game with the seat's own tournament points (Seeger-Fabian) as payoffs.

        A defender gets 40 points if the soloist loses, otherwise none. ``payoff`` is the soloist's
        score minus that of one defender.
        """
        defender = np.where(self.payoff < 0, _DEFENDER_WINS, 0.0)
        own = self.payoff + defender if seat == self.soloist else defender
        return self._replace(payoff=own)

    def take_seats(self, seats: list[int], chosen: Floats, rest: Floats) -> Floats:
        """Return the policy with ``chosen`` in the given seats and ``rest`` in all others."""
        of_move = np.repeat(self.seat, np.diff(self.first_move))
        return np.where(np.isin(of_move, seats), chosen, rest)


def sort_by_level(
    soloist: int,
    roots: Ints,
    level: Bytes,
    mover: Bytes,
    moves: Bytes,
    sets: Ints,
    payoff: npt.NDArray[np.float32],
    moves_of_set: Bytes,
) -> ArrayGame:
    """Return an `ArrayGame` from nodes in preorder, where a first child follows its parent."""
    order = np.argsort(level, kind="stable")
    place = np.empty(order.size, np.int32)
    place[order] = np.arange(order.size, dtype=np.int32)
    following = np.minimum(order + 1, order.size - 1)
    first_child = np.where(moves[order] > 0, place[following], -1).astype(np.int32)
    sorted_sets, sorted_mover = sets[order], mover[order]
    choosing = np.flatnonzero(sorted_sets >= 0)
    sample = np.zeros(moves_of_set.size, np.int32)
    sample[sorted_sets[choosing[::-1]]] = choosing[::-1]
    return ArrayGame(
        soloist=soloist,
        roots=place[roots],
        levels=np.searchsorted(level[order], np.arange(level.max() + 2)).astype(np.int32),
        mover=sorted_mover,
        moves=moves[order],
        first_child=first_child,
        sets=sorted_sets,
        payoff=payoff[order].astype(np.float64),
        first_move=np.concatenate([[0], np.cumsum(moves_of_set, dtype=np.int32)]).astype(np.int32),
        seat=sorted_mover[sample],
        sample=sample,
    )


@kernel
def _sum(values: Floats, begin: int, count: int) -> float:
    total = 0.0
    for place in range(begin, begin + count):
        total += values[place]
    return total


@kernel
def _sign(game: ArrayGame, player: int) -> float:
    return 1.0 if player == game.soloist else -1.0


@kernel
def _reach(game: ArrayGame, player: int, policy: Floats, own: Floats, others: Floats) -> None:
    """Compute each node's reach probability by the player, and by the other seats and chance."""
    for root in game.roots:
        own[root] = 1.0
        others[root] = 1.0 / game.roots.size
    for node in range(game.mover.size):
        child, mover = game.first_child[node], game.mover[node]
        begin = game.first_move[game.sets[node]]
        for move in range(game.moves[node]):
            chance = 1.0 if mover == _FORCED else policy[begin + move]
            own[child + move] = own[node] * (chance if mover == player else 1.0)
            others[child + move] = others[node] * (1.0 if mover == player else chance)


@kernel
def _move_gains(
    game: ArrayGame, player: int, policy: Floats, values: Floats, gains: Floats
) -> None:
    """Compute the gain of each move over the policy.

    On entry ``values`` holds the reach by the other seats and chance; a node's value replaces it.
    """
    sign = _sign(game, player)
    gains[:] = 0.0
    for node in range(game.mover.size - 1, -1, -1):
        if game.mover[node] == _TERMINAL:
            values[node] *= sign * game.payoff[node]
        elif game.mover[node] == player:
            child, begin, total = game.first_child[node], game.first_move[game.sets[node]], 0.0
            for move in range(game.moves[node]):
                total += policy[begin + move] * values[child + move]
            for move in range(game.moves[node]):
                gains[begin + move] += values[child + move] - total
            values[node] = total
        else:
            values[node] = _sum(values, game.first_child[node], game.moves[node])


@kernel
def _iterate(
    game: ArrayGame,
    player: int,
    weight: float,
    policy: Floats,
    regrets: Floats,
    sums: Floats,
    own: Floats,
    values: Floats,
    gains: Floats,
) -> None:
    """Update one seat by CFR+ (Tammelin 2014): its ``policy``, ``regrets`` and ``sums``."""
    _reach(game, player, policy, own, values)
    _move_gains(game, player, policy, values, gains)
    for name in range(game.seat.size):
        if game.seat[name] != player:
            continue
        begin, end = game.first_move[name], game.first_move[name + 1]
        total = 0.0
        for move in range(begin, end):
            regrets[move] = max(0.0, regrets[move] + gains[move])
            total += regrets[move]
        for move in range(begin, end):
            policy[move] = regrets[move] / total if total > 0.0 else 1.0 / (end - begin)
            sums[move] += weight * own[game.sample[name]] * policy[move]


def solve(game: ArrayGame, iterations: int) -> Floats:
    """Return the average policy of CFR+ with linear weights, the seats updated in turn."""
    size, nodes = int(game.first_move[-1]), game.mover.size
    policy, regrets, sums = uniform(game), np.zeros(size), np.zeros(size)
    own, values, gains = np.empty(nodes), np.empty(nodes), np.empty(size)
    for iteration in range(1, iterations + 1):
        for player in range(_SEATS):
            weight = float(iteration)
            _iterate(game, player, weight, policy, regrets, sums, own, values, gains)
    return _normalised(game, sums)


def uniform(game: ArrayGame) -> Floats:
    """Return the policy in which every move is equally likely."""
    return _normalised(game, np.zeros(int(game.first_move[-1])))


def _normalised(game: ArrayGame, sums: Floats) -> Floats:
    counts = np.diff(game.first_move)
    totals = np.add.reduceat(sums, game.first_move[:-1]) if counts.size else np.empty(0)
    of_move = np.repeat(totals, counts)
    even = 1.0 / np.repeat(counts, counts)
    return np.where(of_move > 0, sums / np.where(of_move > 0, of_move, 1.0), even)


@kernel
def world_values(game: ArrayGame, policy: Floats) -> Floats:
    """Return the soloist's value in each world if all seats follow the policy: [worlds]."""
    values = game.payoff.copy()
    for node in range(game.mover.size - 1, -1, -1):
        if game.moves[node] == 0:
            continue
        child, begin, total = game.first_child[node], game.first_move[game.sets[node]], 0.0
        for move in range(game.moves[node]):
            chance = 1.0 if game.mover[node] == _FORCED else policy[begin + move]
            total += chance * values[child + move]
        values[node] = total
    return values[game.roots]


@kernel
def open_hand_values(game: ArrayGame) -> Floats:
    """Return the soloist's open-hand value at each node: [nodes]."""
    values = game.payoff.copy()
    for node in range(game.mover.size - 1, -1, -1):
        if game.moves[node] > 0:
            below = values[game.first_child[node] :][: game.moves[node]]
            values[node] = below.max() if game.mover[node] == game.soloist else below.min()
    return values


@kernel
def pimc(game: ArrayGame) -> Floats:
    """Return the policy of PIMC in all seats: the move with the best mean open-hand value.

    Equally good moves are equally likely.
    """
    values = open_hand_values(game)
    policy = np.zeros(game.first_move[-1])
    for node in range(game.mover.size):
        mover = game.mover[node]
        if game.moves[node] > 0 and mover != _FORCED:
            below = values[game.first_child[node] :][: game.moves[node]]
            for move in range(game.moves[node]):
                policy[game.first_move[game.sets[node]] + move] += _sign(game, mover) * below[move]
    for name in range(game.seat.size):
        scores = policy[game.first_move[name] : game.first_move[name + 1]]
        best = scores >= scores.max() - 1e-6
        scores[:] = best / best.sum()
    return policy


@kernel
def best_response(game: ArrayGame, policy: Floats, player: int) -> float:
    """Return the value of a seat's side if only that seat plays a best response to the policy."""
    own, values = np.empty(game.mover.size), np.empty(game.mover.size)
    _reach(game, player, policy, own, values)
    sign, gains = _sign(game, player), np.zeros(policy.size)
    for level in range(game.levels.size - 2, -1, -1):
        # Children are in later levels, and all nodes of a set in one level, so the set's sums are
        # complete.
        nodes = range(game.levels[level], game.levels[level + 1])
        for node in nodes:
            if game.mover[node] == player:
                begin, child = game.first_move[game.sets[node]], game.first_child[node]
                for move in range(game.moves[node]):
                    gains[begin + move] += values[child + move]
        for node in nodes:
            if game.mover[node] == _TERMINAL:
                values[node] *= sign * game.payoff[node]
            elif game.mover[node] == player:
                begin = game.first_move[game.sets[node]]
                best = np.argmax(gains[begin : begin + game.moves[node]])
                values[node] = values[game.first_child[node] + best]
            else:
                values[node] = _sum(values, game.first_child[node], game.moves[node])
    return values[game.roots].sum()  # type: ignore[no-any-return]

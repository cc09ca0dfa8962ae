"""Small games as arrays: CFR+, PIMC, values and best responses in compiled sweeps.

One zero-sum payoff between a soloist (one seat) and all others. Nodes are sorted by
level, so that parents come before children and all nodes of an information set stand in
one level; a policy holds one probability for each move of each information set.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vorhand.games.jit import kernel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.int8]

_TERMINAL, _FORCED = -1, 3


@dataclass(frozen=True)
class ArrayGame:
    """A game of three seats (see `vorhand.native.skat.ending_tree`), nodes sorted by level.

    Attributes:
        soloist: the seat that gets ``payoff``; each other seat is against him.
        roots: int32 [worlds], all equally likely.
        levels: int32 [levels + 1], where each level begins.
        mover: int8 [nodes]: seat, 3 forced, -1 the end.
        moves: int8 [nodes], number of children.
        first_child: int32 [nodes]; siblings stand next to each other.
        sets: int32 [nodes]: information set, -1 where nobody chooses.
        payoff: float64 [nodes], at the end.
        first_move: int32 [sets + 1], where the moves of a set begin in a policy.
        seat: int8 [sets], who chooses.
        sample: int32 [sets], one node of each set.
    """

    soloist: int
    roots: Ints
    levels: Ints
    mover: Bytes
    moves: Bytes
    first_child: Ints
    sets: Ints
    payoff: Floats
    first_move: Ints
    seat: Bytes
    sample: Ints

    @property
    def decided(self) -> bool:
        """Whether every line of play pays the same."""
        ends = self.payoff[self.mover == _TERMINAL]
        return bool(ends.min() == ends.max())

    @property
    def winner_decided(self) -> bool:
        """Whether every line of play is won, or every one lost, by the soloist."""
        won = self.payoff[self.mover == _TERMINAL] > 0
        return bool(won.all() or not won.any())

    def take_seats(self, seats: list[int], chosen: Floats, rest: Floats) -> Floats:
        """The named seats by ``chosen``, all others by ``rest``."""
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
    """An `ArrayGame` from nodes in preorder, where a first child follows its parent."""
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
def _reach(
    player: int,
    roots: Ints,
    mover: Bytes,
    moves: Bytes,
    first_child: Ints,
    sets: Ints,
    first_move: Ints,
    policy: Floats,
    own: Floats,
    others: Floats,
) -> None:
    for root in roots:
        own[root] = 1.0
        others[root] = 1.0 / roots.size
    for node in range(mover.size):
        child = first_child[node]
        for move in range(moves[node]):
            chance = 1.0 if mover[node] == _FORCED else policy[first_move[sets[node]] + move]
            mine = mover[node] == player
            own[child + move] = own[node] * (chance if mine else 1.0)
            others[child + move] = others[node] * (1.0 if mine else chance)


@kernel
def _iterate(
    player: int,
    sign: float,
    weight: float,
    roots: Ints,
    mover: Bytes,
    moves: Bytes,
    first_child: Ints,
    sets: Ints,
    payoff: Floats,
    first_move: Ints,
    seat: Bytes,
    sample: Ints,
    policy: Floats,
    regrets: Floats,
    sums: Floats,
    own: Floats,
    values: Floats,
    gains: Floats,
) -> None:
    """One seat's turn of CFR+ (Tammelin 2014); ``policy`` and ``regrets`` are updated."""
    _reach(player, roots, mover, moves, first_child, sets, first_move, policy, own, values)
    gains[:] = 0.0
    for node in range(mover.size - 1, -1, -1):
        if mover[node] == _TERMINAL:
            values[node] *= sign * payoff[node]
            continue
        child, total = first_child[node], 0.0
        if mover[node] == player:
            begin = first_move[sets[node]]
            for move in range(moves[node]):
                total += policy[begin + move] * values[child + move]
            for move in range(moves[node]):
                gains[begin + move] += values[child + move] - total
        else:
            for move in range(moves[node]):
                total += values[child + move]
        values[node] = total
    for name in range(seat.size):
        if seat[name] != player:
            continue
        begin, end = first_move[name], first_move[name + 1]
        total = 0.0
        for move in range(begin, end):
            regrets[move] = max(0.0, regrets[move] + gains[move])
            total += regrets[move]
        for move in range(begin, end):
            policy[move] = regrets[move] / total if total > 0.0 else 1.0 / (end - begin)
            sums[move] += weight * own[sample[name]] * policy[move]


def _tree(game: ArrayGame) -> tuple[Ints, Bytes, Bytes, Ints, Ints]:
    return game.roots, game.mover, game.moves, game.first_child, game.sets


def solve(game: ArrayGame, iterations: int) -> Floats:
    """The average policy of CFR+ with linear weights, the seats updated in turn."""
    size, nodes = int(game.first_move[-1]), game.mover.size
    policy, regrets, sums = uniform(game), np.zeros(size), np.zeros(size)
    own, values, gains = np.empty(nodes), np.empty(nodes), np.empty(size)
    for iteration in range(1, iterations + 1):
        for player in range(3):
            sign = 1.0 if player == game.soloist else -1.0
            _iterate(
                player,
                sign,
                float(iteration),
                *_tree(game),
                game.payoff,
                game.first_move,
                game.seat,
                game.sample,
                policy,
                regrets,
                sums,
                own,
                values,
                gains,
            )
    return _normalised(game, sums)


def uniform(game: ArrayGame) -> Floats:
    """Every move equally likely."""
    return _normalised(game, np.zeros(int(game.first_move[-1])))


def _normalised(game: ArrayGame, sums: Floats) -> Floats:
    counts = np.diff(game.first_move)
    totals = np.add.reduceat(sums, game.first_move[:-1]) if counts.size else np.empty(0)
    of_move = np.repeat(totals, counts)
    even = 1.0 / np.repeat(counts, counts)
    return np.where(of_move > 0, sums / np.where(of_move > 0, of_move, 1.0), even)


@kernel
def _value(
    roots: Ints,
    mover: Bytes,
    moves: Bytes,
    first_child: Ints,
    sets: Ints,
    payoff: Floats,
    first_move: Ints,
    policy: Floats,
) -> float:
    values = payoff.copy()
    for node in range(mover.size - 1, -1, -1):
        child, total = first_child[node], 0.0
        for move in range(moves[node]):
            chance = 1.0 if mover[node] == _FORCED else policy[first_move[sets[node]] + move]
            total += chance * values[child + move]
        if moves[node] > 0:
            values[node] = total
    mean = 0.0
    for root in roots:
        mean += values[root] / roots.size
    return mean


def value(game: ArrayGame, policy: Floats) -> float:
    """What the soloist gets when all seats follow the policy."""
    return float(_value(*_tree(game), game.payoff, game.first_move, policy))


@kernel
def _pimc(
    soloist: int,
    mover: Bytes,
    moves: Bytes,
    first_child: Ints,
    sets: Ints,
    payoff: Floats,
    first_move: Ints,
    seat: Bytes,
    policy: Floats,
) -> None:
    values = payoff.copy()
    scores = np.zeros(policy.size)
    for node in range(mover.size - 1, -1, -1):
        child = first_child[node]
        if moves[node] == 0:
            continue
        best = values[child]
        for move in range(1, moves[node]):
            if mover[node] == soloist:
                best = max(best, values[child + move])
            else:
                best = min(best, values[child + move])
        values[node] = best
        if mover[node] != _FORCED:
            sign = 1.0 if mover[node] == soloist else -1.0
            for move in range(moves[node]):
                scores[first_move[sets[node]] + move] += sign * values[child + move]
    for name in range(seat.size):
        begin, end = first_move[name], first_move[name + 1]
        top = scores[begin:end].max() - 1e-6
        ties = 0
        for move in range(begin, end):
            ties += scores[move] >= top
        for move in range(begin, end):
            policy[move] = 1.0 / ties if scores[move] >= top else 0.0


def pimc(game: ArrayGame) -> Floats:
    """PIMC of all seats: the best mean open-hand value over every world of the set."""
    policy = np.empty(int(game.first_move[-1]))
    _, mover, moves, first_child, sets = _tree(game)
    seats = game.seat
    _pimc(
        game.soloist, mover, moves, first_child, sets, game.payoff, game.first_move, seats, policy
    )
    return policy


@kernel
def _best_response(
    player: int,
    sign: float,
    roots: Ints,
    mover: Bytes,
    moves: Bytes,
    first_child: Ints,
    sets: Ints,
    payoff: Floats,
    first_move: Ints,
    levels: Ints,
    policy: Floats,
) -> float:
    own, values = np.empty(mover.size), np.empty(mover.size)
    _reach(player, roots, mover, moves, first_child, sets, first_move, policy, own, values)
    gains = np.zeros(policy.size)
    for level in range(levels.size - 2, -1, -1):
        # Children are in later levels; a set is in one level, so its sums are complete.
        for node in range(levels[level], levels[level + 1]):
            if mover[node] == player:
                for move in range(moves[node]):
                    gains[first_move[sets[node]] + move] += values[first_child[node] + move]
        for node in range(levels[level], levels[level + 1]):
            child = first_child[node]
            if mover[node] == _TERMINAL:
                values[node] *= sign * payoff[node]
            elif mover[node] == player:
                begin = first_move[sets[node]]
                values[node] = values[child + np.argmax(gains[begin : begin + moves[node]])]
            else:
                total = 0.0
                for move in range(moves[node]):
                    total += values[child + move]
                values[node] = total
    best = 0.0
    for root in roots:
        best += values[root]
    return best


def best_response(game: ArrayGame, policy: Floats, player: int) -> float:
    """What a seat's side gets when that seat alone answers the policy of all others best."""
    sign = 1.0 if player == game.soloist else -1.0
    return float(
        _best_response(
            player, sign, *_tree(game), game.payoff, game.first_move, game.levels, policy
        )
    )

"""Array kernels of the synthetic bias-correlation-disambiguation trees.

Layout. A tree of depth D with W worlds for each player has nodes 0 .. 2^(D+1) - 2, numbered
breadth first: the children of node n are 2n + 1 (move 0) and 2n + 2 (move 1). Player d % 2 moves at
depth d. Each node exists in P = W * W world pairs; the pair (w0, w1) has index w0 * W + w1. Two
arrays describe a tree:

* ``payoffs`` int8 [2^D, P]: what player 0 receives at each leaf.
* ``sets`` uint16 [2^D - 1, P]: the information set of the player to move, named by the
  first world pair in it. A player knows their own world, so a set is a run of the other player's
  worlds.

Everything computed on a tree also has a row of P numbers for each node, so most kernels are plain
loops over contiguous rows.
"""

import numpy as np
import numpy.typing as npt

from vorhand.games.jit import kernel

Payoffs = npt.NDArray[np.int8]
Sets = npt.NDArray[np.uint16]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_U27, _U30, _U31, _U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_SCALE_32 = 4294967296.0


@kernel
def _mix(state: np.uint64) -> np.uint64:
    """Apply the output function of the splitmix64 generator (Steele, Lea and Flood 2014)."""
    z = (state ^ (state >> _U30)) * _MIX_1
    z = (z ^ (z >> _U27)) * _MIX_2
    return z ^ (z >> _U31)


@kernel
def player_at(node: int) -> int:
    """Return the player to move at a node: players alternate, player 0 begins."""
    player, first = 0, node + 1
    while first > 1:
        first >>= 1
        player ^= 1
    return player


@kernel
def _fill_payoffs(state: np.uint64, correlation: float, bias: float, payoffs: Payoffs) -> np.uint64:
    """Draw the leaves, two siblings at a time; return the generator's next state."""
    equal_below = np.uint64(correlation * _SCALE_32)
    plus_below = np.uint64(bias * _SCALE_32)
    for parent in range(payoffs.shape[0] // 2):
        left, right = payoffs[2 * parent], payoffs[2 * parent + 1]
        for pair in range(payoffs.shape[1]):
            state += _GOLDEN
            z = _mix(state)
            if (z & _LOW_32) < equal_below:
                value = np.int8(1) if (z >> _U32) < plus_below else np.int8(-1)
                left[pair] = value
                right[pair] = value
            else:
                value = np.int8(1) if (z >> _U32) & np.uint64(1) else np.int8(-1)
                left[pair] = value
                right[pair] = -value
    return state


@kernel
def _fill_sets(state: np.uint64, worlds: int, disambiguation: float, sets: Sets) -> np.uint64:
    """Draw the information sets; the sets of a node divide those of the player's previous turn."""
    halve_below = np.uint64(disambiguation * _SCALE_32)
    stack = np.empty((worlds + 1, 2), np.int64)
    for node in range(sets.shape[0]):
        player = player_at(node)
        if node < 3:
            for pair in range(worlds * worlds):
                sets[node, pair] = pair % worlds if player == 1 else pair - pair % worlds
        else:
            sets[node] = sets[((node - 1) // 2 - 1) // 2]  # the same player's previous turn
        state = _halve(state, halve_below, player, worlds, sets[node], stack)
    return state


@kernel
def _halve(
    state: np.uint64,
    halve_below: np.uint64,
    player: int,
    worlds: int,
    names: Sets,
    stack: npt.NDArray[np.int64],
) -> np.uint64:
    """Halve each set of one node with a probability, and each half likewise, and so on."""
    step = 1 if player == 0 else worlds
    for own in range(worlds):
        begin = own * worlds if player == 0 else own
        low = 0
        while low < worlds:
            high = low + 1
            while high < worlds and names[begin + high * step] == names[begin + low * step]:
                high += 1
            stack[0, 0], stack[0, 1] = low, high
            low, waiting = high, 1
            while waiting > 0:
                waiting -= 1
                first, end = stack[waiting, 0], stack[waiting, 1]
                if end - first > 1:
                    state += _GOLDEN
                    if (_mix(state) >> _U32) < halve_below:
                        middle = (first + end) // 2
                        stack[waiting, 0], stack[waiting, 1] = first, middle
                        stack[waiting + 1, 0], stack[waiting + 1, 1] = middle, end
                        waiting += 2
                        continue
                for other in range(first, end):
                    names[begin + other * step] = begin + first * step
    return state


@kernel
def generate(
    seed: int,
    worlds: int,
    correlation: float,
    bias: float,
    disambiguation: float,
    payoffs: Payoffs,
    sets: Sets,
) -> None:
    """Draw one tree into ``payoffs`` and ``sets`` (shapes: see the module)."""
    state = _mix(np.uint64(seed) * _GOLDEN + _MIX_1)
    state = _fill_payoffs(state, correlation, bias, payoffs)
    _fill_sets(state, worlds, disambiguation, sets)


@kernel
def minimax(payoffs: Payoffs, values: npt.NDArray[np.int8]) -> None:
    """Write open-hand values for player 0 of every node in every world pair; leaves come last."""
    inner = payoffs.shape[0] - 1
    values[inner:] = payoffs
    for node in range(inner - 1, -1, -1):
        left, right, here = values[2 * node + 1], values[2 * node + 2], values[node]
        if player_at(node) == 0:
            for pair in range(here.size):
                here[pair] = max(left[pair], right[pair])
        else:
            for pair in range(here.size):
                here[pair] = min(left[pair], right[pair])

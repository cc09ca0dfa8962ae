"""Policies on the synthetic trees: PIMC and the recursive levels.

A policy is float64 [2^D - 1, P]: the probability that the player to move takes move 0, which is the
same in all world pairs of an information set; the array holds the strategies of both players.
Payoffs are int8 [2^D, P], sets uint16 [2^D - 1, P], values [2^(D+1) - 1, P]
(`vorhand.games.laboratory.bcd_kernels`).
"""

import numpy as np
import numpy.typing as npt

from vorhand.games.jit import kernel
from vorhand.games.laboratory.bcd_kernels import Payoffs, Sets, minimax, player_at

Policy = npt.NDArray[np.float64]

SHARED_TIES = 0.5
FIXED_TIES = 1.0


@kernel
def _choose(
    left: npt.NDArray[np.generic],
    right: npt.NDArray[np.generic],
    names: npt.NDArray[np.uint16],
    sign: float,
    tie: float,
    advantage: npt.NDArray[np.float64],
    policy: Policy,
) -> None:
    """Play, in each information set of a node, the move with the higher mean over its worlds."""
    for pair in range(names.size):
        advantage[pair] = 0.0
    for pair in range(names.size):
        advantage[names[pair]] += sign * (left[pair] - right[pair])
    for pair in range(names.size):
        gain = advantage[names[pair]]
        policy[pair] = 1.0 if gain > 0.0 else (tie if gain == 0.0 else 0.0)


@kernel
def pimc(
    payoffs: Payoffs, sets: Sets, tie: float, values: npt.NDArray[np.int8], policy: Policy
) -> None:
    """Write the values with open hands, and the policy of PIMC over all consistent worlds.

    ``tie`` is the probability of move 0 if both moves have the same mean. Furtak's thesis, chapter
    9, discusses `SHARED_TIES` and `FIXED_TIES` (always the first move).
    """
    minimax(payoffs, values)
    advantage = np.empty(sets.shape[1])
    for node in range(sets.shape[0]):
        left, right = values[2 * node + 1], values[2 * node + 2]
        sign = 1.0 - 2.0 * player_at(node)
        _choose(left, right, sets[node], sign, tie, advantage, policy[node])


@kernel
def play_values(
    payoffs: Payoffs, first: Policy, second: Policy, values: npt.NDArray[np.float64]
) -> float:
    """Return player 0's value of ``first`` against ``second``; write the values of all nodes."""
    inner = first.shape[0]
    values[inner:] = payoffs
    for node in range(inner - 1, -1, -1):
        here = values[node]
        chance = first[node] if player_at(node) == 0 else second[node]
        left, right = values[2 * node + 1], values[2 * node + 2]
        for pair in range(here.size):
            here[pair] = right[pair] + chance[pair] * (left[pair] - right[pair])
    return values[0].mean()  # type: ignore[no-any-return]


@kernel
def improve(
    payoffs: Payoffs,
    sets: Sets,
    tie: float,
    playout: Policy,
    values: npt.NDArray[np.float64],
    policy: Policy,
) -> None:
    """Compute one recursive level in linear time: R(k) from ``playout``, which is R(k-1).

    Every move is valued in every consistent world by a playout with ``playout`` at all seats,
    and the move with the best mean is played (imperfect information Monte
    Carlo; Furtak and Buro, CIG 2013; thesis, chapter 9). The playouts are not sampled
    but computed. With shared or fixed ties all values are dyadic fractions, so that ties are exact.
    ``policy`` may be ``playout`` itself.
    """
    play_values(payoffs, playout, playout, values)
    advantage = np.empty(sets.shape[1])
    for node in range(sets.shape[0]):
        left, right = values[2 * node + 1], values[2 * node + 2]
        sign = 1.0 - 2.0 * player_at(node)
        _choose(left, right, sets[node], sign, tie, advantage, policy[node])

"""Exact best responses and exploitability on the synthetic trees.

Array layout: `vorhand.games.laboratory.bcd_kernels`; policies: `policies`.
"""

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.equilibrium.trees.policies import Policy
from vorhand.games.jit import kernel
from vorhand.games.laboratory.bcd_kernels import Payoffs, Sets, player_at

Work = npt.NDArray[np.float64]


@kernel
def _reach_leaves(player: int, policy: Policy, work: Work) -> None:
    """Compute the reach probability of chance and the opponent top down, into ``work``."""
    inner, pairs = policy.shape
    work[0, :] = 1.0 / pairs
    for node in range(inner):
        here, chance = work[node], policy[node]
        left, right = work[2 * node + 1], work[2 * node + 2]
        if player_at(node) == player:
            for pair in range(pairs):
                left[pair] = here[pair]
                right[pair] = here[pair]
        else:
            for pair in range(pairs):
                left[pair] = here[pair] * chance[pair]
                right[pair] = here[pair] - left[pair]


@kernel
def best_response_value(
    payoffs: Payoffs, sets: Sets, player: int, policy: Policy, work: Work
) -> float:
    """Return the value for ``player`` of the best response to the other player's ``policy``.

    The array ``work`` [2^(D+1) - 1, P] is overwritten.
    """
    inner, pairs = policy.shape
    _reach_leaves(player, policy, work)
    sign = 1.0 if player == 0 else -1.0
    for leaf in range(inner + 1):
        here, paid = work[inner + leaf], payoffs[leaf]
        for pair in range(pairs):
            here[pair] *= sign * paid[pair]
    gain = np.empty(pairs)
    for node in range(inner - 1, -1, -1):
        here, names = work[node], sets[node]
        left, right = work[2 * node + 1], work[2 * node + 2]
        if player_at(node) == player:
            gain[:] = 0.0
            for pair in range(pairs):
                gain[names[pair]] += left[pair] - right[pair]
            for pair in range(pairs):
                here[pair] = left[pair] if gain[names[pair]] >= 0.0 else right[pair]
        else:
            for pair in range(pairs):
                here[pair] = left[pair] + right[pair]
    return work[0].sum()  # type: ignore[no-any-return]


@kernel
def exploitability(payoffs: Payoffs, sets: Sets, policy: Policy, work: Work) -> float:
    """Return the mean over both seats of the gain of a best response (OpenSpiel's definition)."""
    first = best_response_value(payoffs, sets, 0, policy, work)
    second = best_response_value(payoffs, sets, 1, policy, work)
    return 0.5 * (first + second)

"""CFR+ on the synthetic trees (Tammelin 2014): regret matching+, alternating, linear weights.

Regrets and averages have the shape of a policy; their values are repeated for all members of an
information set. Only the sums of counterfactual values depend on the sets.
"""

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.equilibrium.trees.best_response import exploitability
from vorhand.evaluation.equilibrium.trees.policies import Policy
from vorhand.games.jit import kernel
from vorhand.games.laboratory.bcd_kernels import Payoffs, Sets, player_at

Table = npt.NDArray[np.float64]


@kernel
def _reach(player: int, current: Policy, own: Table, others: Table) -> None:
    """Compute each node's reach probability by the player, and by opponent and chance, top down."""
    inner, pairs = current.shape
    own[0, :] = 1.0
    others[0, :] = 1.0 / pairs
    for node in range(inner):
        left, right = 2 * node + 1, 2 * node + 2
        moving, waiting = (own, others) if player_at(node) == player else (others, own)
        for pair in range(pairs):
            here = moving[node, pair]
            moving[left, pair] = here * current[node, pair]
            moving[right, pair] = here - moving[left, pair]
            waiting[left, pair] = waiting[node, pair]
            waiting[right, pair] = waiting[node, pair]


@kernel
def _update_set_values(
    names: npt.NDArray[np.uint16],
    current: Table,
    regrets: Table,
    gain: Table,
) -> None:
    """Apply regret matching+ at one node; ``gain`` holds move 0 minus move 1 for each set."""
    for pair in range(names.size):
        difference = gain[names[pair]]
        regrets[0, pair] = max(0.0, regrets[0, pair] + (1.0 - current[pair]) * difference)
        regrets[1, pair] = max(0.0, regrets[1, pair] - current[pair] * difference)
        total = regrets[0, pair] + regrets[1, pair]
        current[pair] = regrets[0, pair] / total if total > 0.0 else 0.5


@kernel
def _iterate(
    player: int,
    weight: float,
    payoffs: Payoffs,
    sets: Sets,
    current: Policy,
    regrets: Table,
    sums: Table,
    own: Table,
    values: Table,
) -> None:
    """Update one player's regrets, strategy and weighted strategy sum."""
    inner, pairs = current.shape
    _reach(player, current, own, values)
    sign = 1.0 - 2.0 * player
    for leaf in range(inner + 1):
        for pair in range(pairs):
            values[inner + leaf, pair] *= sign * payoffs[leaf, pair]
    gain = np.empty(pairs)
    for node in range(inner - 1, -1, -1):
        here, left, right = values[node], values[2 * node + 1], values[2 * node + 2]
        if player_at(node) != player:
            for pair in range(pairs):
                here[pair] = left[pair] + right[pair]
            continue
        names, chance = sets[node], current[node]
        gain[:] = 0.0
        for pair in range(pairs):
            difference = left[pair] - right[pair]
            gain[names[pair]] += difference
            here[pair] = right[pair] + chance[pair] * difference
        _update_set_values(names, chance, regrets[node], gain)
        for pair in range(pairs):
            reached = weight * own[node, pair]
            sums[node, 0, pair] += reached * chance[pair]
            sums[node, 1, pair] += reached


@kernel
def _average(sums: Table, policy: Policy) -> None:
    for node in range(policy.shape[0]):
        for pair in range(policy.shape[1]):
            total = sums[node, 1, pair]
            policy[node, pair] = sums[node, 0, pair] / total if total > 0.0 else 0.5


@kernel
def solve(
    payoffs: Payoffs,
    sets: Sets,
    target: float,
    max_iterations: int,
    check_every: int,
    policy: Policy,
) -> tuple[int, float]:
    """Write to ``policy`` the average strategy of CFR+; return the iterations and exploitability.

    CFR+ stops at ``max_iterations``, or once a check finds an exploitability below ``target``.
    Exploitability is the mean over the seats at payoffs +1 and -1.
    """
    inner, pairs = sets.shape
    current = np.full((inner, pairs), 0.5)
    regrets = np.zeros((inner, 2, pairs))
    sums = np.zeros((inner, 2, pairs))
    own = np.empty((2 * inner + 1, pairs))
    values = np.empty((2 * inner + 1, pairs))
    reached, iteration = np.inf, 0
    while iteration < max_iterations:
        iteration += 1
        for player in range(2):
            _iterate(player, float(iteration), payoffs, sets, current, regrets, sums, own, values)
        if iteration % check_every == 0 or iteration == max_iterations:
            _average(sums, policy)
            reached = exploitability(payoffs, sets, policy, values)
            if reached < target:
                break
    return iteration, reached

"""Ratings of the agents of a contest, after Bradley and Terry.

Bradley and Terry, "Rank analysis of incomplete block designs I" (Biometrika 39, 1952): the
probability that one agent beats another is a logistic function of the difference of their ratings.
A deal is won by the agent with the higher score over its seatings; a tie is half a win for both.
Ratings have Elo's scale: 400 points are odds of ten to one, and the mean of the agents is 0. Each
pair of agents gets one additional tied deal, so that an agent that always wins has a finite rating.
"""

from dataclasses import dataclass

import numpy as np
from scipy import optimize, special, stats

from vorhand.evaluation.arena.estimates import Estimate, Floats, mean
from vorhand.evaluation.tournament.play import Played

_SCALE = 400 / np.log(10)
_LAPLACE = np.array([1.0, 1.0, -1.0, -1.0])
_EVEN = 1e-9  # differences of scores below this are rounding errors


@dataclass(frozen=True)
class Rating:
    """An agent's rating on Elo's scale, and its mean lead per deal over its opponents."""

    agent: str
    rating: Estimate
    score: Estimate


def ratings(played: Played) -> list[Rating]:
    """Return the agents with their ratings, the best first.

    Intervals of ratings follow from the curvature of the likelihood at its maximum (Wald). The
    deals of different pairs are treated as independent.
    """
    agents = played.contest.agents
    index = {agent: k for k, agent in enumerate(agents)}
    pairs = np.array([[index[one], index[other]] for one, other in played.differences])
    wins = np.stack([_wins(by_deal) for by_deal in played.differences.values()])
    deals = wins.shape[1]
    fitted, errors = fit(pairs, wins.sum(axis=1), deals, len(agents))
    margins = float(stats.norm.ppf(0.975)) * errors
    found = [
        Rating(
            agent,
            Estimate(*(float(fitted[k] + sign * margins[k]) for sign in (0, -1, 1))),
            mean(_above_others(played, agent)),
        )
        for k, agent in enumerate(agents)
    ]
    return sorted(found, key=lambda rating: -rating.rating.value)


def fit(pairs: np.ndarray, won: Floats, deals: int, agents: int) -> tuple[Floats, Floats]:
    """Return the maximum-likelihood ratings, [agents], and their standard errors.

    Args:
        pairs: the two agents of each pair, [pairs, 2].
        won: deals that the first of each pair won; ties count half.
        deals: number of deals of each pair.
        agents: number of agents.
    """
    first, second = pairs.T
    won, lost = won + 0.5, deals - won + 0.5

    def loss(strengths: Floats) -> tuple[float, Floats]:
        ahead = strengths[first] - strengths[second]
        slope = (won + lost) * special.expit(ahead) - won
        sums = np.bincount(first, slope, agents) - np.bincount(second, slope, agents)
        gradient: Floats = sums.astype(np.float64)
        likely = won * special.log_expit(ahead) + lost * special.log_expit(-ahead)
        return float(-likely.sum()), gradient

    strengths = optimize.minimize(loss, np.zeros(agents), jac=True, method="BFGS").x
    curvatures = (won + lost) * np.prod(
        special.expit(_signed(strengths[first] - strengths[second])), 0
    )
    curvature = np.zeros((agents, agents))
    for (one, other), much in zip(pairs, curvatures, strict=True):
        curvature[[one, other, one, other], [one, other, other, one]] += much * _LAPLACE
    errors: Floats = np.sqrt(np.diag(np.linalg.pinv(curvature)))  # the mean rating is 0
    rated: Floats = _SCALE * (strengths - strengths.mean())
    return rated, _SCALE * errors


def _signed(ahead: Floats) -> Floats:
    return np.stack([ahead, -ahead])


def _wins(by_deal: Floats) -> Floats:
    return np.where(np.abs(by_deal) < _EVEN, 0.5, (by_deal > 0).astype(np.float64))


def _above_others(played: Played, agent: str) -> Floats:
    signed = [
        by_deal if one == agent else -by_deal
        for (one, other), by_deal in played.differences.items()
        if agent in (one, other)
    ]
    return np.asarray(np.mean(signed, axis=0))

"""Estimates with confidence intervals, from numbers that are independent between deals.

The games of one deal are played with the same cards, so only whole deals are independent
of each other. Every estimate here therefore takes one number (or one pair of numbers) per deal.

An interval holds for a number of deals that was fixed in advance. Within `any_stopping_time` it
holds for all numbers of deals at once, and is wider.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import stats

Floats: TypeAlias = npt.NDArray[np.float64]

_PRIOR = 0.005  # variance of the effect, in standard deviations; best for about 2,000 deals
# fewest deals; with fewer, means of values that are not normal are too far from normal
_FEWEST = 50
# fewest deals with another value than most; with fewer, the spread is not known
_FEWEST_UNLIKE = 15
_anytime: ContextVar[bool] = ContextVar("any_stopping_time", default=False)


@contextlib.contextmanager
def any_stopping_time(valid: bool = True) -> Iterator[None]:
    """Make intervals valid at any stopping time, or only for a number of deals fixed in advance."""
    token = _anytime.set(valid)
    try:
        yield
    finally:
        _anytime.reset(token)


def kind_of_interval(confidence: float, any_stopping_time: bool) -> str:
    """Return the name of intervals, as shown."""
    suffix = ", any stopping time" if any_stopping_time else ""
    return f"{100 * confidence:.4g}% interval{suffix}"


def is_any_stopping_time() -> bool:
    """Return True within `any_stopping_time`."""
    return _anytime.get()


def standard_errors(deals: int, confidence: float = 0.95) -> float:
    """Return half the width of an interval in standard errors.

    It is the quantile of Student's t distribution or, within `any_stopping_time`, the bound of a
    confidence sequence: the mixture of t statistics over effects that are normal with mean 0 and
    variance `_PRIOR`. The mixture is the ratio of likelihoods of Rouder et al., Psychonomic
    Bulletin & Review 16 (2009), page 237. It is a martingale if the values are normal (Hendriksen,
    de Heide and Gruenwald, Bayesian Analysis 16, 2021), so it exceeds 1 / (1 - confidence) at any
    time with a probability of at most 1 - confidence. For other values it holds asymptotically
    (Waudby-Smith et al., Annals of Statistics 52, 2024), so few deals give an infinite interval.
    The interval is also infinite if all but a few deals have the same value.
    """
    if not _anytime.get():
        return float(stats.t.ppf((1 + confidence) / 2, deals - 1))
    growth = 1 + deals * _PRIOR
    ratio = (math.sqrt(growth) / (1 - confidence)) ** (2 / deals)
    if deals < _FEWEST or ratio >= growth:
        return math.inf
    return math.sqrt((deals - 1) * (ratio - 1) / (1 - ratio / growth))


@dataclass(frozen=True)
class Estimate:
    """A value and its confidence interval; both are NaN if there are no data."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_clear(self) -> bool:
        """True if 0 lies outside the interval.

        An interval without width comes from identical deals. It is never clear.
        """
        return self.low < self.high and (self.low > 0 or self.high < 0)

    def to_dict(self) -> dict[str, float | None]:
        """Return plain data: value, low and high; None for a number that is not finite."""
        numbers = {"value": self.value, "low": self.low, "high": self.high}
        return {name: x if np.isfinite(x) else None for name, x in numbers.items()}

    def __format__(self, form: str) -> str:
        """Format the value and, in brackets, its interval: ``9.9 (2.3 to 17.5)``."""
        value, low, high = (format(x, form) for x in (self.value, self.low, self.high))
        return f"{value} ({low} to {high})"

    def __mul__(self, factor: float) -> Estimate:
        low, high = sorted((self.low * factor, self.high * factor))
        return Estimate(self.value * factor, low, high)


NOTHING = Estimate(np.nan, np.nan, np.nan)


def mean(values: Floats, confidence: float = 0.95) -> Estimate:
    """Return the mean of one value per deal and its interval, see `standard_errors`."""
    if values.size == 0:
        return NOTHING
    value = float(values.mean())
    if values.size == 1:
        return Estimate(value, -np.inf, np.inf)
    error = float(values.std(ddof=1)) / np.sqrt(values.size)
    margin = _margin(values, confidence, error)
    return Estimate(value, value - margin, value + margin)


def ratio(sums: Floats, counts: Floats, confidence: float = 0.95) -> Estimate:
    """Return the mean over cases whose number differs from deal to deal.

    The interval is that of the ratio estimator for cluster samples (Cochran, Sampling
    Techniques, 3rd ed. 1977, section 3.12 and equation 2.46): the residuals sum - r * count
    of the deals take the place of the single values.

    Args:
      sums: the sum over the cases of each deal.
      counts: the number of cases of each deal.
      confidence: confidence level of the interval, between 0 and 1.
    """
    total = float(counts.sum())
    if total == 0:
        return NOTHING
    value = float(sums.sum()) / total
    if np.count_nonzero(counts) < 2:  # a single deal gives no estimate of the variance
        return Estimate(value, -np.inf, np.inf)
    error = _ratio_error(sums, counts, value)
    margin = _margin(sums - value * counts, confidence, error)
    return Estimate(value, value - margin, value + margin)


def bootstrapped(
    statistic: Callable[[npt.NDArray[np.int64]], float],
    deals: int,
    confidence: float = 0.95,
    resamples: int = 500,
) -> Estimate:
    """Estimate a statistic of the deals with given numbers that is neither a mean nor a ratio.

    The interval is the percentile interval of resampled deals (Efron and Tibshirani, An
    Introduction to the Bootstrap, 1993, chapter 13); within `any_stopping_time` it is computed from
    the standard error of the resamples. The resamples are the same in every call.
    """
    if deals == 0:
        return NOTHING
    value = statistic(np.arange(deals))
    if deals == 1:
        return Estimate(value, -np.inf, np.inf)
    drawn = np.random.default_rng(0).integers(deals, size=(resamples, deals))
    found = [statistic(of) for of in drawn]
    if _anytime.get():
        errors = standard_errors(deals, confidence)
        margin = errors * float(np.std(found, ddof=1)) if math.isfinite(errors) else math.inf
        return Estimate(value, value - margin, value + margin)
    outside = (1 - confidence) / 2
    low, high = np.quantile(found, [outside, 1 - outside])
    return Estimate(value, float(low), float(high))


def ratio_difference(
    ours: tuple[Floats, Floats], theirs: tuple[Floats, Floats], confidence: float = 0.95
) -> Estimate:
    """Return the difference between two ratios, each of sums and counts of the same deals.

    The residuals of both ratios, each as for `ratio` and divided by its mean count, are subtracted
    deal by deal. Variation that both share within a deal does not widen the interval.
    """
    deals = ours[0].size
    if not ours[1].sum() or not theirs[1].sum():
        return NOTHING
    values = [float(sums.sum() / counts.sum()) for sums, counts in (ours, theirs)]
    value = values[0] - values[1]
    if deals < 2:
        return Estimate(value, -np.inf, np.inf)
    first, second = (
        (sums - r * counts) / counts.mean()
        for r, (sums, counts) in zip(values, (ours, theirs), strict=True)
    )
    error = float((first - second).std(ddof=1)) / np.sqrt(deals)
    margin = _margin(first - second, confidence, error)
    return Estimate(value, value - margin, value + margin)


def share(hits: Floats, counts: Floats, confidence: float = 0.95) -> Estimate:
    """Return the share of hits among the cases, with the interval of Agresti and Coull.

    The number of cases in their formula ("Approximate is better than exact for interval
    estimation of binomial proportions", The American Statistician 52, 1998) is replaced by the
    effective number: as many independent cases as would have the same error as these, which
    come in deals. It is at most the real number of cases, because a few deals may look alike by
    chance. The interval stays within 0 and 1.
    """
    total = float(counts.sum())
    if total == 0:
        return NOTHING
    value = float(hits.sum()) / total
    error = _ratio_error(hits, counts, value) if counts.size > 1 else 0.0
    # If all deals have the same share, the error is 0 and gives no effective number. Then every
    # deal with a case counts once.
    cases = min(value * (1 - value) / error**2, total) if error > 0 else float((counts > 0).sum())
    z = normal_errors(counts.size, confidence)
    if math.isinf(z):
        return Estimate(value, 0.0, 1.0)
    adjusted_cases = cases + z**2
    centre = (value * cases + z**2 / 2) / adjusted_cases
    margin = z * np.sqrt(centre * (1 - centre) / adjusted_cases)
    return Estimate(value, max(0.0, centre - margin), min(1.0, centre + margin))


def variance_reduction(scores: Floats) -> float:
    """Return the factor by which more deals would be needed without duplicate play.

    It is the variance that the mean of a row would have if its games were independent, divided by
    the variance that it has; NaN if it cannot be computed.

    Args:
      scores: scores of one agent, a row per deal and a column per game of the deal.
    """
    deals, games = scores.shape
    if deals < 2:
        return float("nan")
    alone = float(scores.var(ddof=1)) / games
    together = float(scores.mean(axis=1).var(ddof=1))
    if together == 0:
        return float("inf") if alone > 0 else float("nan")
    return float(alone / together)


def _margin(values: Floats, confidence: float, error: float) -> float:
    """Return half the width of an interval, from one value or residual per deal."""
    errors = standard_errors(values.size, confidence)
    unknown = _anytime.get() and 0 < _unlike(values) < _FEWEST_UNLIKE
    return math.inf if unknown or math.isinf(errors) else errors * error


def _unlike(values: Floats) -> int:
    """Return how many values differ from the most common one."""
    return values.size - int(np.unique(values, return_counts=True)[1].max())


def normal_errors(deals: int, confidence: float = 0.95) -> float:
    """Return `standard_errors` with the normal distribution's quantile instead of Student's t."""
    if _anytime.get():
        return standard_errors(deals, confidence)
    return float(stats.norm.ppf((1 + confidence) / 2))


def _ratio_error(sums: Floats, counts: Floats, value: float) -> float:
    residuals = sums - value * counts
    deals = counts.size
    spread = float((residuals**2).sum()) / (deals - 1)
    return float(np.sqrt(spread * deals) / counts.sum())

"""Estimates with confidence intervals, from numbers that are independent between deals.

The games of one deal are played with the same cards, so only whole deals are independent
of each other. Every estimate here therefore takes one number (or one pair of numbers) per deal.

An interval is valid if the number of deals was fixed in advance. Within `any_stopping_time` it is
wider and valid for all numbers of deals at once. Simultaneous intervals of several comparisons come
from `together` or from `compare`.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

DASH = "\N{EN DASH}"
"""Shown in place of an estimate without data."""

_PRIOR = 0.005  # prior variance of the effect (in standard deviations); best for 2,000 deals
# minimum number of deals; with fewer, the mean of non-normal values is too far from normal
_FEWEST = 50
# minimum number of deals whose value is not the most common one; with fewer, no spread is known
_FEWEST_UNLIKE = 15
_DRAWN = 20_000  # number of draws for the quantile of the largest of several statistics
_BOUND_CONFIDENCE = 0.99  # probability that this quantile is not above its bound
_RESAMPLES = 500  # number of resamples of a bootstrap interval
_FEWEST_DEGREES = 20  # correlations need more deals than this, and more than two per row
_anytime: ContextVar[bool] = ContextVar("any_stopping_time", default=False)
_together: ContextVar[int] = ContextVar("together", default=1)
_batch: ContextVar[int] = ContextVar("batch", default=1)


@contextlib.contextmanager
def any_stopping_time(valid: bool = True) -> Iterator[None]:
    """Make intervals valid at any stopping time; without ``valid``, for a fixed number of deals."""
    token = _anytime.set(valid)
    try:
        yield
    finally:
        _anytime.reset(token)


@contextlib.contextmanager
def together(comparisons: int) -> Iterator[None]:
    """Make the intervals of this many comparisons simultaneous (Bonferroni's inequality)."""
    token = _together.set(max(1, comparisons))
    try:
        yield
    finally:
        _together.reset(token)


@contextlib.contextmanager
def batches(size: int) -> Iterator[None]:
    """Treat each value as a sum over a batch of this many deals; such sums are nearly normal.

    Otherwise a few batches of many deals would have infinite intervals at any stopping time.
    """
    token = _batch.set(size)
    try:
        yield
    finally:
        _batch.reset(token)


def confidence_of_each(confidence: float) -> float:
    """Return the confidence of a single interval, given the joint confidence of all."""
    return 1 - (1 - confidence) / _together.get()


def kind_of_interval(confidence: float, any_stopping_time: bool) -> str:
    """Return the name of intervals of this kind, such as "95% interval"."""
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
    """
    confidence = confidence_of_each(confidence)
    if not _anytime.get():
        from scipy.special import stdtrit  # slow to import, as in the other functions below

        return float(stdtrit(deals - 1, (1 + confidence) / 2))
    batch = _batch.get()
    growth = 1 + deals * batch * _PRIOR
    ratio = (math.sqrt(growth) / (1 - confidence)) ** (2 / deals)
    if deals * batch < _FEWEST or ratio >= growth:
        return math.inf
    return math.sqrt((deals - 1) * (ratio - 1) / (1 - ratio / growth))


@dataclass(frozen=True)
class Estimate:
    """A value and its confidence interval; both are NaN if there are no data."""

    value: float
    low: float
    high: float

    def __post_init__(self) -> None:
        for name in ("value", "low", "high"):  # plain floats, whatever array they came from
            object.__setattr__(self, name, float(getattr(self, name)))

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_clear(self) -> bool:
        """True if 0 lies outside the interval.

        An interval without width, as of deals that all have the same value, is never clear.
        """
        return self.low < self.high and (self.low > 0 or self.high < 0)

    def to_dict(self) -> dict[str, float | None]:
        """Return plain data: value, low and high; None for a number that is not finite."""
        numbers = {"value": self.value, "low": self.low, "high": self.high}
        return {name: x if np.isfinite(x) else None for name, x in numbers.items()}

    def __format__(self, form: str) -> str:
        """Format value and interval, ``9.9 (2.3 to 17.5)``; a dash if there are no data."""
        if math.isnan(self.value):
            return DASH
        value, low, high = (format(x, form) for x in (self.value, self.low, self.high))
        return f"{value} ({low} to {high})"

    def beside(self, simultaneous: Estimate) -> Comparison:
        """Return this estimate as a comparison, together with its simultaneous interval."""
        return Comparison(self.value, self.low, self.high, simultaneous)

    def of_cases(self, cases: int | None) -> CountedEstimate:
        """Return this estimate with the number of cases behind it."""
        return CountedEstimate(self.value, self.low, self.high, cases)

    def __mul__(self, factor: float) -> Estimate:
        low, high = sorted((self.low * factor, self.high * factor))
        return Estimate(self.value * factor, low, high)


NOTHING = Estimate(np.nan, np.nan, np.nan)


@dataclass(frozen=True)
class Comparison(Estimate):
    """A comparison in a table, with its own interval and a simultaneous one.

    Attributes:
        simultaneous: estimate whose interval holds together with those of all comparisons of the
            table. It decides whether the comparison is clear.
    """

    simultaneous: Estimate

    @property
    def is_clear(self) -> bool:
        """True if 0 lies outside the simultaneous interval."""
        return self.simultaneous.is_clear

    def to_dict(self) -> dict[str, float | None]:
        """Return plain data: value, low, high, and the bounds of the simultaneous interval."""
        both = self.simultaneous.to_dict()
        bounds = {f"simultaneous_{name}": both[name] for name in ("low", "high")}
        return super().to_dict() | bounds


@dataclass(frozen=True)
class CountedEstimate(Estimate):
    """An estimate with the number of cases behind it.

    Attributes:
        cases: number of cases; None: unknown.
    """

    cases: int | None

    def to_dict(self) -> dict[str, float | None]:
        """Return plain data: value, low, high and cases."""
        return super().to_dict() | {"cases": self.cases}


def mean(values: Floats, confidence: float = 0.95) -> Estimate:
    """Return the mean of one value per deal and its interval, see `standard_errors`."""
    if values.size == 0:
        return NOTHING
    value = float(values.mean())
    if values.size == 1:
        return Estimate(value, -np.inf, np.inf)
    error = float(values.std(ddof=1)) / np.sqrt(values.size)
    margin = _margin(confidence, error, values)
    return Estimate(value, value - margin, value + margin)


def compare(by_deal: Sequence[Floats], confidence: float = 0.95) -> list[Comparison]:
    """Return the mean of each row of values of the same deals, as the comparisons of one table.

    All simultaneous intervals hold at once with this confidence: if the agents are equal, the
    probability that any difference is clear is at most 1 - confidence. In standard errors, half
    their width is the quantile of the largest of the t statistics, which have a multivariate t
    distribution with the correlation of the values (Hothorn, Bretz and Westfall, Biometrical
    Journal 50, 2008, section 3). If there are too few deals to estimate it, or within
    `any_stopping_time`, the intervals follow from Bonferroni's inequality.
    """
    own = [mean(values, confidence) for values in by_deal]
    varied = [values for values in by_deal if values.size > 1 and values.std() > 0]
    # at any stopping time all rows count, since the values of a constant row may vary later
    rows = len(by_deal if _anytime.get() else varied)
    each = 1 - (1 - confidence) / max(1, rows)
    if rows > 1 and not _anytime.get() and len(varied[0]) > max(_FEWEST_DEGREES, 2 * rows):
        each = min(each, max(confidence, _largest(np.array(varied), confidence)))
    wide = [mean(values, each) for values in by_deal]
    return [estimate.beside(bounds) for estimate, bounds in zip(own, wide, strict=True)]


def _largest(values: Floats, confidence: float) -> float:
    """Return the confidence that each interval needs so that all hold; values are [rows, deals].

    The quantile of the largest statistic is simulated. It is replaced by an upper bound that holds
    with a probability of 99% whatever the distribution: an order statistic of the draws (David and
    Nagaraja, Order Statistics, 3rd ed. 2003, section 7.1).
    """
    from scipy.special import bdtrik, stdtr

    degrees = values.shape[1] - 1
    sizes, axes = np.linalg.eigh(np.corrcoef(values))
    rng = np.random.default_rng(0)
    drawn = rng.standard_normal((_DRAWN, len(values))) * np.sqrt(sizes.clip(0)) @ axes.T
    scale = np.sqrt(rng.chisquare(degrees, _DRAWN) / degrees)
    largest = np.sort(np.abs(drawn).max(axis=1) / scale)
    rank = math.ceil(bdtrik(_BOUND_CONFIDENCE, _DRAWN, confidence))
    bound = largest[rank] if rank < _DRAWN else math.inf
    return float(1 - 2 * stdtr(degrees, -bound))


def positive(values: Floats) -> Estimate:
    """Return the mean of positive values, such as ratios, with an interval on the log scale.

    The interval never contains zero. By the delta method, the error of the logarithm of a mean is
    the relative error of the mean.
    """
    return on_log_scale(mean(values))


def on_log_scale(found: Estimate) -> Estimate:
    """Return a positive estimate with an interval on the log scale, from its relative error."""
    if not found.value > 0 or not math.isfinite(found.margin):
        return Estimate(found.value, max(found.low, 0.0), found.high)
    factor = math.exp(found.margin / found.value)
    return Estimate(found.value, found.value / factor, found.value * factor)


def ratio(sums: Floats, counts: Floats, confidence: float = 0.95) -> Estimate:
    """Return a mean over cases whose number differs from deal to deal.

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
    margin = _margin(confidence, error, sums - value * counts, sums)
    return Estimate(value, value - margin, value + margin)


def bootstrapped(statistic: Callable[[npt.NDArray[np.int64]], float], deals: int) -> Estimate:
    """Estimate a statistic that is neither a mean nor a ratio, by resampling deals.

    The interval is the percentile interval of resampled deals (Efron and Tibshirani, An
    Introduction to the Bootstrap, 1993, chapter 13); within `any_stopping_time` or `together` it
    is computed from the standard error of the resamples. The resamples are the same in every call.
    """
    if deals == 0:
        return NOTHING
    value = statistic(np.arange(deals))
    if deals == 1:
        return Estimate(value, -np.inf, np.inf)
    drawn = np.random.default_rng(0).integers(deals, size=(_RESAMPLES, deals))
    found = [statistic(of) for of in drawn]
    if _anytime.get() or _together.get() > 1:  # `together` would need more resamples
        errors = standard_errors(deals)
        margin = errors * float(np.std(found, ddof=1)) if math.isfinite(errors) else math.inf
        return Estimate(value, value - margin, value + margin)
    low, high = np.quantile(found, [0.025, 0.975])
    return Estimate(value, float(low), float(high))


def ratio_difference(ours: tuple[Floats, Floats], theirs: tuple[Floats, Floats]) -> Estimate:
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
    margin = _margin(0.95, error, first - second, ours[0] - theirs[0])
    return Estimate(value, value - margin, value + margin)


def share(hits: Floats, counts: Floats, confidence: float = 0.95) -> Estimate:
    """Return the share of hits among the cases, with Wilson's interval.

    The number of cases in his formula (Journal of the American Statistical Association 22, 1927)
    is replaced by the effective number: the number of independent cases that would have the same
    error as these cases, which are grouped in deals. It is at most the real number of cases, since
    a few deals may be alike by chance. The quantile is Student's if the number is estimated from
    the spread of the deals, else the normal one. The interval stays within 0 and 1.
    """
    total = float(counts.sum())
    if total == 0:
        return NOTHING
    value = float(hits.sum()) / total
    error = _ratio_error(hits, counts, value) if counts.size > 1 else 0.0
    # If all deals have the same share, the error is 0 and gives no effective number. Then every
    # deal that has a case counts once.
    cases = min(value * (1 - value) / error**2, total) if error > 0 else float((counts > 0).sum())
    z = (standard_errors if error > 0 else normal_errors)(counts.size, confidence)
    if math.isinf(z):
        return Estimate(value, 0.0, 1.0)
    adjusted_cases = cases + z**2
    centre = (value * cases + z**2 / 2) / adjusted_cases
    margin = z * math.sqrt(cases * value * (1 - value) + z**2 / 4) / adjusted_cases
    return Estimate(value, max(0.0, centre - margin), min(1.0, centre + margin))


def variance_reduction(scores: Floats) -> float:
    """Return how many times as many deals would be needed without duplicate play.

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


def _margin(confidence: float, error: float, *by_deal: Floats) -> float:
    """Return half the width of an interval, from the standard error and the values by deal.

    Within `any_stopping_time` it is infinite if some values differ from the most common one, but
    fewer than `_FEWEST_UNLIKE`.
    Ratios pass residuals and sums: without events all sums are equal, but the residuals differ if
    the counts of cases do.
    """
    errors = standard_errors(by_deal[0].size, confidence)
    unknown = _anytime.get() and any(0 < _unlike(values) < _FEWEST_UNLIKE for values in by_deal)
    return math.inf if unknown or math.isinf(errors) else errors * error


def _unlike(values: Floats) -> int:
    """Return the number of values that differ from the most common one."""
    return values.size - int(np.unique(values, return_counts=True)[1].max())


def normal_errors(deals: int, confidence: float = 0.95) -> float:
    """Return `standard_errors`, but for a fixed number of deals with the normal quantile."""
    if _anytime.get():
        return standard_errors(deals, confidence)
    from scipy.special import ndtri

    return float(ndtri((1 + confidence_of_each(confidence)) / 2))


def _ratio_error(sums: Floats, counts: Floats, value: float) -> float:
    residuals = sums - value * counts
    deals = counts.size
    spread = float((residuals**2).sum()) / (deals - 1)
    return float(np.sqrt(spread * deals) / counts.sum())

"""Intervals and variance reduction, against literal formulas and by simulation."""

import math

import numpy as np
import pytest
from scipy import stats

from vorhand.evaluation.arena import estimates
from vorhand.tests.sizes import sizes


def test_mean_by_hand() -> None:
    # t(0.975, 3 degrees of freedom) = 3.182446 from any printed table.
    found = estimates.mean(np.array([1.0, 2.0, 3.0, 6.0]))
    error = math.sqrt((4 + 1 + 0 + 9) / 3 / 4)
    assert found.value == 3
    assert found.low == pytest.approx(3 - 3.182446 * error, abs=1e-5)
    assert found.high == pytest.approx(3 + 3.182446 * error, abs=1e-5)


def test_share_of_independent_cases_is_the_published_formula() -> None:
    # Wilson 1927: all shares that are less than z standard errors away from the observed one.
    hits = np.array([1.0] * 8 + [0.0] * 32)
    found = estimates.share(hits, np.ones(40))
    z = 2.022691  # t(0.975, 39 degrees of freedom)
    # The effective number differs from 40 only by the n - 1 of the sample variance.
    cases = 40 * 39 / 40
    centre = (0.2 * cases + z**2 / 2) / (cases + z**2)
    margin = z * math.sqrt(cases * 0.2 * 0.8 + z**2 / 4) / (cases + z**2)
    for bound in (centre - margin, centre + margin):
        assert abs(bound - 0.2) == pytest.approx(z * math.sqrt(bound * (1 - bound) / cases))
    assert found.value == pytest.approx(0.2)
    assert found.low == pytest.approx(centre - margin, abs=1e-6)
    assert found.high == pytest.approx(centre + margin, abs=1e-6)


def test_deals_that_look_alike_do_not_make_more_cases_than_there_are() -> None:
    hits, counts = np.array([1.0, 1, 1, 1]), np.array([5.0, 5, 5, 6])
    alike, z = estimates.share(hits, counts), 3.182446  # t(0.975, 3)
    for bound in (alike.low, alike.high):
        assert abs(bound - 4 / 21) == pytest.approx(z * math.sqrt(bound * (1 - bound) / 21))


@pytest.mark.parametrize("deals", [3, 5])
def test_shares_of_few_deals_cover_the_truth(deals: int) -> None:
    """Each deal has 200 correlated cases, so that only the deals are independent."""
    rng, runs = np.random.default_rng(deals), 1_000
    counts, missed = np.full(deals, 200.0), 0
    for _ in range(runs):
        found = estimates.share(rng.binomial(200, rng.beta(20, 20, deals)).astype(float), counts)
        missed += not found.low <= 0.5 <= found.high
    assert missed <= 0.05 * runs + 3 * (0.05 * 0.95 * runs) ** 0.5


def test_shares_of_none_and_all_have_an_interval() -> None:
    none = estimates.share(np.zeros(50), np.full(50, 2.0))
    assert (none.value, none.low) == (0, 0)
    assert 0.02 < none.high < 0.12
    everything = estimates.share(np.full(50, 2.0), np.full(50, 2.0))
    assert everything.low == pytest.approx(1 - none.high)


def test_nothing_counted_says_nothing() -> None:
    empty = np.array([])
    for found in (
        estimates.mean(empty),
        estimates.ratio(np.zeros(3), np.zeros(3)),
        estimates.share(np.zeros(3), np.zeros(3)),
    ):
        assert math.isnan(found.value)
        assert math.isnan(found.low)
    assert math.isnan(estimates.variance_reduction(np.zeros((1, 3))))


def test_one_deal_has_no_bounds() -> None:
    assert estimates.mean(np.array([4.0])).high == math.inf
    assert estimates.ratio(np.array([4.0]), np.array([2.0])).low == -math.inf
    # The interval is also infinite if all other deals have no case.
    lone = estimates.ratio(np.array([0.0, 73.0, 0.0]), np.array([0.0, 1.0, 0.0]))
    assert (lone.value, lone.low, lone.high) == (73, -math.inf, math.inf)


def test_deals_that_are_all_alike_make_nothing_clear() -> None:
    assert not estimates.mean(np.array([4.0, 4.0])).is_clear
    assert not estimates.mean(np.array([-1.0, 2.0])).is_clear
    assert not estimates.NOTHING.is_clear
    assert estimates.mean(np.array([4.0, 4.1])).is_clear
    assert estimates.mean(np.array([-4.0, -4.1])).is_clear


@pytest.mark.nightly
@pytest.mark.parametrize("confidence", [0.95, 0.98])
def test_intervals_cover_the_truth_as_often_as_they_say(confidence: float) -> None:
    rng = np.random.default_rng(1)
    runs, deals = 2000, 150
    covered = np.zeros(3)
    for _ in range(runs):
        # Deals differ in the number of cases (0 to 3) and in the chance of a hit, so that the
        # cases of a deal are correlated.
        ease = rng.beta(2, 2, deals)
        counts = rng.integers(0, 4, deals).astype(float)
        hits = rng.binomial(counts.astype(int), ease).astype(float)
        found = (
            estimates.share(hits, counts, confidence),
            estimates.ratio(hits, counts, confidence),
            estimates.mean(ease, confidence),
        )
        covered += [estimate.low <= 0.5 <= estimate.high for estimate in found]
    tolerance = 4 * math.sqrt(confidence * (1 - confidence) / runs)
    assert covered / runs == pytest.approx([confidence] * 3, abs=tolerance + 0.005)


def test_variance_reduction_of_known_correlation() -> None:
    # Games of a deal with correlation rho: the mean of three has variance (1 + 2 rho) / 3,
    # so duplicate play counts for 1 / (1 + 2 rho).
    rng = np.random.default_rng(2)
    for rho in (-0.4, 0.0, 0.5):
        covariance = np.full((3, 3), rho) + (1 - rho) * np.eye(3)
        scores = rng.multivariate_normal(np.zeros(3), covariance, size=40000)
        assert estimates.variance_reduction(scores) == pytest.approx(1 / (1 + 2 * rho), rel=0.05)


def test_scores_that_only_depend_on_the_cards_cancel_out() -> None:
    cards = np.random.default_rng(3).normal(size=(100, 1))
    assert estimates.variance_reduction(np.hstack([cards, -cards])) == math.inf


def test_difference_of_ratios_is_that_of_means_where_every_deal_counts_once() -> None:
    rng = np.random.default_rng(8)
    ours, theirs, ones = rng.normal(size=30), rng.normal(size=30), np.ones(30)
    found = estimates.ratio_difference((ours, ones), (theirs, ones))
    expected = estimates.mean(ours - theirs)
    for end in ("value", "low", "high"):
        assert getattr(found, end) == pytest.approx(getattr(expected, end))


def test_difference_of_ratios_covers_the_truth() -> None:
    rng = np.random.default_rng(9)
    covered = 0
    for _ in range(400):
        luck = rng.uniform(0, 0.4, size=150)  # luck of each deal, common to both
        counts = rng.integers(0, 6, size=(2, 150)).astype(float)
        hits = [rng.binomial(counts[k].astype(int), luck + 0.1 * k).astype(float) for k in (0, 1)]
        found = estimates.ratio_difference((hits[1], counts[1]), (hits[0], counts[0]))
        covered += found.low <= 0.1 <= found.high
    assert 0.92 < covered / 400 < 0.98
    nothing = np.zeros(3)
    assert math.isnan(estimates.ratio_difference((nothing, nothing), (nothing, nothing)).value)


def test_bootstrapped_interval_of_a_mean_is_about_that_of_student() -> None:
    values = np.random.default_rng(5).normal(3, 2, 400)
    found = estimates.bootstrapped(lambda of: float(values[of].mean()), len(values))
    expected = estimates.mean(values)
    assert found.value == pytest.approx(expected.value)
    assert found.low == pytest.approx(expected.low, abs=0.05)
    assert found.high == pytest.approx(expected.high, abs=0.05)
    assert estimates.bootstrapped(lambda of: 1.0, 1) == estimates.Estimate(1.0, -np.inf, np.inf)
    assert math.isnan(estimates.bootstrapped(lambda of: 1.0, 0).value)


def test_an_estimate_in_words() -> None:
    assert f"{estimates.Estimate(9.87, 2.3, 17.45):+.1f}" == "+9.9 (+2.3 to +17.4)"
    assert f"{estimates.Estimate(0.5, 0.25, 0.75):.0%}" == "50% (25% to 75%)"


def test_the_bound_for_any_stopping_time_is_where_the_mixture_reaches_20() -> None:
    """The mixture is integrated over effects here, with noncentral t densities of scipy."""
    with estimates.any_stopping_time():
        bound = estimates.standard_errors(200)
    effects = np.linspace(-0.15, 0.5, 1400)
    prior = stats.norm.pdf(effects, scale=math.sqrt(0.005))
    likelihood = stats.nct.pdf(bound, 199, effects * math.sqrt(200))
    mixture = float(np.trapezoid(prior * likelihood, effects))
    assert mixture / stats.t.pdf(bound, 199) == pytest.approx(20, rel=1e-3)


@pytest.mark.parametrize("size", sizes((400, 1000), (4000, 2000)))
@pytest.mark.parametrize("kind", ["normal", "skewed", "rare"])
def test_intervals_cover_the_mean_at_all_stopping_times(kind: str, size: tuple[int, int]) -> None:
    """At least 95% of the paths are covered, within three standard errors; fixed intervals fail."""
    paths, _ = size
    rng = np.random.default_rng(1)
    if kind == "normal":
        values, mean = rng.normal(size=size), 0.0
    elif kind == "skewed":
        values, mean = rng.exponential(size=size), 1.0
    else:  # most deals are played alike
        differ = rng.random(size) < 0.1
        values, mean = np.where(differ, rng.choice([-50.0, 100.0], size), 0.0), 2.5
    allowed = 0.95 - 3 * math.sqrt(0.05 * 0.95 / paths)
    with estimates.any_stopping_time():
        assert covering(values, mean) >= allowed
    assert covering(values, mean) < allowed - 0.1


def covering(values: estimates.Floats, mean: float) -> float:
    """Return the share of paths on which no interval, from 50 deals on, misses the mean."""
    counts = np.arange(1, values.shape[1] + 1)
    means = values.cumsum(axis=1) / counts
    spread = (values**2).cumsum(axis=1) - counts * means**2
    counts, means, spread = counts[49:], means[:, 49:], spread[:, 49:]
    errors = np.sqrt(np.maximum(spread, 0) / (counts - 1) / counts)
    bounds = np.array([estimates.standard_errors(int(count)) for count in counts])
    misses = np.abs(means - mean) > bounds * errors + 1e-9
    return 1 - float(misses.any(axis=1).mean())


@pytest.mark.parametrize("unlike", sizes(0.02, 0.005))
def test_deals_that_are_nearly_all_alike_have_no_interval_at_first(unlike: float) -> None:
    """Otherwise the first deals would seem to show that the mean is nearly 0."""
    rng, size = np.random.default_rng(2), (150, 2000)
    paths = np.where(rng.random(size) < unlike, rng.choice([-50.0, 100.0], size), 0)
    ones, covered = np.ones(size[1]), 0
    with estimates.any_stopping_time():
        for values in paths:
            found = [estimates.mean(values[:count]) for count in range(50, size[1] + 1, 50)]
            found = [one for one in found if one.low < one.high]  # the others are all alike
            covered += all(one.low <= 25 * unlike <= one.high for one in found)
        few = np.where(ones.cumsum() <= 14, 1.0, 0.0)
        for more in (0, 1):
            made = (
                estimates.mean(few),
                estimates.ratio(few, ones),
                estimates.ratio_difference((few, ones), (ones, ones)),
            )
            assert [math.isfinite(one.margin) for one in made] == [bool(more)] * 3
            few[-1] = 1.0
    assert covered / len(paths) >= 0.95 - 3 * math.sqrt(0.05 * 0.95 / len(paths))


def test_one_event_tells_no_rate_however_its_counts_vary() -> None:
    """A ratio needs 15 deals with an event, although counts make all residuals differ."""
    counts = np.arange(1.0, 101.0)
    for events in (1, 14, 15):
        sums = np.where(np.arange(100) < events, 1.0, 0.0)
        with estimates.any_stopping_time():
            made = (
                estimates.ratio(sums, counts),
                estimates.ratio_difference((sums, counts), (np.zeros(100), counts[::-1])),
            )
        assert [math.isfinite(one.margin) for one in made] == [events == 15] * 2


def test_one_unlike_batch_is_not_many_unlike_deals() -> None:
    values = np.zeros(40)
    with estimates.any_stopping_time(), estimates.batches(50):
        for unlike in range(1, 16):
            values[unlike] = 1.0
            assert math.isfinite(estimates.mean(values).margin) == (unlike == 15)


def test_all_estimates_are_wider_for_any_stopping_time() -> None:
    values = np.random.default_rng(0).normal(size=100)
    hits, ones = (values > 1).astype(float), np.ones(100)

    def made() -> list[estimates.Estimate]:
        return [
            estimates.mean(values),
            estimates.ratio(values, ones),
            estimates.ratio_difference((values, ones), (hits, ones)),
            estimates.share(hits, ones),
            estimates.bootstrapped(lambda of: float(np.median(values[of])), 100),
        ]

    fixed = made()
    with estimates.any_stopping_time():
        anytime = made()
        few = estimates.mean(np.zeros(49))
    assert all(
        wide.margin > 1.5 * narrow.margin for wide, narrow in zip(anytime, fixed, strict=True)
    )
    assert [wide.value for wide in anytime] == [narrow.value for narrow in fixed]
    assert (few.low, few.high) == (-math.inf, math.inf)
    assert made() == fixed


def test_ratios_have_intervals_above_zero() -> None:
    """The logarithm of a mean of 2 with a standard error of 0.5 has one of 0.25, by hand."""
    values = np.array([1.0, 2.0, 3.0, 2.0, 1.0, 3.0]) - 0.9
    plain, found = estimates.mean(values), estimates.positive(values)
    assert plain.low < 0.2
    relative = stats.t.ppf(0.975, 5) * values.std(ddof=1) / math.sqrt(6) / values.mean()
    assert found.low == pytest.approx(values.mean() * math.exp(-relative))
    assert found.high == pytest.approx(values.mean() * math.exp(relative))
    assert estimates.on_log_scale(estimates.Estimate(2.0, -1.0, 5.0)).low > 0
    assert estimates.on_log_scale(estimates.Estimate(0.0, -1.0, 1.0)).low == 0


def test_sums_of_many_deals_need_fewer_values_for_any_stopping_time() -> None:
    """40 batches of 50 deals are 2,000 deals, whose interval is about as wide."""
    deals = np.random.default_rng(4).standard_normal(2_000)
    batches = deals.reshape(40, 50).mean(axis=1)
    with estimates.any_stopping_time():
        single = estimates.mean(deals)
        assert estimates.mean(batches).margin == math.inf
        with estimates.batches(50):
            together = estimates.mean(batches)
    spread = batches.std(ddof=1) * math.sqrt(50) / deals.std(ddof=1)
    assert together.margin / spread == pytest.approx(single.margin, rel=0.15)


@pytest.mark.parametrize("runs", sizes(300, 4_000))
def test_intervals_of_batches_cover_the_mean_at_all_stopping_times(runs: int) -> None:
    rng = np.random.default_rng(6)
    missed = 0
    with estimates.any_stopping_time(), estimates.batches(50):
        for _ in range(runs):
            values = rng.exponential(1, (40, 50)).mean(axis=1) - 1
            missed += any(estimates.mean(values[:n]).is_clear for n in range(4, 41, 4))
    assert missed <= 0.05 * runs + 3 * (0.05 * 0.95 * runs) ** 0.5


def test_numbers_of_an_estimate_are_plain() -> None:
    found = estimates.mean(np.array([1.0, 2.0]))
    assert [type(x) for x in (found.value, found.low, found.high)] == [float] * 3

"""Measures of beliefs, compared with sums over all worlds."""

import itertools
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from vorhand.agents.skat.beliefs.declared import Declared
from vorhand.agents.skat.beliefs.densities import Floats, Sampled, density, uniform
from vorhand.agents.skat.beliefs.peek import Peek
from vorhand.agents.skat.beliefs.told import PartlyTold
from vorhand.agents.skat.worlds import Rows, SkatWorlds
from vorhand.evaluation.arena.given_deals import DealSourceError
from vorhand.evaluation.papers.solinas_2019.beliefs.instruments import (
    log_ratio,
    miscalibration,
    read,
)
from vorhand.evaluation.papers.solinas_2019.beliefs.positions import (
    TRICKS,
    Position,
    deal_by_rule,
    deals_of_file,
    positions,
)
from vorhand.evaluation.papers.solinas_2019.beliefs.readings import Readings, jobs, measure, shown
from vorhand.evaluation.post_mortem.skat.pipma import DEFENDER, KINDS, SOLOIST
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Deal

DATA = Path(__file__).parents[3] / "data"


def some_positions(deals: int) -> list[Position]:
    played = (deal_by_rule(8, number) for number in range(deals))
    return [p for k, deal in enumerate(played) if deal for p in positions(deal, k)]


def every_world(position: Position) -> Rows:
    worlds = position.view.worlds()
    return np.asarray(worlds.slice(0, int(worlds.count)))


SMALL = [p for p in some_positions(25) if 20 < int(p.view.worlds().count) < 500]


def test_positions_are_one_a_trick_and_role() -> None:
    deal = deal_by_rule(8, 0)
    assert deal is not None
    found = list(positions(deal, 1))
    cells = Counter((p.role, p.trick) for p in found)
    assert cells == Counter(itertools.product((SOLOIST, DEFENDER), range(TRICKS)))
    for position in found:
        view = position.view
        assert (position.role == SOLOIST) == view.is_soloist
        assert (view.soloist_tricks + view.defender_tricks) == position.trick
        assert view.player == view.to_act
        assert view.worlds().contains(position.truth.tolist())
    seats = {seed: [p.view.player for p in positions(deal, seed)] for seed in range(20)}
    assert len({tuple(some) for some in seats.values()}) > 5
    assert all(deal_by_rule(8, k, "grand") is None for k in range(30) if _kind(k) != "grand")


def _kind(number: int) -> str | None:
    deal = deal_by_rule(8, number)
    return next(iter(positions(deal, 0))).kind if deal else None


def test_tssr_is_equation_2() -> None:
    """The ratio is the true world's probability times the number of worlds: 1 for uniform."""
    for position in SMALL:
        view, truth = shown(position), position.truth
        count = int(view.worlds().count)
        assert log_ratio(uniform, view, truth) == pytest.approx(0, abs=1e-9)
        assert np.exp(log_ratio(PartlyTold("all", uniform), view, truth)) == pytest.approx(count)
        mixed = 0.25 * count + 0.75
        assert np.exp(log_ratio(Peek(0.25, uniform), view, truth)) == pytest.approx(mixed)


def test_readings_against_all_worlds() -> None:
    belief = Declared()
    for position in SMALL[:12]:
        view, truth, rows = shown(position), position.truth, every_world(position)
        chances = np.exp(belief.log_probability(view, rows))
        told = read(belief, view, truth)
        (true,) = np.flatnonzero((rows == truth).all(axis=1))
        assert np.exp(told.log_ratio) == pytest.approx(chances[true] * len(rows))
        bits = rows[:, None, :] >> np.arange(32, dtype=np.uint32)[None, :, None] & 1
        marginals = np.tensordot(chances, bits, 1)
        hidden = [c for c in range(32) if view.hidden >> c & 1]
        where = {c: next(p for p in range(4) if truth[p] >> c & 1) for c in hidden}
        logs = [np.log(marginals[c, where[c]]) for c in hidden]
        assert told.card_log == pytest.approx(np.mean(logs))
        # Find the best assignment by trying all of them.
        sums = np.array([sum_of(marginals, row, view.hidden) for row in rows])
        best = rows[sums.argmax()]
        if np.count_nonzero(sums > sums.max() - 1e-9) == 1:
            pairs = zip(best.tolist(), truth.tolist(), strict=True)
            placed = sum((one & other & view.hidden).bit_count() for one, other in pairs)
            assert told.placed == pytest.approx(placed / len(hidden))
        if len(rows) <= 160:
            assert told.effective == pytest.approx(1 / np.square(chances).sum())
        may = sum(view.possible[p] >> c & 1 for c in hidden for p in range(4))
        assert told.bins[:, 0].sum() == may
        assert told.bins[:, 2].sum() == len(hidden)
        assert told.bins[:, 1].sum() == pytest.approx(len(hidden))


def sum_of(marginals: Floats, row: Rows, hidden: int) -> float:
    """Return probabilities of single cards in their places, summed over hidden cards."""
    cards = range(32)
    return sum(
        float(marginals[card, place])
        for card in cards
        for place in range(4)
        if hidden >> card & int(row[place]) >> card & 1
    )


def test_beliefs_that_only_draw_are_told_by_their_cards() -> None:
    """Beliefs that can only draw worlds have the density of equation 1 over drawn marginals.

    The marginals are those of the drawn worlds and of one uniform world.
    """

    def known(view: SkatView, n: int, seed: int) -> SkatWorlds:
        return PartlyTold("all", uniform)(view, n, seed)

    for position in SMALL[:5]:
        view, truth = shown(position), position.truth
        belief = density(known)
        assert isinstance(belief, Sampled)
        rows = every_world(position)
        chances = np.exp(belief.log_probability(view, rows))
        assert chances.sum() == pytest.approx(1)
        (true,) = np.flatnonzero((rows == truth).all(axis=1))
        assert chances.argmax() == true
        assert 0 < log_ratio(belief, view, truth) < np.log(len(rows))


def test_miscalibration() -> None:
    """Four of ten cards with a probability of 0.25 are in the place, and all ten with 0.95."""
    bins = np.zeros((10, 3))
    bins[2], bins[9] = (10, 2.5, 4), (10, 9.5, 10)
    assert miscalibration(bins) == pytest.approx((1.5 + 0.5) / 20)


def test_readings_are_gathered_by_deal() -> None:
    beliefs = ("uniform", "told(all)")
    measured = [measure((None, 8, number, beliefs)) for number in range(4)]
    found = Readings(beliefs, [rows for rows in measured if rows is not None])
    assert found.deals == sum(rows is not None for rows in measured)
    for kind, role in itertools.product(range(len(KINDS)), (SOLOIST, DEFENDER)):
        chosen = found.chosen(kind, role)
        if not chosen.any():
            continue
        assert found.geometric("log_ratio", 0, chosen).value == pytest.approx(1)
        assert found.mean("placed", 1, chosen).value == pytest.approx(1)
        placed = found.mean("placed", 0, chosen)
        assert 0 <= placed.low < placed.value < placed.high <= 1
        assert found.mean("card_log", 1, chosen).value == pytest.approx(0)
        assert found.mean("log_ratio", 1, chosen, power=True).value > 1
        told = found.geometric("log_ratio", 1, chosen).value
        assert found.ahead(1, 0, chosen).value == pytest.approx(told)
        assert found.ahead(0, 1, chosen).value == pytest.approx(1 / told)
        exact = found.miscalibration(1, chosen)
        assert exact.value == pytest.approx(0)
        assert found.miscalibration(0, chosen).value > exact.value
        by_trick = sum(found.count(kind, role, trick) for trick in range(TRICKS))
        assert found.count(kind, role) == by_trick


def test_deals_of_files(tmp_path: Path) -> None:
    deals = list(deals_of_file(DATA / "iss-games.sgf"))
    assert len(deals) > 20
    assert all(isinstance(deal, Deal) for deal in deals)
    (work, *_) = jobs(str(DATA / "iss-games.sgf"), 1, 0, ["uniform"])
    assert measure(work)
    with pytest.raises(DealSourceError, match="no such file"):
        next(jobs("nowhere.sgf", 5, 0, ["uniform"]))
    empty = tmp_path / "empty.sgf"
    empty.write_text("", "utf-8")
    with pytest.raises(DealSourceError, match="none with card play"):
        next(jobs(str(empty), 5, 0, ["uniform"]))

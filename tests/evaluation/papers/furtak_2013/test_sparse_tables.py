"""Rows of look-up tables, their tentpoles and the choice of entries, against slow references."""

import heapq
import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest

from vorhand.evaluation.papers.furtak_2013.sparse_tables import entry_choice, representatives
from vorhand.evaluation.papers.furtak_2013.sparse_tables.owner_diagrams import nodes, owners
from vorhand.evaluation.papers.furtak_2013.sparse_tables.row_tries import Trie
from vorhand.evaluation.papers.furtak_2013.sparse_tables.table_rows import (
    CONTRACTS,
    Domain,
    domain_of,
    group_of,
    positions,
    row_values,
    rows_of,
)
from vorhand.evaluation.papers.furtak_2013.sparse_tables.tentpoles import (
    grid_of,
    removal,
    tentpoles,
)
from vorhand.evaluation.training import skat_table_index as table_index
from vorhand.evaluation.training.skat_table_index import Kind
from vorhand.native import studies
from vorhand.tests.sizes import large

KINDS: tuple[Kind, ...] = ("suit", "grand")


def worths(domain: Domain) -> list[tuple[int, ...]]:
    """Return a row of card values for each valuation."""
    return [
        tuple(itertools.chain(*(suit.tolist() for suit in suits)))
        for suits in itertools.product(*(group.worths for group in domain.groups))
    ]


def some_rows(
    kind: Kind, cards: int, number: int, most: int = 10**6
) -> list[tuple[Domain, np.ndarray]]:
    """Return the rows of all splits with at most `most` valuations, as differences of points."""
    rng = np.random.default_rng(cards)
    solver = studies.TrumpRows(kind)
    found = []
    domains = [domain_of(kind, split) for split in studies.trump_splits(kind, cards)]
    domains = [domain for domain in domains if domain.size <= most]
    for domain in domains:
        rows = rows_of(solver, domain)
        for row in rng.integers(len(rows.keys), size=number // len(domains) + 1).tolist():
            points = row_values(domain, rows.functions[row], rows.keys[row])
            found.append((domain, 2 * points.astype(np.int64) - domain.total))
    return found


# --- Rows ---


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_valuations_are_those_that_the_formulas_count(kind: Kind, cards: int) -> None:
    for split in studies.trump_splits(kind, cards):
        for suit, length in enumerate(split):
            trumps = suit == len(split) - 1
            group = group_of(kind, trumps, length)
            expected = (
                table_index.trump_valuations(kind, length)
                if trumps
                else table_index.side_valuations(length)
            )
            assert len(set(map(tuple, group.worths.tolist()))) == len(group.ways) == expected
            most = 11 if trumps and kind == "suit" else 4 if trumps else 7
            assert group.ways.sum() == math.comb(most, length)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("cards", "every"), [(2, 1), (3, 3), (4, 60)])
def test_every_shape_has_the_values_of_its_row(kind: Kind, cards: int, every: int) -> None:
    """Compare 30 shapes a split, under four valuations each, with minimax."""
    rng = np.random.default_rng(cards)
    solver = studies.TrumpRows(kind)
    for split in studies.trump_splits(kind, cards)[::-every]:
        domain = domain_of(kind, split)
        rows = rows_of(solver, domain)
        sides = split[:3] if kind == "suit" else split[:4]
        alike = math.prod(math.factorial(sides.count(length)) for length in set(sides))
        real = math.factorial(len(sides)) // alike * table_index.ownerships(cards)
        assert rows.shares.sum(axis=0).tolist() == [real] * 3
        for shape in rng.integers(len(rows.shapes), size=30).tolist():
            row, key = int(rows.rows[shape]), int(rows.shapes[shape])
            values = row_values(domain, rows.functions[row], rows.keys[row])
            some = rng.integers(domain.size, size=4)
            setting = (CONTRACTS[kind], 0, key >> 55)
            expected = studies.minimax(positions(domain, key, some), *setting, remember=True)
            assert np.array_equal(values[some], np.asarray(expected)), (split, key)


@pytest.mark.parametrize("kind", KINDS)
def test_long_functions_are_searched(kind: Kind) -> None:
    solver = studies.TrumpRows(kind)
    domain = domain_of(kind, (1, 1, 1, 0, 3) if kind == "suit" else (2, 1, 1, 1, 1))
    rows = rows_of(solver, domain)
    short = rows_of(solver, domain, most=1)
    assert None in short.functions
    assert len(short.keys) == len(rows.keys)
    for row, (function, key) in enumerate(zip(short.functions, short.keys, strict=True)):
        if function is None and row % 9 == 0:
            at = int(rows.rows[rows.shapes.tolist().index(key)])
            expected = row_values(domain, rows.functions[at], rows.keys[at])
            assert np.array_equal(row_values(domain, None, key), expected)


# --- Tentpoles ---


def hard_edges(domain: Domain, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return distances, and whether a hard edge leads from one valuation up to another."""
    cards = np.array(worths(domain))
    apart = np.abs(cards[:, None] - cards[None, :]).sum(axis=2)
    more = values[None, :] - values[:, None]
    return apart, (more == apart) & (apart > 0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("cards", "most"), [(1, 10**6), (2, 600), (3, 600)])
@pytest.mark.parametrize("rows", large(60, 300))
def test_tentpoles_are_sources_and_sinks_of_all_pairs(
    kind: Kind, cards: int, rows: int, most: int
) -> None:
    for domain, values in some_rows(kind, cards, rows, most):
        apart, edges = hard_edges(domain, values)
        assert (np.abs(values[None, :] - values[:, None]) <= apart).all()  # payoff similarity
        sources, sinks = tentpoles(grid_of(domain), values)
        assert not edges[:, sources].any()
        assert not edges[sinks].any()
        # Sources alone, and sinks alone, give all values, because their bounds are sharp.
        assert np.array_equal((values[sources][:, None] + apart[sources]).min(axis=0), values)
        assert np.array_equal((values[sinks][:, None] - apart[sinks]).max(axis=0), values)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", large(40, 200))
def test_removal_takes_what_is_missed_least(kind: Kind, rows: int) -> None:
    """Removal takes the entry with the least loss; the reference recounts without each tentpole."""
    for number, (domain, values) in enumerate(some_rows(kind, 2, rows, 300)):
        apart, _ = hard_edges(domain, values)
        guide = domain.ways if number % 2 else np.ones_like(domain.ways)
        other = np.arange(domain.size)

        def unanswered(kept: Sequence[int], apart=apart, values=values) -> np.ndarray:  # type: ignore[no-untyped-def]
            if not kept:
                return np.ones(len(values), bool)
            below = (values[list(kept)][:, None] - apart[list(kept)]).max(axis=0)
            above = (values[list(kept)][:, None] + apart[list(kept)]).min(axis=0)
            missed: np.ndarray = below < above
            return missed

        kept = np.union1d(*tentpoles(grid_of(domain), values)).tolist()
        (found,) = removal(grid_of(domain), values, np.array(kept), [np.stack([guide, other])])
        for left in range(len(kept), -1, -1):
            missed = unanswered(kept)
            assert found[:, left].tolist() == [guide[missed].sum(), other[missed].sum()]
            if left:
                costs = [guide[unanswered([*kept[:i], *kept[i + 1 :]])].sum() for i in range(left)]
                del kept[int(np.argmin(costs))]


@pytest.mark.extended
@pytest.mark.parametrize("kind", KINDS)
def test_a_trie_knows_rows_again(kind: Kind) -> None:
    """A trie finds every row by its own number only, before and after other rows are added."""
    for split in studies.trump_splits(kind, 2)[::4]:
        domain = domain_of(kind, split)
        found = rows_of(studies.TrumpRows(kind), domain)
        trie = Trie()
        rows = []
        for number, row in enumerate(zip(found.functions, found.keys, strict=True)):
            values = 2 * row_values(domain, *row).astype(np.int64) - domain.total
            rows.append(values.tolist())
            assert trie.find(rows[-1]) is None
            trie.add(np.union1d(*tentpoles(grid_of(domain), values)).tolist(), rows[-1], number)
        before = trie.tests
        assert [trie.find(values) for values in rows] == list(range(len(rows)))
        assert trie.tests - before >= len(rows)


# --- Which to keep ---


def some_curves(rng: np.random.Generator, rows: int, most: int = 30) -> list[np.ndarray]:
    sizes = rng.integers(1, 9, size=rows)
    return [np.append(-np.sort(-rng.integers(most, size=n)), 0) for n in sizes.tolist()]


def test_greedy_choice_is_that_of_a_heap_of_streams() -> None:
    """All costs differ, because the order of equal costs is not specified."""
    rng = np.random.default_rng(1)
    for _ in range(300):
        curves = some_curves(rng, 5, 10**9)
        streams = [(int(row[-2] - row[-1]), k, len(row) - 1) for k, row in enumerate(curves)]
        heapq.heapify(streams)
        total, expected = 0, [0]
        while streams:
            loss, k, kept = heapq.heappop(streams)
            total += loss
            expected.append(total)
            if kept > 1:
                row = curves[k]
                heapq.heappush(streams, (int(row[kept - 2] - row[kept - 1]), k, kept - 1))
        assert entry_choice.greedy(curves).tolist() == expected[::-1]
        doubled = [2 * curve for curve in curves]
        assert entry_choice.greedy(curves, doubled).tolist() == [2 * x for x in expected[::-1]]


@pytest.mark.extended
def test_the_best_choice_is_the_best_of_all() -> None:
    rng = np.random.default_rng(2)
    for number in range(300):
        curves = some_curves(rng, 4)
        if number % 2:
            curves = [entry_choice.half_row(row, int(rng.integers(1, len(row)))) for row in curves]
        expected = np.full(sum(len(curve) - 1 for curve in curves) + 1, 10**9)
        for kept in itertools.product(*(range(len(curve)) for curve in curves)):
            cost = sum(int(curve[k]) for curve, k in zip(curves, kept, strict=True))
            expected[sum(kept)] = min(expected[sum(kept)], cost)
        found = entry_choice.best(curves)
        assert np.array_equal(found, expected)
        assert (entry_choice.greedy(curves) >= found).all()


@pytest.mark.extended
def test_hulls() -> None:
    """A hull is the largest convex function below a curve; gaps of merged curves do not grow."""
    rng = np.random.default_rng(3)
    for _ in range(500):
        a, b = some_curves(rng, 2)
        under = entry_choice.hull(a)
        lines = [
            [
                a[i] + (a[j] - a[i]) * (k - i) / max(j - i, 1)
                for i in range(k + 1)
                for j in range(k, len(a))
                if j > i or i == k
            ]
            for k in range(len(a))
        ]
        assert np.allclose(under, [min(line) for line in lines])
        merged = entry_choice.merge(a, b)
        gaps = [float((c - entry_choice.hull(c)).sum()) for c in (a, b, merged)]
        assert gaps[2] <= gaps[0] + gaps[1] + 1e-6


def test_half_rows_are_whole_or_like_others() -> None:
    assert entry_choice.half_row(np.array([9, 7, 4, 1, 0]), 2).tolist() == [9, 7, 0]


# --- The first version ---


def test_representatives_of_side_suits_are_the_best() -> None:
    """The result equals the best of all choices for most numbers, and is never far off."""
    ratios = []
    for length in range(1, 7):
        distance = representatives.apart(group_of("suit", False, length))
        for number in range(1, min(len(distance), 6) + 1):
            chosen = representatives.nearest(distance, number)
            assert len(set(chosen)) == number
            best = min(
                distance[:, some].min(axis=1).sum()
                for some in itertools.combinations(range(len(distance)), number)
            )
            found = distance[:, chosen].min(axis=1).sum()
            ratios.append(1.0 if found == best else found / best)
    assert min(ratios) == 1
    assert np.mean(np.array(ratios) == 1) > 0.8
    assert max(ratios) < 1.15


@pytest.mark.extended
@pytest.mark.parametrize("kind", KINDS)
def test_a_budget_is_shared_out(kind: Kind) -> None:
    splits = [tuple(split) for split in studies.trump_splits(kind, 2)]
    before = np.inf
    for mean in (1, 2, 5, 20):
        chosen = representatives.shared_out(kind, 2, mean * len(splits))
        assert set(chosen) == set(splits)
        used = sum(math.prod(map(len, numbers)) for _, numbers in chosen.values())
        assert used <= mean * len(splits)
        error = 0.0
        for split, (claimed, numbers) in chosen.items():
            domain = domain_of(kind, split)
            cards = np.array(worths(domain))
            grid = grid_of(domain)
            held = [
                sum(n * int(s) for n, s in zip(some, grid.strides, strict=True))
                for some in itertools.product(*numbers)
            ]
            near = np.abs(cards[:, None] - cards[held][None]).sum(axis=2).min(axis=1)
            assert near.mean() == pytest.approx(claimed)
            error += near.sum()
        assert error < before
        before = error


@pytest.mark.parametrize("kind", KINDS)
def test_widths_of_bounds(kind: Kind) -> None:
    for domain, values in some_rows(kind, 2, 60, 400):
        chosen = representatives.shared_out(kind, 2, 100)[domain.split][1]
        grid = grid_of(domain)
        apart, _ = hard_edges(domain, values)
        held = [
            sum(n * int(s) for n, s in zip(some, grid.strides, strict=True))
            for some in itertools.product(*chosen)
        ]
        low = (values[held][:, None] - apart[held]).max(axis=0)
        high = (values[held][:, None] + apart[held]).min(axis=0)
        assert np.array_equal(representatives.widths(grid, values, chosen), (high - low) // 2)


# --- Diagrams of owners ---


@pytest.mark.parametrize("kind", KINDS)
def test_diagrams_lead_to_the_rows(kind: Kind) -> None:
    """Compare the number of nodes with a recursion over the remaining owners."""
    solver = studies.TrumpRows(kind)
    for split in studies.trump_splits(kind, 2):
        rows = rows_of(solver, domain_of(kind, split))
        for seat in range(3):
            led = rows.shapes >> np.uint64(55) == seat
            held = owners(tuple(split), rows.shapes[led])
            leads = dict(zip(map(tuple, held.tolist()), rows.rows[led].tolist(), strict=True))
            assert len(leads) == led.sum()
            made: dict[tuple[object, ...], object] = {}

            def node(path: tuple[int, ...], leads=leads, made=made) -> object:  # type: ignore[no-untyped-def]
                if len(path) == 6:
                    return leads.get(path)
                children = tuple(node((*path, owner)) for owner in range(3))
                legal = {child for child in children if child is not None}
                if len(legal) < 2:
                    return legal.pop() if legal else None
                return made.setdefault(children, ("node", len(made)))

            node(())
            assert nodes(held, rows.rows[led]) == len(made)

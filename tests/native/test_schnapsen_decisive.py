"""Triples computed only as far as a decision needs them, against complete triples."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from vorhand.agents.montecarlo.decisions.presumed import Presumed
from vorhand.agents.montecarlo.frame import Floats, Values
from vorhand.native.schnapsen import Deal, Rules, Solver, Worlds
from vorhand.tests.games.schnapsen.deals import late_positions, variants

POINTS = np.arange(-3, 4.0)
RULES = variants()


def judged(
    triples: Sequence[npt.NDArray[Any]], worth: Floats, known: Floats, weights: Floats
) -> tuple[Floats, list[Floats]]:
    """Return the ranks of the moves, and pv, av and tv by world and move, by the decision rule."""
    m, p, a = (np.asarray(part, np.float64) for part in triples)
    diagnostics = {
        "p": p,
        "known": known,
        "worth now": worth[m.astype(int) + 3],
        "worth after": worth[(m + a).astype(int) + 3],
    }
    values, rule = Values(m, diagnostics), Presumed(0.0, by_worth=True)
    return np.asarray(rule(values, weights).total), list(rule.columns(values).values())


def a_judgement(rng: np.random.Generator, moves: int, n: int) -> tuple[Floats, Floats, Floats]:
    """Return random worths of payoffs (some equal), random k and random weights."""
    worth = POINTS if rng.random() < 0.3 else np.sort(rng.random(7).round(rng.integers(0, 3)))
    known = rng.choice([np.zeros(moves), np.ones(moves), rng.random(moves)])
    weights = np.ones(n) if rng.random() < 0.5 else rng.random(n) + 0.01
    return worth.astype(np.float64), known, weights / weights.sum()


def compare(
    rules: Rules, solver: Solver, deal: Deal, rng: np.random.Generator, depth: int, most: int
) -> tuple[int, int]:
    """Compare one decision with all triples; return the numbers of cells and of exact cells."""
    player = deal.to_move
    view = deal.view(player)
    worlds = Worlds(rules, view, player)
    rows = worlds.distinct(0, min(most, len(worlds)), int(rng.integers(1 << 30)))
    judgement = a_judgement(rng, len(deal.legal_actions(rules)), len(rows))
    full = solver.triples(view, player, rows, depth)
    m, p, a, exact = solver.decisive_triples(view, player, rows, depth, *judgement)
    assert np.array_equal(m, full[0])
    ranks, columns = judged(full, *judgement)
    some, least = judged((m, p, a), *judgement)
    best = ranks == ranks.max()
    assert np.array_equal(some == some.max(), best)
    for known, whole in zip(least, columns, strict=True):
        assert (known <= whole + 1e-12).all()
        assert known[exact > 0] == pytest.approx(whole[exact > 0])
    if best.sum() > 1:  # equally good moves are computed completely
        assert exact[:, best].all()
    return exact.size, int(exact.sum())


@pytest.mark.extended
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("depth", [-1, 0, 1, 2])
def test_late_decisions_are_the_same(name: str, depth: int) -> None:
    rules, rng = RULES[name], np.random.default_rng(depth + 1)
    solver = Solver(rules, 1)
    cells = exact = 0
    for deal, _ in late_positions(rules, random.Random(depth), 25, 8):
        both = compare(rules, solver, deal, rng, depth, 6)
        cells, exact = cells + both[0], exact + both[1]
    assert exact == cells if depth == 0 else exact < cells


@pytest.mark.extended
@pytest.mark.parametrize(("cards", "count", "most"), [(12, 100, 8), (16, 30, 8), (20, 6, 5)])
def test_early_decisions_are_the_same(cards: int, count: int, most: int) -> None:
    rules, rng = Rules(), np.random.default_rng(cards)
    solver = Solver(rules, 1)
    cells = exact = 0
    for deal, _ in late_positions(rules, random.Random(cards), count, cards):
        both = compare(rules, solver, deal, rng, 1, most)
        cells, exact = cells + both[0], exact + both[1]
    assert exact < 0.9 * cells


def test_what_does_not_fit_is_said() -> None:
    rules = Rules()
    deal, _ = next(late_positions(rules, random.Random(1), 1, 12))
    player = deal.to_move
    moves, rows = len(deal.legal_actions(rules)), np.array([0], np.uint64)
    where = deal.view(player), player, rows, 1
    solver = Solver(rules, 1)
    with pytest.raises(ValueError, match="worth: expected numbers that never fall"):
        solver.decisive_triples(*where, POINTS[::-1].copy(), np.zeros(moves), np.ones(1))
    with pytest.raises(ValueError, match=f"known: 1 numbers, expected {moves}"):
        solver.decisive_triples(*where, POINTS, np.zeros(1), np.ones(1))
    with pytest.raises(ValueError, match="weights: 2 numbers, expected 1"):
        solver.decisive_triples(*where, POINTS, np.zeros(moves), np.ones(2))

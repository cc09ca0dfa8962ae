"""Learning the strengths of the rule player's rules."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.training.rule_tuning import (
    Lessons,
    collect,
    fit_prices,
    fit_strengths,
    names,
    read_table,
    replace_tables,
    table_text,
)


def test_lessons_come_from_the_deals_alone() -> None:
    first, again = collect(20, 5, null=False), collect(20, 5, null=False)
    assert first.keys() == again.keys()
    assert {kind for kind, _ in first} == {0, 1}
    for key, lessons in first.items():
        assert np.array_equal(lessons.verdicts, again[key].verdicts)
        assert np.all(np.diff(lessons.first) >= 2)
        assert len(lessons.value) == len(lessons.verdicts) == len(lessons.decision)


def test_finds_the_rule_that_tells_good_cards() -> None:
    rng = np.random.default_rng(1)
    decisions, cards = 400, 3
    verdicts = rng.normal(size=(decisions * cards, 4))
    lessons = Lessons(
        first=np.arange(0, decisions * cards, cards, dtype=np.intp),
        decision=np.repeat(np.arange(decisions, dtype=np.intp), cards),
        verdicts=verdicts,
        value=verdicts[:, 2] - 0.5 * verdicts[:, 0],
    )
    strengths = fit_strengths(lessons, np.zeros(4))
    assert lessons.outcome(strengths) > 0.98 * lessons.outcome(np.array([-0.5, 0, 1, 0]))


def test_prices_are_log_odds() -> None:
    rng = np.random.default_rng(2)
    traits = np.c_[np.ones(20_000), rng.normal(size=20_000)]
    won = rng.random(20_000) < 1 / (1 + np.exp(-(traits @ np.array([0.5, -1.0]))))
    assert fit_prices(traits, won.astype(float)) == pytest.approx([0.5, -1.0], abs=0.1)


def test_tables_are_read_back(tmp_path: Path) -> None:
    values = np.array([[1.25, -0.5], [0.0, 12.0], [3.75, -20.25]])
    path = tmp_path / "tables.cpp"
    path.write_text("before\n" + table_text("Table", "kTable", ["a", "b", "c"], values, 2) + "x\n")
    assert np.array_equal(read_table(path.read_text(), "kTable"), values)
    replace_tables(path, {"kTable": table_text("Table", "kTable", ["a", "b", "c"], -values, 2)})
    assert np.array_equal(read_table(path.read_text(), "kTable"), -values)
    assert path.read_text().startswith("before\n")
    assert path.read_text().endswith("x\n")
    with pytest.raises(ValueError, match="kOther"):
        read_table(path.read_text(), "kOther")


def test_names_leave_out_the_count() -> None:
    assert names("enum E : int {\n  kA,  // one, two\n  kB,\n  kNumEs\n};", "E") == ["kA", "kB"]

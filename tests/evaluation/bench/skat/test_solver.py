"""Counts and output of the solver's benchmark; no test looks at a time."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation import training as trainings
from vorhand.evaluation.bench.skat import solver as bench
from vorhand.evaluation.bench.skat import tables
from vorhand.games.skat.cards import cards_text
from vorhand.games.skat.contracts import CONTRACTS
from vorhand.games.skat.solve import OpenPosition
from vorhand.native import studies
from vorhand.tests.native.skat_positions import DEALS


def some_endings(cards: int) -> list[OpenPosition]:
    return bench.endings(bench.read_deals(DEALS / "random-suit.deals")[:8], cards, seed=3)


def test_a_deal_is_given_up_after_the_most_nodes() -> None:
    played = some_endings(6)
    nodes = np.array([bench.solve_batches(bench.batches([deal])) for deal in played])
    most = int(np.median(nodes))
    limited = bench.cost(played, studies.ALL_TECHNIQUES, most=most)
    assert 0 < limited.given_up == np.count_nonzero(nodes > most) < len(played)
    assert limited.nodes == np.minimum(nodes, most).mean()
    whole = bench.cost(played, studies.ALL_TECHNIQUES)
    assert (whole.given_up, whole.nodes) == (0, nodes.mean())


def test_levels_are_asked_for_less_than_values() -> None:
    shares = bench.first_moves(some_endings(7))
    assert list(shares) == ["exactly", "against 31", "against 61", "against 90", "levels"]
    assert shares["exactly"].value > 1
    assert shares["levels"].value == pytest.approx(
        sum(shares[f"against {low}"].value for low in bench.LEVELS)
    )
    assert shares["levels"].value < shares["exactly"].value


def test_saved_is_a_share_of_the_other_cost() -> None:
    saved = bench.Cost(milliseconds=1, nodes=30).saved(bench.Cost(milliseconds=4, nodes=120))
    assert saved == (0.75, 0.75)


def test_a_narrow_terminal_gets_every_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = tmp_path / "endings.deals"
    lines = [
        " ".join([*(cards_text(hand, ",") for hand in deal.hands), CONTRACTS[deal.contract]])
        + f" {deal.soloist} {deal.leader}\n"
        for deal in some_endings(4)
    ]
    deals.write_text("".join(lines))
    oracle = tmp_path / "oracle"
    oracle.write_text('#!/bin/sh\nwhile read -r line; do echo "0 1 2.5"; done < "$1"\n')
    oracle.chmod(0o755)
    monkeypatch.setattr(bench, "MOST_NODES", 1)
    monkeypatch.setenv("COLUMNS", "60")
    arguments = ["bench", "solver", str(deals), "--rounds", "1", "--sizes"]
    result = CliRunner().invoke(app, [*arguments, "--oracle", str(oracle)], catch_exceptions=False)
    assert result.exit_code == 0
    for heading in ("file", "nodes/s", "KiB", "vs 61", "oracle", "ratio", "full", "bare", "saved"):
        assert heading in result.output, heading
    # Endings of 4 cards replace those of 10 to 7, and their limit is one node.
    assert "endings given up after 1 nodes (>)" in result.output


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["random-null", "random-grand"])
def test_what_tables_save(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    training = trainings.training("tables")
    settings = trainings.settings_for(training, "small", {"cards": "4"})
    trainings.train(training, settings, 1, training.folder())
    deals = tmp_path / "some.deals"
    lines = (DEALS / f"{name}.deals").read_text().splitlines(keepends=True)
    deals.write_text("".join(lines[:3]))
    monkeypatch.setattr(tables, "STUDIES", dict(list(tables.STUDIES.items())[:4]))
    arguments = ["bench", "solver", str(deals), "--tables"]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    null = name.endswith("null")
    sections = tables.sections(bench.read_deals(deals))
    bests = (
        ("the solver, diagrams up to 4",)
        if null
        else ("the solver, tables up to 3", "endings of 4 cards known")
    )
    for best, rows in zip(bests, sections.values(), strict=True):
        shown = {row.name: row for row in rows}
        assert all(name[:20] in result.output for name in shown)
        assert shown[best].nodes < shown["the solver"].nodes
    assert ("lowest winning rank" in result.output) == null

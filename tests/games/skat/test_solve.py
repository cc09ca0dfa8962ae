"""Open positions as text and from records, and what the solver says about them."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.games.skat.cards import NotationError, parse_card
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.games.skat.solve import (
    OpenPosition,
    PositionTextError,
    after_cards,
    contract_scores,
    solve_position,
)
from vorhand.native import skat_solver

RECORDS = Path(__file__).parents[2] / "data" / "iss-games.sgf"
ENDING = "CJ SA H7 D9 / C7 ST D7 HA / HJ S7 DT H8 [skat DA CT] contract=G soloist=0 leader=0"


def test_text_round_trip() -> None:
    position = OpenPosition.parse(ENDING)
    assert OpenPosition.parse(str(position)) == position
    later = after_cards(position, [parse_card("SA")])
    assert OpenPosition.parse(str(later)) == later


def test_solution() -> None:
    solution = solve_position(OpenPosition.parse(ENDING))
    assert solution.value == 25
    assert {solution.moves[card] for card in solution.best} == {25}
    assert len(solution.line) == 12
    assert not solution.takes_all


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("CJ / C7 contract=G", PositionTextError, "2 hands: expected 3"),
        ("CJ / C7 / XX contract=G", NotationError, "XX"),
        ("CJ / C7 / H7 contract=X", PositionTextError, "contract=X"),
        ("CJ / C7 / H7 contract=G soloist=3", PositionTextError, "soloist=3"),
        ("CJ / C7 / H7 contract=G lead=0", PositionTextError, "lead=0"),
        ("CJ / C7 / CJ contract=G", skat_solver.PositionError, "CJ: there twice"),
        ("CJ / C7 / H7 [skat C7 D7] contract=G", skat_solver.PositionError, "C7"),
    ],
)
def test_bad_text(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        solve_position(OpenPosition.parse(text))


def test_command() -> None:
    result = CliRunner().invoke(app, ["solve", ENDING])
    assert result.exit_code == 0
    assert "25 points, 46 in all" in result.output
    record = ["solve", "--record", str(RECORDS), "--deal", "5", "--after", "12"]
    result = CliRunner().invoke(app, record)
    assert "He takes every trick." in result.output
    result = CliRunner().invoke(app, ["solve", ENDING, "--after", "1"])
    assert "with --record only" in str(result.exception)


def test_contract_scores() -> None:
    """Grand with one: 48; schneider 72; lost 96; null made 23, lost -46."""
    assert contract_scores([60, 61, 90], contract=GRAND, matadors=1) == [-96, 48, 72]
    assert contract_scores([1, 0], contract=NULL, matadors=0) == [23, -46]

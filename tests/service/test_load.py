import sys

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.service.load.tables import Load, measure


@pytest.mark.nightly
def test_what_clients_were_told_is_in_the_journal() -> None:
    load = Load(tables=4, players=2, seconds=1.5, rounds=1, pause_ms=50, analyses=2)
    *_, measured = measure(load)
    (round_,) = measured.rounds
    assert 0 < round_.answers < round_.actions
    assert 0 < round_.p50 <= round_.p99
    assert round_.at_once > round_.actions  # the pause delays actions
    assert round_.echoes > 0
    assert len(measured.cancelled) == 2 * (sys.platform == "linux")
    assert 0 < measured.seen <= measured.kept


def test_the_command_takes_sensible_numbers_only() -> None:
    assert CliRunner().invoke(app, ["bench", "service", "--remote", "4"]).exit_code == 2

"""The benchmark of worlds."""

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation.bench.skat import worlds


@pytest.mark.extended
def test_it_prints_every_case_and_finding() -> None:
    result = CliRunner().invoke(app, ["bench", "worlds", "--rounds", "1"], catch_exceptions=False)
    assert result.exit_code == 0
    for case in worlds.cases():
        assert case.name in result.output
    assert result.output.count("<=") == len(worlds.FINDINGS)

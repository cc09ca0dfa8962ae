"""The benchmarks of Skat agents and of worlds run and measure what their labels say."""

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation.bench.skat import agents, worlds


def test_views_are_of_all_seats() -> None:
    views = agents.first_tricks(2)
    assert {len(view.trick) for view in views} == {0, 1, 2}
    assert all(view.hand.bit_count() == 10 and view.contract != 5 for view in views)
    every = agents.whole_deals(2)
    assert len(every) > 30
    assert all(len(view.legal_actions) > 1 and view.to_act == view.player for view in every)


def test_every_limit_has_a_case() -> None:
    assert {limit.case for limit in agents.FINDINGS} == {case.name for case in agents.cases(1)}
    recursion = {case.name for case in agents.cases_of_recursion(1)}
    assert {limit.case for limit in agents.FINDINGS_OF_RECURSION} == recursion


@pytest.mark.extended
def test_every_case_and_finding_about_worlds_is_printed() -> None:
    result = CliRunner().invoke(app, ["bench", "worlds", "--rounds", "1"], catch_exceptions=False)
    assert result.exit_code == 0
    for case in worlds.cases():
        assert case.name in result.output
    assert result.output.count("<=") == len(worlds.FINDINGS)

"""P(match state) measured by a tournament."""

import numpy as np
import pytest

from vorhand.agents.schnapsen.match_values import MatchValues, measured_values, start_values
from vorhand.evaluation.training.framework import TrainingError
from vorhand.evaluation.training.schnapsen.match_values import measure
from vorhand.evaluation.training.schnapsen_matches import match_outcomes

pytestmark = pytest.mark.nightly

SETTINGS: dict[str, int | str] = {
    "agents": "pvp(worlds=1,match_values={values}),rule",
    "matches": 6,
    "rounds": 2,
    "game": "python_kinderschnapsen",
    "start": "start",
}


def test_agents_go_on_with_the_table_of_the_rounds_before() -> None:
    """The values are the same for any number of workers."""
    values, played = measure(SETTINGS, 0, 2)
    again, same = measure(SETTINGS, 0, 1)
    assert played == same
    assert np.array_equal(values.table, again.table)
    assert not np.allclose(values.table, start_values(7).table)

    game = "python_kinderschnapsen(match=true)"

    def round_with(table: MatchValues, seed: int) -> list[tuple[list[tuple[int, int]], int]]:
        agents = (f"pvp(worlds=1,match_values={table})", "rule")
        return [outcome for part in match_outcomes(game, agents, 6, seed, 1) for outcome in part]

    begun = start_values(7)
    first = round_with(begun, 0)
    second = round_with(measured_values(first, begun), 1)
    assert played == first + second
    expected = measured_values(first + second, begun)
    assert np.array_equal(values.table, expected.table)


def test_two_agents_are_expected() -> None:
    with pytest.raises(TrainingError, match="agents rule: expected two"):
        measure(SETTINGS | {"agents": "rule"}, 0, 1)

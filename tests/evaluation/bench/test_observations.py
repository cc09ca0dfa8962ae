"""The benchmark of states and tensors: its references and its cases."""

import math

import pytest

from vorhand.evaluation.bench import observations
from vorhand.evaluation.bench.observations import Size, cases, compared, nearest


@pytest.mark.extended
def test_references_are_games_of_as_many_players_in_cpp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observations, "_GAMES_TO_MEASURE", 2)  # Bridge solves each deal
    assert nearest("python_skat") == "skat"
    assert Size(10, 6.0).distance(Size(20, 2.0)) == pytest.approx(math.log(6))
    pairs = dict(compared([]))
    assert {"python_skat", "python_schnapsen", "python_belote"} <= pairs.keys()
    assert not any(reference.startswith("python_") for reference in pairs.values())
    assert compared(["python_schnapsen/gin_rummy"]) == [("python_schnapsen", "gin_rummy")]


def test_cases_play_deals_and_count_decisions() -> None:
    found, findings = cases(("python_kinderschnapsen", "leduc_poker"), 2)
    names = {case.name for case in found}
    assert len(names) == 6
    assert {name for f in findings for name in (f.case, f.reference)} == names
    for case in found:
        assert case.run() >= 4, case.name

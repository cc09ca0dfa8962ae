"""Findings of figure 2, computed from invented rows."""

import numpy as np
import pytest

from vorhand.evaluation.papers.framework import Settings
from vorhand.evaluation.papers.reports import Finding, every
from vorhand.evaluation.papers.solinas_2019.figure2 import (
    _BELIEFS,
    _Measured,
    _report,
    peak_verdicts,
)

SETTINGS = Settings("solinas-figure2", 0, {"suit": 40, "grand": 40, "null": 40, "xskat": 1})
ADVANTAGE = {"declared": 0.0, "ki": 0.3, "by_cards(ki)": 0.3, "bdi": 0.4, "bdci": 1.0}
PEAK = [0.0, 0.2, 0.5, 0.9, 0.5, 0.2, 0.1, 0.0]


def rows(kind: int, ahead: float, noise: float) -> list[list[float]]:
    """Return rows of forty deals in both roles and all tricks; bdci is `ahead` of the others."""
    rng = np.random.default_rng(kind)
    told = []
    for deal in range(40):
        for role in range(2):
            for trick in range(8):
                logs = [ADVANTAGE[name] + role for name in _BELIEFS]
                logs[-1] = logs[-2] + ahead + PEAK[trick]
                logs = [log + noise * rng.normal() for log in logs]
                told.append([deal, kind, role, trick, 10.0, *logs])
    return told


def findings(monkeypatch: pytest.MonkeyPatch, *made: list[list[float]]) -> list[Finding]:
    module = "vorhand.evaluation.papers.solinas_2019.figure2"
    jobs = [["rule", kind, 0, 0, 40, *_BELIEFS] for kind in range(len(made))]
    monkeypatch.setattr(f"{module}._jobs", lambda settings: jobs)
    monkeypatch.setattr(f"{module}.draw_by_trick", lambda lines, path: path)
    return list(_report(SETTINGS, list(made)).findings)


def verdict(found: list[Finding], start: str) -> str:
    (one,) = (finding for finding in found if finding.text.startswith(start))
    return str(one.verdict)


STATEMENTS = ("bdci is above bdi", "bdci peaks", "bdci knows more as defender")


@pytest.mark.parametrize(
    ("ahead", "noise", "told"),
    [
        (0.6, 0.02, ("holds", "holds", "holds")),
        (0.0, 3.0, ("undecided", "undecided", "undecided")),
        (-2.0, 0.02, ("does not hold", "holds", "holds")),
    ],
)
def test_verdicts_follow_from_intervals(
    ahead: float, noise: float, told: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = findings(monkeypatch, *(rows(kind, ahead, noise) for kind in range(3)))
    if noise < 1:
        assert tuple(verdict(found, start) for start in STATEMENTS) == told
    else:  # nothing is shown where bdci is behind as often by chance
        assert verdict(found, "bdci is above bdi") != "holds"
        assert verdict(found, "bdci peaks") != "holds"


def test_cells_without_positions_leave_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    found = findings(monkeypatch, rows(0, 0.6, 0.02), rows(1, 0.6, 0.02))
    for start in (*STATEMENTS, "every mean log-ratio of bdci"):
        assert verdict(found, start) == "undecided"


def test_deals_keep_their_tricks_together() -> None:
    made = [row for row in rows(0, 0.6, 0.02) if (row[0], row[3]) != (1, 4)]
    table = _Measured(made).by_deal(0, 0, 4)
    assert table.shape == (40, 8)
    assert np.argwhere(np.isnan(table)).tolist() == [[1, 4]]
    assert table[0, 3] == np.exp(made[3][8])


def by_trick(choosing: list[float], judging: list[float]) -> np.ndarray:
    """Return values by trick of 200 deals; every second deal serves to choose the peak."""
    means = np.tile([choosing, judging], (100, 1))
    return means + np.random.default_rng(7).normal(0, 0.1, means.shape)


FLAT, AT_4, AT_5, AT_7 = (
    [2.0 if trick == peak else 1.0 for trick in range(1, 9)] for peak in (None, 4, 5, 7)
)


@pytest.mark.parametrize(
    ("choosing", "judging", "told"),
    [
        (AT_4, AT_4, "holds"),
        (AT_4, FLAT, "undecided"),  # the peak is taken from the deals that chose it
        (AT_4, AT_5, "undecided"),  # another of tricks 3 to 5 may be the peak
        (FLAT, AT_7, "does not hold"),
        (AT_4, AT_7, "does not hold"),
    ],
)
def test_a_peak_is_judged_in_other_deals_than_those_that_chose_it(
    choosing: list[float], judging: list[float], told: str
) -> None:
    verdicts = peak_verdicts(by_trick(choosing, judging))
    assert set(verdicts) == {0, 1, 5, 6, 7}
    assert every(*verdicts.values()) == told
    assert (verdicts[6] == "does not hold") == (told == "does not hold")


def test_no_peak_is_rarely_found() -> None:
    """Constructed: all tricks are alike, so that a peak is found in at most 5 of 100 cases."""
    rng = np.random.default_rng(2)
    found = [
        all(verdict == "holds" for verdict in peak_verdicts(rng.normal(1, 1, (60, 8))).values())
        for _ in range(200)
    ]
    assert np.mean(found) <= 0.05

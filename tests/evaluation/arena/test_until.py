"""Matches that end when a difference is decided, and the error rate of that test by simulation."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation import arena
from vorhand.evaluation.arena.until import Until
from vorhand.tests.sizes import sizes

KUHN = arena.Match.create("kuhn_poker", ["random", "first", "random"], 3)


@pytest.mark.parametrize("mean", [0.0, 0.3])
@pytest.mark.parametrize("size", sizes((40, 10), (2_000, 1)))
def test_the_conclusion_is_wrong_in_at_most_one_match_of_twenty(
    mean: float, size: tuple[int, int]
) -> None:
    """With no difference none is clear; with one of the margin or more none is small.

    Scores are those of a poker hand, mostly small and sometimes large. The extended suite checks
    after every deal.
    """
    (matches, every), rng = size, np.random.default_rng(7)
    until, wrong, decided = Until(0, 1, margin=0.3), 0, 0
    for _ in range(matches):
        by_deal = mean + rng.choice([-1.0, 1.0, 4.0, -4.0], 400, p=[0.4, 0.4, 0.1, 0.1])
        ends = (until.conclusion(by_deal[:deals]) for deals in range(50, 401, every))
        reached = next((found for found in ends if found != "open"), "open")
        decided += reached != "open"
        wrong += reached == ("clear" if mean == 0 else "small")
    assert wrong <= 0.05 * matches + 2 * (0.05 * 0.95 * matches) ** 0.5
    assert (decided > wrong) == (mean > 0)  # 400 deals do not show that a difference is small


def test_small_and_clear_differences() -> None:
    """2,000 scores of +1 and -1 have a standard error of 1 / sqrt(2000), about 0.022, by hand."""
    even = np.tile([1.0, -1.0], 1_000)
    assert Until(0, 1, margin=0.2).conclusion(even) == "small"
    assert Until(0, 1, margin=0.02).conclusion(even) == "open"
    assert Until(0, 1).conclusion(even) == "open"
    assert Until(0, 1, margin=0.2).conclusion(even + 0.5) == "clear"
    assert Until(0, 1, margin=0.2).conclusion(even[:40]) == "open"


@pytest.mark.parametrize("text", ["A - B", "B-A"])
def test_a_match_ends_at_the_same_deal_with_and_without_its_log(tmp_path: Path, text: str) -> None:
    until = Until.parse(text, KUHN, 0.4)
    whole, played, resumed = (arena.Results(KUHN) for _ in range(3))
    arena.run(KUHN, 90, whole)
    by_deal = until.leads(whole)
    first = next((n for n in range(90) if until.conclusion(by_deal[:n]) != "open"), 90)
    log = tmp_path / "match.log"
    arena.run(KUHN, 40, arena.Results(KUHN), log=log)
    arena.run(KUHN, 90, played, log=log, ends=until.is_decided)
    assert len(played) == first
    arena.run(KUHN, 90, resumed, log=log, ends=until.is_decided)
    assert resumed.returns().tolist() == played.returns().tolist()
    ahead = {"A - B": (0, 1), "B-A": (1, 0)}[text]
    assert (until.ahead, until.behind) == ahead
    sign = 1 if ahead[0] < ahead[1] else -1
    pair = min(ahead), max(ahead)
    assert by_deal.tolist() == (sign * whole.head_to_head()[pair]).tolist()


def test_other_texts_and_margins_are_refused() -> None:
    for text in ("A", "A - A", "A - D", "A + B", "a - b"):
        with pytest.raises(arena.MatchError, match="expected two of the agents, as A - B"):
            Until.parse(text, KUHN, 0)
    with pytest.raises(arena.MatchError, match="margin -1: expected"):
        Until.parse("A - B", KUHN, -1)

"""Kontra and Re by thresholds: the games, and gains counted by hand."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.agents.skat.kontra import soloist_wins
from vorhand.evaluation.papers.ours.kontra import _factor, _work
from vorhand.evaluation.papers.skat.role_games import seeds_of
from vorhand.games.loading import load_game
from vorhand.native.skat import KONTRA
from vorhand.tests.evaluation.papers.small import reported, reproduce, values


@pytest.mark.parametrize(
    ("chances", "factor"),
    [
        ([], 1),
        ([(0.3, 0.9)], 1),
        ([(0.19, 0.7)], 2),
        ([(0.19, 0.71)], 4),
        ([(0.3, 0.9), (0.1, 0.2)], 2),  # the second defender
        ([(0.1, 0.2), (0.1, 0.9)], 2),  # once a deal
    ],
)
def test_the_first_estimate_below_the_threshold_decides(
    chances: list[tuple[float, float]], factor: int
) -> None:
    assert _factor(chances, 0.2, 0.7) == factor


def test_games_are_those_of_the_agent_without_kontra() -> None:
    """The value is that of the deal played by the bots alone; estimates are those of the views."""
    game = load_game("python_skat")
    expected = []
    for number in range(8):
        bots = [make_bot("rule", game, seat, own) for seat, own in enumerate(seeds_of(3, number))]
        state = game.new_initial_state()
        cards = np.random.default_rng((3, number)).permutation(32).tolist()
        while not state.is_terminal():
            acting = state.is_chance_node()
            state.apply_action(cards.pop() if acting else bots[state.current_player()].step(state))
        if state.deal.soloist >= 0:
            expected.append((state.deal, state.deal.result()))
    found = _work([3, 0, 8, "rule"])
    assert len(found) == len(expected) > 3
    for (won, value, chances), (deal, result) in zip(found, expected, strict=True):
        assert (won, value) == (result.won, result.value)
        club = load_game("python_skat(kontra=true)").new_initial_state()
        turns = []
        for action in deal.history:
            if not club.is_chance_node():
                view = club.view(club.current_player())
                if KONTRA in view.offers:
                    turns.append(soloist_wins(view))
            club.apply_action(action)
        assert [defender for defender, _ in chances] == turns


def test_gains_are_those_of_the_values() -> None:
    """Kontra is announced in three of four games, and in one of them Re."""
    games = [
        [1, 24, [(0.5, 0.9)]],  # nobody announces
        [0, -48, [(0.1, 0.2)]],  # Kontra gains 48
        [1, 24, [(0.15, 0.85)]],  # Kontra loses 24
        [1, 30, [(0.3, 0.1), (0.12, 0.95)]],  # Re: the soloist gets 120 in place of 30
    ]
    figures = values(reported("kontra", [games]))
    assert figures["Kontra below 20%: announced, %"] == 75
    assert figures["Kontra below 20%: the soloist loses, %"] == pytest.approx(100 / 3)
    assert figures["Kontra below 20%: points a game"] == (48 - 24 - 90) / 4
    assert figures["Kontra below 10%: announced, %"] == 0
    assert figures["Re above 90%: announced, %"] == 25
    assert figures["Re above 90%: points a game"] == 60 / 4
    assert figures["Re above 80%: points a game"] == (48 + 60) / 4


@pytest.mark.extended
def test_a_small_run(tmp_path: Path) -> None:
    report = reproduce("kontra", tmp_path, deals=20)
    assert len(report.rows) == 3 * 7 + 2 * 5

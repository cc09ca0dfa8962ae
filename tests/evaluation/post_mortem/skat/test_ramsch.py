"""Reviews of Ramsch: points taken by the slow rules, and the cost of mistakes by hints alone."""

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.cli import app
from vorhand.evaluation.post_mortem.skat.played_deals import read_played_deal
from vorhand.evaluation.post_mortem.skat.ramsch import review_ramsch
from vorhand.games.records import PlainRecord
from vorhand.games.skat.cards import SEAT_NAMES, card_name
from vorhand.games.skat.game import SkatState
from vorhand.tests.games.skat.plain_ramsch import taken_in_ramsch
from vorhand.tests.games.skat.test_ramsch import passed
from vorhand.tests.sizes import sizes

GAME = "python_skat(claims=true,ramsch=true)"
AGENT = "pimc(worlds=40)"
_FIRST = 35  # actions before the first card: 32 cards dealt, three passes
_STAKE = 61.5  # one and a half times the 41 card points with which a player may lose


def at_random(seed: int) -> tuple[SkatState, str]:
    """Play a deal of Ramsch at random; return its last state and its line in a log."""
    rng = random.Random(seed)
    state = passed(GAME, rng)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state, PlainRecord.of(state, GAME, 0, ("a", "b", "c")).line()


@pytest.mark.parametrize("deals", sizes(100, 1000))
def test_the_points_taken_are_those_of_the_plain_rules(deals: int) -> None:
    for seed in range(deals):
        state, line = at_random(seed)
        cards = state.history()[_FIRST:]
        review = review_ramsch(read_played_deal(line))
        assert [play.card for play in review.plays] == cards
        assert [play.trick for play in review.plays] == [number // 3 for number in range(30)]
        for count, play in enumerate(review.plays, start=1):
            assert list(play.taken) == taken_in_ramsch(cards[:count])[1]
        assert review.cost == (0, 0, 0)


def test_mistakes_cost_what_the_hint_lost_and_other_cards_nothing() -> None:
    state, line = at_random(3)
    review = review_ramsch(read_played_deal(line), AGENT)
    game, standing = state.get_game(), state.get_game().new_initial_state()
    for action in state.history()[:_FIRST]:
        standing.apply_action(action)
    cost, grades = [0.0, 0.0, 0.0], set()
    for play in review.plays:
        if len(standing.legal_actions()) > 1:
            hint = adviser(AGENT, game, play.seat, 0)(standing.view(play.seat))
            values = dict(zip(hint.moves, hint.scores, strict=True))
            assert play.score(play.card) == values[play.card]
            lost = max(values.values()) - values[play.card]
            assert play.cost == (pytest.approx(lost) if play.grade else 0)
            assert not play.grade or lost >= 0.05 * _STAKE
            cost[play.seat] += lost if play.grade else 0
            grades.add(play.grade)
        else:
            assert play.advice is None
            assert (play.score(play.card), play.cost) == (None, 0)
        standing.apply_action(play.card)
    assert review.cost == pytest.approx(cost)
    assert {"", "mistake", "blunder"} <= grades


def printed(folder: Path, *more: str) -> str:
    """Return what the command prints about a deal of Ramsch."""
    file = folder / "ramsch.jsonl"
    file.write_text(at_random(3)[1] + "\n")
    result = CliRunner().invoke(app, ["review", str(file), *more])
    assert result.exit_code == 0, result.exception
    return result.output


def test_ramsch_is_reviewed_in_the_terminal(tmp_path: Path) -> None:
    state, line = at_random(3)
    review = review_ramsch(read_played_deal(line), AGENT)
    output = printed(tmp_path, "--agent", AGENT)
    for seat, value, cost in zip(
        SEAT_NAMES, state.deal.result().seat_values, review.cost, strict=True
    ):
        assert f"{seat} {value:+d} (" in output
        assert f"{seat} {cost:.1f}" in output.splitlines()[-1]
    for play in review.plays:
        if play.grade and play.verdict:
            assert f"{play.grade} {play.verdict.loss:.0%}" in output
    assert "open hands" not in output
    assert "hint" not in printed(tmp_path, "--brief")
    assert "Durch Fehler verlorene Punkte" in printed(
        tmp_path, "--agent", AGENT, "--language", "de"
    )


def test_ramsch_is_reviewed_as_json(tmp_path: Path) -> None:
    state, line = at_random(3)
    review = review_ramsch(read_played_deal(line), AGENT)
    data = json.loads(printed(tmp_path, "--agent", AGENT, "--json"))
    assert data["contract"] == "ramsch"
    assert list(data["values"].values()) == list(state.deal.result().seat_values)
    assert list(data["cost"].values()) == pytest.approx(review.cost)
    assert [play["card"] for play in data["plays"]] == [card_name(p.card) for p in review.plays]
    assert [play["grade"] for play in data["plays"]] == [play.grade for play in review.plays]
    assert all("error" not in play for play in data["plays"])

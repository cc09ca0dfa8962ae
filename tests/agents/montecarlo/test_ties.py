"""Tie rules: the move played among those of equal score."""

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.frame import TieRule
from vorhand.agents.montecarlo.ties.first import first
from vorhand.agents.montecarlo.ties.last import last
from vorhand.agents.montecarlo.ties.settling import by_values
from vorhand.agents.montecarlo.ties.shared import shared
from vorhand.games.loading import load_game
from vorhand.tests.agents.montecarlo.toys import ToyView, numbered, table

VIEW = ToyView(legal_actions=(2, 3, 5, 8))
MOVES = VIEW.legal_actions
WORLDS = numbered(2)(VIEW, 2, 0)


@pytest.mark.parametrize(
    ("rule", "chances"),
    [(shared(), [0, 0.5, 0, 0.5]), (first(), [0, 1, 0, 0]), (last(), [0, 0, 0, 1])],
)
def test_by_number(rule: TieRule, chances: list[float]) -> None:
    settled = rule(VIEW, WORLDS, MOVES, np.array([False, True, False, True]))
    assert settled.chances.tolist() == chances
    assert not settled.diagnostics


def test_by_values_of_another_evaluator() -> None:
    """The rule picks the tied move with the best mean and ignores better moves outside the tie."""
    worth = np.array([[9.0, 1.0, 0.0, 3.0], [9.0, 3.0, 0.0, 2.0]])
    evaluator = table(worth, MOVES)
    settled = by_values(evaluator, "played")(
        VIEW, WORLDS, MOVES, np.array([False, True, True, True])
    )
    assert settled.chances.tolist() == [0, 0, 0, 1]
    assert settled.diagnostics["played"].tolist() == [9, 2, 0, 2.5]
    assert evaluator.asked == [([0, 1], 0, [2, 3, 5, 8])]
    equal = by_values(table(np.ones((2, 4)), MOVES), "played")
    settled = equal(VIEW, WORLDS, MOVES, np.array([False, True, False, True]))
    assert settled.chances.tolist() == [0, 1, 0, 0]


def test_draws_between_equal_moves_are_the_bots_own() -> None:
    """Scores follow from the seed and the view; the bot draws anew among tied moves."""
    game = load_game("python_kinderschnapsen")
    for deal in range(100):
        state = game.new_initial_state()
        rng = np.random.default_rng(deal)
        while state.is_chance_node():
            state.apply_action(int(rng.choice(state.legal_actions())))
        bot = make_bot("pimc(worlds=3)", game, 0, 5)
        choice = bot.explain_state(state)
        if len(choice.best) > 1:
            break
    drawn = [bot.step(state) for _ in range(12)]
    assert {*drawn} == {*choice.best}
    again = make_bot("pimc(worlds=3)", game, 0, 5)
    again.explain_state(state)  # explaining draws no random number
    assert [again.step(state) for _ in range(12)] == drawn
    assert bot.explain_state(state) == choice == again.explain_state(state)
    others = {make_bot("pimc(worlds=3)", game, 0, seed).step(state) for seed in range(12)}
    assert len(others) > 1

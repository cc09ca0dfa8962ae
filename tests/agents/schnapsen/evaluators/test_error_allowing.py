"""Error-allowing minimax at Schnapsen: its depths, and the payoffs that its solver receives."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel
import pytest

from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.montecarlo.decisions.presumed import Presumed
from vorhand.agents.schnapsen.evaluators.error_allowing import depth_at, error_allowing
from vorhand.agents.schnapsen.evaluators.values import Solvers
from vorhand.agents.schnapsen.worlds import SchnapsenWorlds
from vorhand.games.loading import load_game
from vorhand.native.schnapsen import Rules, Worlds


def test_the_depth_grows_with_the_tricks() -> None:
    """The depth starts at 1 and grows by one every two tricks; without a talon it is unlimited."""
    game, seen = load_game("python_schnapsen"), set()
    for seed in range(40):
        rng, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                view = view_of(state, state.current_player())
                depth = depth_at(view, 1)
                played = sum(view.seen.movers.count(p) for p in range(2))
                assert (depth == -1) == (view.deal.closer >= 0 or not view.deal.talon)
                assert depth == -1 or 1 <= depth <= 1 + played // 4
                assert depth_at(view, -1) == -1
                seen.add(depth)
            state.apply_action(rng.choice(state.legal_actions()))
    assert seen == {-1, 1, 2, 3}


class Listening(Solvers):
    """Solvers that record the payoffs with which they are created."""

    worth: list[float]

    def of(self, rules: Rules) -> Any:
        found = super().of(rules)

        class Solver:
            def decisive_triples(_, *arguments: Any) -> Any:  # noqa: N805
                self.worth = list(arguments[4])
                return found.decisive_triples(*arguments)

        return Solver()


@pytest.mark.parametrize(
    ("rules", "by_worth", "worth"),
    [
        # At 5:6 of 7, and with even chances in each deal: any loss loses the match. At 5:6 only two
        # wins in a row win it (0.25), at 6:6 the next deal decides (0.5), and two points win it.
        ("match=true,score_0=5,score_1=6", True, [0, 0, 0, 0.25, 0.5, 1, 1]),
        ("match=true,score_0=5,score_1=6", False, [-3, -2, -1, 0, 1, 2, 3]),
        ("capped=true,score_0=5,score_1=6", True, [-1, -1, -1, 0, 1, 2, 2]),
        ("", True, [-3, -2, -1, 0, 1, 2, 3]),
    ],
)
def test_presumed_values_are_decided_by_chances_and_payoffs_by_points(
    rules: str, by_worth: bool, worth: list[float]
) -> None:
    game = pyspiel.load_game(f"python_schnapsen({rules})")
    state, rng = game.new_initial_state(), random.Random(3)
    while state.is_chance_node() or state.current_player() != 0 or len(state.legal_actions()) < 3:
        state.apply_action(rng.choice(state.legal_actions()))
    view, solvers = view_of(state, 0), Listening()
    evaluator: Any = error_allowing(game, match_values="start")
    wanted = replace(evaluator, solvers=solvers).towards(Presumed(0.0, by_worth=by_worth))
    rows = Worlds(view.rules, view.deal, 0).distinct(0, 2, 1)
    wanted(view, SchnapsenWorlds(rows, np.full(2, 0.5), 2, 1), view.legal_actions)
    assert solvers.worth == pytest.approx(worth)

"""The suite of expert positions of Schnapsen: every problem is consistent, and errors are found."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from vorhand.evaluation.papers.wisser_2015 import expert_positions
from vorhand.evaluation.papers.wisser_2015.expert_positions import (
    EXPERIMENT,
    GAME,
    Problem,
    ProblemError,
    check,
    problems,
    turn_of,
)
from vorhand.games.loading import load_game
from vorhand.games.schnapsen.solve import open_values
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.errors import InputError, PositionError
from vorhand.native.schnapsen import Solver, Worlds
from vorhand.tests.evaluation.papers.small import reported, values

BY_ID = {problem.id: problem for problem in problems()}


@pytest.mark.parametrize("name", BY_ID)
def test_a_problem_is_consistent(name: str) -> None:
    """Exactly the best moves are accepted where all cards are known."""
    problem, game = BY_ID[name], load_game(GAME)
    deal = check(game, problem)
    assert problem.author
    assert problem.title
    assert problem.url.startswith("http://psellos.com/schnapsen/blog/" + problem.date[:4])
    assert problem.column in problem.url
    if len(Worlds(game.rules, deal.view(0), 0)) == 1:
        found = open_values(Solver(game.rules), game.rules, deal)
        best = [move for move, value in found.items() if value == max(found.values())]
        names = {deal.action_name(game.rules, move) for move in best}
        assert {move for (move,) in problem.moves} == names
        assert len(best) < len(found)


def test_every_problem_is_there_once() -> None:
    assert len(BY_ID) == len(problems()) > 40
    assert len({problem.position for problem in problems()}) == len(BY_ID)


@pytest.mark.parametrize(
    ("name", "change", "error"),
    [
        ("070", lambda text: text.replace("points=31:20", "points=31:23"), PositionError),
        # 20 points too many: no plain suit has both its king and its queen in tricks or in hand 0.
        ("070", lambda text: text.replace("points=31:20", "points=51:20"), ProblemError),
        ("070", lambda text: text.replace("SK,HK", "SK,SK"), PositionError),
        ("070", lambda text: text.replace("played=", "played=DQ,"), PositionError),
        ("070", lambda text: text.replace("SK,HK", "HK"), PositionError),
        ("043a", lambda text: text.replace("DJ hand1", "DT hand1"), PositionError),
    ],
)
def test_a_wrong_position_is_rejected(
    name: str, change: Callable[[str], str], error: type[InputError]
) -> None:
    problem = BY_ID[name]
    wrong = replace(problem, position=change(problem.position))
    assert wrong.position != problem.position
    with pytest.raises(error):
        check(load_game(GAME), wrong)


@pytest.mark.parametrize(
    "changes",
    [{"moves": [["HJ"]]}, {"moves": [["close", "HJ"]]}, {"moves": []}, {"score": "7:0"}],
)
def test_a_wrong_solution_or_score_is_rejected(changes: dict[str, Any]) -> None:
    with pytest.raises(ProblemError):
        check(load_game(GAME), replace(BY_ID["070"], **changes))


def _choosing(names: list[str]) -> Callable[[SchnapsenView], int]:
    left = list(names)

    def choose(view: SchnapsenView) -> int:
        named = {view.action_name(action): action for action in view.legal_actions}
        return named[left.pop(0)]

    return choose


@pytest.mark.parametrize(
    ("name", "turn", "solved"),
    [
        ("092", ["close", "CQ"], True),
        ("092", ["close", "CA"], False),
        ("092", ["CQ"], False),
        ("040", ["close", "DJ"], True),
        ("070", ["DT"], True),
        ("070", ["close", "DT"], False),
    ],
)
def test_the_whole_turn_counts(name: str, turn: list[str], solved: bool) -> None:
    problem = BY_ID[name]
    assert turn_of(load_game(GAME), problem, _choosing(turn)) == turn
    assert problem.solved_by(turn) is solved


def test_a_job_gives_a_legal_turn_in_each_position() -> None:
    turns = EXPERIMENT.work(["rule", 1, 0])
    assert list(turns) == list(BY_ID)
    assert turns["139a"][-1] in {"DA", "DT", "DQ", "ST", "CT"}
    first, again, other = (EXPERIMENT.work(["random", 1, number]) for number in (0, 0, 1))
    assert first == again != other


def _results(seeds: int, solves: Callable[[int, Problem], bool]) -> list[dict[str, list[str]]]:
    """Return results of all agents, each of which solves the problems chosen, or plays nothing."""
    agents = len(expert_positions._AGENTS)
    return [
        {
            problem.id: list(problem.moves[0]) if solves(agent, problem) else ["none"]
            for problem in problems()
        }
        for agent in range(agents)
        for _ in range(seeds)
    ]


def test_the_report_counts_solved_positions() -> None:
    """The first agent solves all, the second none, the others those of the first ten columns."""
    early = {problem.id for problem in problems() if problem.column < "045"}
    results = _results(2, lambda agent, problem: agent == 0 or (agent > 1 and problem.id in early))
    report = reported("wisser-expert-positions", results, seeds=2, worlds=10)
    shares = list(values(report).values())
    assert shares[:2] == [100, 0]
    assert shares[2:] == pytest.approx([100 * len(early) / len(BY_ID)] * len(shares[2:]))
    assert all(row.paper is None for row in report.rows)  # its positions are others
    third = report.rows[2].ours
    assert 0 < third.low < third.value < third.high < 100

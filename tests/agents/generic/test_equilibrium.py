"""Solving small games by CFR, saving the strategy, and seating it."""

from pathlib import Path

import pyspiel
import pytest
from open_spiel.python.algorithms.exploitability import exploitability

import vorhand.games  # noqa: F401  (registers the games)
from vorhand.agents import AgentError, make_bot
from vorhand.agents.generic.equilibrium import SavedPolicyError, load, save, solve
from vorhand.agents.spec import Spec
from vorhand.evaluation.equilibrium import tabular

KUHN_VALUE = -1 / 18


@pytest.mark.parametrize(("algorithm", "target"), [("cfr", 0.01), ("cfr+", 0.001), ("mccfr", 0.1)])
def test_kuhn_poker_is_solved(algorithm: str, target: float) -> None:
    game = pyspiel.load_game("kuhn_poker")
    solution = solve(game, algorithm, target, 20_000)  # type: ignore[arg-type]
    assert solution.exploitability <= target
    table = tabular.tabulate_solution(game, solution)
    assert exploitability(game, table) == pytest.approx(solution.exploitability)
    assert tabular.value(game, [table, table])[0] == pytest.approx(KUHN_VALUE, abs=2 * target)


def test_iterations_and_progress() -> None:
    seen: list[int] = []
    solution = solve(
        pyspiel.load_game("kuhn_poker"),
        iterations=25,
        check_every=10,
        progress=lambda done, reached: seen.append(done),
    )
    assert solution.iterations == 25
    assert seen == [10, 20, 25]


def test_saved_and_seated(tmp_path: Path) -> None:
    game = pyspiel.load_game("kuhn_poker")
    solution = solve(game, iterations=100)
    path = tmp_path / "kuhn.policy"
    save(solution, path)
    assert load(path, game) == solution
    spec = Spec.make("cfr", {"file": str(path)})
    table = tabular.tabulate(game, spec)
    assert exploitability(game, table) == pytest.approx(solution.exploitability)
    bots = [make_bot(spec, game, seat, 3) for seat in range(2)]
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(state.legal_actions()[0] if player < 0 else bots[player].step(state))


def test_a_policy_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.policy"
    save(solve(pyspiel.load_game("kuhn_poker"), iterations=1), path)
    with pytest.raises(SavedPolicyError, match=r"a policy for kuhn_poker\(\), not for leduc_poker"):
        load(path, pyspiel.load_game("leduc_poker"))
    with pytest.raises(AgentError, match="not for python_xx"):
        make_bot(Spec.make("cfr", {"file": str(path)}), pyspiel.load_game("python_xx"), 0, 1)


@pytest.mark.parametrize("text", ["", "{}", '{"format": "other"}', "[1]", '{"format": 3'])
def test_files_that_hold_no_policy(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken"
    path.write_text(text)
    with pytest.raises(SavedPolicyError, match="holds no saved policy"):
        load(path)
    with pytest.raises(SavedPolicyError, match="expected a file that `vorhand lab solve` wrote"):
        load(tmp_path / "nothing")


def test_games_that_cfr_does_not_take() -> None:
    with pytest.raises(ValueError, match="expected a two-player zero-sum game in turns"):
        solve(pyspiel.load_game("kuhn_poker(players=3)"))
    with pytest.raises(ValueError, match="iterations=0"):
        solve(pyspiel.load_game("kuhn_poker"), iterations=0)

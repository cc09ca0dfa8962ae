"""Errors in an author's own file: shown with file, line and source, and never sent to peers."""

from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from vorhand import cli
from vorhand.agents import registry
from vorhand.agents.own_files import OWN_FILES, import_file
from vorhand.games.loading import load_game
from vorhand.service.agent.server import AgentServer
from vorhand.service.games.observations import observe, observer_of
from vorhand.v1 import agent_pb2, agent_pb2_grpc

MINE = '''
import numpy as np
from vorhand.agents import AgentError, register
from vorhand.agents.montecarlo.frame import Values
from vorhand.agents.registry import evaluator


@register("shape_in_factory")
def in_factory(game, player, seed):
    """Fails when it is made."""
    return np.zeros(3) + np.zeros(4)


@register("refused_by_factory")
def refused(game, player, seed, *, size: int = 0):
    """Takes no size below 1."""
    raise AgentError(f"size={size}: expected at least 1")


@evaluator("shape_in_evaluator", games=("kuhn_poker",))
def in_evaluator():
    """Fails when it is asked."""
    return evaluate


def evaluate(view, worlds, moves):
    left = np.ones((2, 3))
    return left @ np.ones((5, 2))
'''
IN_FACTORY = "    return np.zeros(3) + np.zeros(4)"
IN_EVALUATOR = "    return left @ np.ones((5, 2))"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(OWN_FILES, "")
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    monkeypatch.setattr("vorhand.cli.errors._shown", {"traceback": False})
    with registry.temporary():
        yield path


def run(
    mine: Path, arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """Run ``vorhand`` with the file imported; return exit code and what stands on stderr."""
    monkeypatch.setattr("sys.argv", ["vorhand", *arguments.split(), "--import", str(mine)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert isinstance(ended.value.code, int)
    return ended.value.code, capsys.readouterr().err


def call(mine: Path, function: str, source: str) -> str:
    """Return a call as it is shown, with the line of the source."""
    line = MINE.splitlines().index(source) + 1
    return f'  File "{mine}", line {line}, in {function}\n{source}'


@pytest.mark.parametrize(
    ("agent", "function", "source", "workers"),
    [
        ("shape_in_factory", "in_factory", IN_FACTORY, 1),
        ("mc(evaluator=shape_in_evaluator)", "evaluate", IN_EVALUATOR, 1),
        ("mc(evaluator=shape_in_evaluator)", "evaluate", IN_EVALUATOR, 2),
    ],
)
def test_a_shape_error_is_shown_with_its_line(
    mine: Path,
    agent: str,
    function: str,
    source: str,
    workers: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = f"match --game kuhn_poker --agents {agent},random --deals 9 --workers {workers}"
    code, shown = run(mine, command, monkeypatch, capsys)
    assert code == 1
    assert "ValueError: " in shown
    assert "`vorhand --traceback` before the command shows all calls." in shown
    assert call(mine, function, source) in shown
    assert "registry.py" not in shown


def test_a_global_option_shows_all_calls(
    mine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = "match --game kuhn_poker --agents shape_in_factory,random --deals 1 --workers 1"
    code, shown = run(mine, f"--traceback {command}", monkeypatch, capsys)
    assert code == 1
    assert "Traceback (most recent call last)" in shown
    assert "registry.py" in shown
    assert IN_FACTORY in shown


def test_a_file_that_fails_when_it_is_imported_ends_like_an_agent_that_fails(
    mine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine.write_text("x = 1 / 0\n")
    code, shown = run(mine, "agents", monkeypatch, capsys)
    assert code == 1
    assert f'ZeroDivisionError: division by zero\n  File "{mine}", line 1' in shown
    assert "`vorhand --traceback` before the command shows all calls." in shown


def test_bad_input_that_a_plug_in_names_takes_one_line(
    mine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = "match --game kuhn_poker --agents refused_by_factory,random --deals 1 --workers 1"
    code, shown = run(mine, command, monkeypatch, capsys)
    assert (code, shown) == (2, "vorhand: AgentError: size=0: expected at least 1\n")


def test_what_a_plug_in_raises_does_not_reach_a_remote_peer(
    mine: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    import_file(mine)
    server = AgentServer("mc(evaluator=shape_in_evaluator)")
    game = load_game("kuhn_poker")
    state = game.new_initial_state()
    for card in (0, 1):
        state.apply_action(card)
    request = agent_pb2.DecideRequest(
        observation=observe(observer_of(game), "kuhn_poker", state, 0)
    )
    try:
        with (
            grpc.insecure_channel(server.address) as channel,
            pytest.raises(grpc.RpcError) as refused,
        ):
            agent_pb2_grpc.AgentServiceStub(channel).Decide(request)
    finally:
        server.stop(0)
    assert refused.value.code() is grpc.StatusCode.INTERNAL
    assert refused.value.details() == "internal error of the agent"
    assert "mine.py" in "".join(capfd.readouterr())  # the author sees it

"""A user's own files: equal names, and the order of look-ups."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from vorhand.agents import AgentError, find, registry
from vorhand.agents.own_files import OWN_FILES, digests, import_file
from vorhand.tests.sizes import few

FILE = """
import pyspiel
from vorhand.agents import find, make_bot, register

{first}

@register("{name}", games=("kuhn_poker",))
def mine(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    \"\"\"Of {whose}.\"\"\"
    return make_bot("first", game, player, seed)
"""


def written(folder: Path, name: str, first: str = "") -> Path:
    """Return a file ``mine.py`` that registers an agent for Kuhn poker."""
    folder.mkdir()
    path = folder / "mine.py"
    path.write_text(FILE.format(name=name, whose=folder.name, first=first))
    return path


@pytest.fixture
def unregistered() -> Iterator[None]:
    """Remove after a test what it registered."""
    with registry.temporary():
        yield


@pytest.mark.usefixtures("unregistered")
def test_files_of_one_name_stand_beside_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [written(tmp_path / f"of_{name}", name) for name in ("anna", "berta")]
    modules = set(sys.modules)
    for path in paths:
        import_file(path)
    own = {name for name in set(sys.modules) - modules if name.startswith("vorhand_own_mine_")}
    assert len(own) == 2
    assert {find(name, "kuhn_poker").factory.__module__ for name in ("anna", "berta")} == own

    monkeypatch.setenv(OWN_FILES, os.pathsep.join(map(str, paths)))
    assert set(digests()) == {"of_anna/mine.py", "of_berta/mine.py"}
    monkeypatch.setenv(OWN_FILES, str(paths[0]))
    assert set(digests()) == {"mine.py"}


@pytest.mark.usefixtures("unregistered")
def test_files_of_one_name_do_not_take_each_others_agents(tmp_path: Path) -> None:
    import_file(written(tmp_path / "one", "carla"))
    with pytest.raises(AgentError, match="agent 'carla' for kuhn_poker: .*one.mine.py reg"):
        import_file(written(tmp_path / "other", "carla"))
    assert find("carla", "kuhn_poker").summary == "Of one."


def run(path: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process that imports the file, as worker processes do."""
    code = "\n".join(("import pyspiel", "from vorhand.agents import find, make_bot", *lines))
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, OWN_FILES: str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("first", few(1, ['find("pimc", "leduc_poker")', ""]))
def test_ones_own_goes_before_what_is_for_any_game_from_the_first(
    tmp_path: Path, first: str
) -> None:
    """From the first look-up on, a user's agent comes before an agent for any game.

    This holds even if the file that registers it looks up the same name first.
    """
    done = run(
        written(tmp_path / "own", "pimc", first),
        'game = pyspiel.load_game("kuhn_poker")',
        'print(type(make_bot("pimc", game, 0, 1)) is type(make_bot("first", game, 0, 1)))',
        'print(find("pimc", "kuhn_poker").summary, find("pimc", "leduc_poker").factory.func)',
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("True\nOf own. <function _make")


def test_a_name_of_ours_is_refused_before_ours_is_looked_up(tmp_path: Path) -> None:
    """A user's agent may not take a name of ours, even before our module is imported."""
    path = written(tmp_path / "own", "rule")
    done = run(path, 'make_bot("random", pyspiel.load_game("kuhn_poker"), 0, 1)')
    assert done.returncode == 1
    assert "agent 'rule' for kuhn_poker: vorhand.agents.poker.players.rule registers one" in (
        done.stderr
    )

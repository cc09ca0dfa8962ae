"""Every command in a help text or a document works when it is pasted.

The command line parses all of them, with their agents and games. Commands in blocks and below help
texts are also run, in a folder with the files that they name. The lists below hold the commands
that run with smaller settings, and those that do not run, with the reason.
"""

from __future__ import annotations

import bz2
import itertools
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.main import get_command
from typer.testing import CliRunner

from vorhand.agents import check, split_specs
from vorhand.cli import app
from vorhand.games.loading import load_game

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
RECORDS = Path(__file__).parent / "data" / "iss-games.sgf"
ROOT_COMMAND: Any = get_command(app)

NOT_RUN = {  # beginnings of commands
    "web": "serves until it is stopped (tests/web)",
    "serve": "serves until it is stopped (tests/service, tests/examples)",
    "serve-agent": "serves until it is stopped (tests/examples)",
    "login": "asks a table server (tests/service)",
    "logout": "asks a table server (tests/service)",
    "tables": "asks a table server (tests/service)",
    "ratings": "asks a table server (tests/service)",
    "admin": "asks a table server (tests/cli/test_admin.py)",
    "journal": "needs the journal of a table server (tests/service)",
    "play --connect": "asks a table server (tests/cli/test_play_connect.py)",
    "match --game python_skat --agents grpc://": "dials an agent (tests/examples)",
    "match --agents policy(file=my-policy/policy.npz),rule": "plays by what a training makes",
    "match --pairs --apart --agents ppp(worlds=40)": "plays one deal for half a minute",
    "match --game bridge(use_double_dummy_result=false) --agents": "plays for many seconds",
    **dict.fromkeys(
        (
            "match --game python_schnapsen --import examples/learning/agent.py",
            "match --import examples/learning/agent.py",
            "benchmark python_schnapsen learned(file=schnapsen.pt)",
        ),
        "plays by a network that learns for minutes (tests/examples)",
    ),
    "bench": "measures for minutes",
    "lab bridge-stores": "plays for half a minute (tests/evaluation/papers/ours)",
    "benchmark python_skat pimc(worlds=40)": "writes into the sources",
    "train": "fits for minutes to hours (tests/evaluation/training)",
    "reproduce": "plays for minutes to hours (tests/evaluation/papers)",
    "lab bidding games.sgf --cards": "searches for half a minute (tests/cli/skat/test_bidding.py)",
    "lab exploitability leduc_poker pimc": "walks the game for a minute",
    "lab regret policy,rule --values": "reads values that take minutes (tests/evaluation/papers)",
}
SHORTER = [  # options added to commands with this part, which would otherwise play for minutes
    ("benchmark", "--deals 2"),
    ("match --lists", "--lists 1"),
    ("match --matches", "--matches 2"),
    ("match --game python_schnapsen", "--matches 2"),
    ("--deals-from games.sgf.bz2", "--deals 2"),
    ("--deals-from null.deals", "--deals 1"),
    ("match --pairs", "--deals 1"),
    ("match --game", "--deals 1"),
    ("match --", "--deals 2"),
    ("lab properties", "--deals 2 --walks 2"),
    ("lab solve leduc_poker", "--exploitability 1"),
    ("lab belief", "--deals 1"),
    ("lab bidding --table", "--table 20"),
    ("lab bidding --self-play", "--self-play 2"),
    ("lab regret", "--positions 2"),
    ("lab stores", "--games 2"),
    ("review", "--agent pimc(worlds=2)"),
]
RUN_ANYWAY = ("train", "reproduce")  # without a name these list the known names
PLACEHOLDERS = {
    "FILE": "games.sgf",
    "FILES": "games.sgf",
    "FILE...": "games.sgf",
    "POSITION": "up=SJ hand0=SA,HT,DA,CK,CJ",
    "N": "2",
    "A": "pimc",
    "B": "rule",
}
NAMES = {"bench": "solver", "reproduce": "wisser-table1", "--player": "zoot"}  # for NAME
NULL_DEAL = (
    "play NO by 0 bid 40 cards D7.D8.DT.H8.S7.S9.SJ.C7.C9.CJ/DQ.DK.HK.S8.SQ.ST.C8.CQ.CT.CA/"
    "D9.DA.DJ.H7.H9.HQ.HA.SK.SA.CK/HT.HJ\n"
)
TOURNAMENT = """
deals = 2
agents = ["random", "first"]
[[games]]
game = "kuhn_poker"
"""
MINE = """
import pyspiel
from vorhand.agents import make_bot, register

@register("lowest", games=("python_skat",))
@register("patient", games=("python_skat",))
def patient(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    \"\"\"Plays like rule.\"\"\"
    return make_bot("rule", game, player, seed)
"""
in_repository = pytest.mark.skipif(
    not DOCUMENTS[0].exists(), reason="the documents are not installed"
)


def commands_of_helps() -> Iterator[tuple[str, str]]:
    """Return the name of a command and each of its examples."""

    def below(command: Any, name: str) -> Iterator[tuple[str, str]]:
        for line in (command.epilog or "").splitlines():
            if line.strip().startswith("vorhand"):
                yield name, line.strip()
        for word, inner in getattr(command, "commands", {}).items():
            yield from below(inner, f"{name} {word}".strip())

    return below(ROOT_COMMAND, "")


def shown_in_blocks(text: str) -> list[str]:
    """Return the commands of ours in fenced and in indented blocks."""
    text = text.replace("\\\n", " ")
    blocks = re.findall(r"^```(?:console|sh)?\n(.*?)^```$", text, re.M | re.S)
    blocks += re.findall(r"(?:^    .+\n)+", text, re.M)
    lines = [line.strip().removeprefix("$ ") for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("vorhand ")]


def shown_in_sentences(text: str) -> list[str]:
    """Return commands between backticks, without the options of `vorhand` itself."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return re.findall(r"`(vorhand [^-`][^`]*)`", re.sub(r"\s*\n\s*", " ", prose))


def words_of(command: str) -> list[str]:
    """Return the words after ``vorhand``, without the brackets around optional ones."""
    bare = re.sub(r"(?<=\s)\[(--[^\]]+)\]", r"\1", command.partition("  #")[0])
    words = [word for word in shlex.split(bare) if word != "..."]
    return [
        NAMES[before] if word == "NAME" else PLACEHOLDERS.get(word, word)
        for before, word in itertools.pairwise(words)
    ]


def taken_apart(words: list[str], complete: bool) -> None:
    """Fail if a command has invalid options, agents or games; `complete`: none may be missing."""
    command, context = ROOT_COMMAND, None
    while hasattr(command, "commands") and words:
        name, *words = words
        assert name in command.commands, f"no command {name}"
        command, parent = command.commands[name], context
        if hasattr(command, "commands"):
            words = _after_options(command, words)
            if not complete and not words:
                return
            continue
        try:
            context = command.make_context(name, list(words), parent=parent)
        except Exception as error:
            if complete or type(error).__name__ not in ("MissingParameter", "BadOptionUsage"):
                raise
            return
        given = context.params
        named = given.get("game") or []
        games = [load_game(name) for name in ([named] if isinstance(named, str) else named)]
        if given.get("agents") and isinstance(given["agents"], str) and not given.get("own_files"):
            for spec in split_specs(given["agents"]):
                if str(spec) not in ("open", "private"):
                    check(spec, games[0].get_type().short_name if games else None)


def _after_options(group: Any, words: list[str]) -> list[str]:
    """Return the words after a group's own options, each of which has a value."""
    while words and words[0].startswith("--"):
        assert any(words[0] in option.opts for option in group.params), words[0]
        words = words[2:]
    return words


def not_run(words: list[str]) -> bool:
    text = " ".join(words)
    if text in RUN_ANYWAY:
        return False
    return any(text == begun or text.startswith(f"{begun} ") for begun in NOT_RUN) or any(
        text.startswith(begun) for begun in NOT_RUN if begun.endswith("//")
    )


def run(words: list[str]) -> None:
    """Run a command in this process, with smaller settings where they are listed."""
    text = " ".join(words)
    more = next((added for part, added in SHORTER if part in text), "").split()
    command = ROOT_COMMAND
    for word in words:
        command = getattr(command, "commands", {}).get(word, command)
    if any("--workers" in option.opts for option in command.params) and "--ray" not in words:
        more += ["--workers", "1"]
    result = CliRunner().invoke(app, [*words, *more], input="q\n")
    assert result.exit_code == 0, f"{text}\n{result.output}\n{result.exception!r}"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the examples name."""
    made = tmp_path_factory.mktemp("examples")
    for name in ("games.sgf", "tests/data/iss-games.sgf"):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(RECORDS, made / name)
    if (ROOT / "evaluation" / "results").exists():
        (made / "evaluation").mkdir()
        (made / "evaluation" / "results").symlink_to(ROOT / "evaluation" / "results")
    (made / "evening.sgf").write_text(RECORDS.read_text("utf-8").splitlines()[0])
    (made / "games.sgf.bz2").write_bytes(bz2.compress(RECORDS.read_bytes()))
    (made / "mine.py").write_text(MINE)
    deals = ["match", "--agents", "rule,rule,random", "--deals", "3", "--workers", "1"]
    CliRunner().invoke(app, [*deals, "--log", str(made / "match.jsonl")])
    (made / "null.deals").write_text(NULL_DEAL)
    (made / "examples").mkdir()
    (made / "examples" / "learning").symlink_to(ROOT / "examples" / "learning")
    for name in ("tournament", "trick-games"):
        (made / "examples" / f"{name}.toml").write_text(TOURNAMENT)
    return made


@pytest.fixture
def folder(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a copy of that folder, in which the examples are run."""
    from vorhand.agents import registry
    from vorhand.agents.own_files import OWN_FILES

    monkeypatch.setenv(OWN_FILES, "")
    shutil.copytree(template, tmp_path, symlinks=True, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    with registry.temporary():
        yield tmp_path


HELPS = list(commands_of_helps())


def test_help_texts_have_examples() -> None:
    assert HELPS


@pytest.mark.extended
@pytest.mark.parametrize("name", dict.fromkeys(name for name, _ in HELPS))
def test_examples_of_help_texts(name: str, folder: Path) -> None:
    for _, line in [pair for pair in HELPS if pair[0] == name]:
        words = words_of(line)
        taken_apart(words, complete=True)
        assert len(line) <= 78, f"{line}: is broken on a screen of 80 columns"
        if not not_run(words):
            run(words)


RECIPES = {"CONTRIBUTING.md": ("pessimist", "lowest")}  # played by tests/agents/test_recipes.py


@pytest.mark.extended
@in_repository
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_of_documents(document: Path, folder: Path) -> None:
    text = document.read_text("utf-8")
    for mine in re.findall(r"^```python\n(# mine\.py\n.*?)^```$", text, re.M | re.S):
        (folder / "mine.py").write_text(mine)
    for line in shown_in_sentences(text):
        if not any(name in line for name in RECIPES.get(document.name, ())):
            taken_apart(words_of(line), complete=False)
    for line in shown_in_blocks(text):
        words = words_of(line)
        taken_apart(words, complete=True)
        if not not_run(words) and document.parent.name != "notes":  # these play for hours
            run(words)


BLOCKS_NOT_RUN = {  # part of a block
    "RemoteBot(": "asks a table server (tests/service)",
    "SyncClient(": "asks a table server (tests/service)",
    "class Pessimist": "tests/agents/test_recipes.py",
    "def pessimist": "tests/agents/test_recipes.py",
}


def blocks_of_python(document: Path) -> list[str]:
    """Return blocks of code that are not sessions, which doctest runs elsewhere."""
    text = document.read_text("utf-8") if document.exists() else ""
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    return [block for block in blocks if ">>> " not in block]


@pytest.mark.extended
@in_repository
@pytest.mark.parametrize(
    "document", [one for one in DOCUMENTS if blocks_of_python(one)], ids=lambda path: path.name
)
def test_python_of_documents(document: Path, folder: Path) -> None:
    """Run the blocks of Python one after another, with the names that they presuppose."""
    names: dict[str, Any] = {
        "__name__": "a block",
        "play_ours": lambda: 1,
        "play_theirs": lambda: 1,
    }
    for code in blocks_of_python(document):
        compiled = compile(code, f"a block of {document.name}", "exec")
        if any(part in code for part in BLOCKS_NOT_RUN):
            continue
        state = load_game("python_skat(start=" + NULL_DEAL.strip() + ")").new_initial_state()
        names |= {"state": state, "console": Console()}
        exec(compiled, names)


def test_every_command_shows_an_example() -> None:
    def without(command: Any, name: str) -> Iterator[str]:
        inner = getattr(command, "commands", {})
        if not inner and "vorhand" not in (command.epilog or ""):
            yield name
        for word, each in inner.items():
            yield from without(each, f"{name} {word}".strip())

    assert list(without(ROOT_COMMAND, "")) == []

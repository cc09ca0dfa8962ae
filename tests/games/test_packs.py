import dataclasses
import importlib
import importlib.metadata
import re
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple, get_args

import pyspiel
import pytest

from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.cli.commands import Commands
from vorhand.cli.terminal.base import Screen
from vorhand.envs.vector import Maker
from vorhand.evaluation.arena.profiles import Profile
from vorhand.evaluation.equilibrium.subjects.base import Subjects
from vorhand.games import packs
from vorhand.games.packs import Pack, PackError
from vorhand.service.games.wire import Wire
from vorhand.web.boards import Board


def test_every_game_that_we_register_belongs_to_one_pack() -> None:
    ours = [
        kind.short_name
        for kind in pyspiel.registered_games()
        if kind.short_name.startswith("python_")
        and kind.default_loadable
        and type(pyspiel.load_game(kind.short_name)).__module__.startswith("vorhand.")
    ]
    assert sorted(ours) == list(packs.own_games())


def test_a_game_is_found_by_its_name() -> None:
    skat = packs.pack_of("python_skat")
    assert skat is not None
    assert skat.name == "skat"
    assert packs.pack_of("tic_tac_toe") is None
    assert packs.part("tic_tac_toe", "terminal") is None


class Row(NamedTuple):
    """A layer in the table of CONTRIBUTING.md."""

    layer: str
    where: str
    name: str
    kind: str


def table() -> list[Row]:
    """Return the rows of the table of layers."""
    text = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")
    _, _, rows = text.partition("| layer | where | object | purpose |\n|---|---|---|---|\n")
    cells = [row.split("|") for row in rows.partition("\n\n")[0].splitlines()]
    code = [[re.findall("`([^`]+)`", cell) for cell in row[1:4]] for row in cells]
    return [Row(*layer, *where, *(named or ("", ""))) for layer, where, named in code]


def test_the_documents_list_all_layers() -> None:
    assert [row.layer for row in table()] == list(get_args(packs.Layer))
    assert {row.layer for row in table()} | {"name", "games", "by_default"} == {
        field.name for field in dataclasses.fields(Pack)
    }
    for row in table():
        folders = row.where.replace("front/", "").split("/")
        assert row.layer == "rules" or row.layer in folders
        assert row.name == ("" if row.layer == "rules" else row.layer.upper())


@pytest.mark.parametrize("pack", packs.built_in(), ids=lambda pack: pack.name)
def test_the_modules_that_a_pack_names_are_where_the_documents_say(pack: Pack) -> None:
    for row in table():
        module = getattr(pack, row.layer)
        if module is None:
            continue
        folder = row.where.partition("<game>")[0].replace("front/", "").replace("/", ".")
        assert module.startswith(f"vorhand.{folder}")
        found = importlib.import_module(module)
        if row.name:
            protocol = kinds()[row.kind]
            assert not missing(getattr(found, row.name), protocol)


def kinds() -> dict[str, type]:
    """Return the types of the layers' objects, by name."""
    return {
        kind.__name__: kind
        for kind in (GamePart, Maker, Wire, Screen, Board, Profile, Subjects, Commands)
    }


def missing(found: object, kind: type) -> set[str]:
    """Return the names that an object lacks of a protocol or dataclass."""
    public = {*vars(kind), *kind.__annotations__}
    return {name for name in public if not name.startswith("_") and not hasattr(found, name)}


def test_an_object_of_another_layer_would_be_noticed() -> None:
    assert missing(packs.part("python_skat", "web"), Wire)


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ((Pack("mine", ("python_skat",)),), "python_skat: packs skat and mine"),
        (["whist"], "mine:PACKS: expected a tuple of Pack"),
    ],
)
def test_entry_points_name_packs_of_other_games(
    monkeypatch: pytest.MonkeyPatch, named: object, message: str
) -> None:
    point = SimpleNamespace(value="mine:PACKS", load=lambda: named)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [point])
    packs.packs.cache_clear()
    with pytest.raises(PackError, match=message):
        packs.packs()
    monkeypatch.undo()
    packs.packs.cache_clear()

import importlib
import importlib.metadata

import pyspiel
import pytest

from vorhand.games import packs
from vorhand.games.packs import Pack, PackError


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
    assert packs.part("tic_tac_toe", "screen") is None


@pytest.mark.parametrize("pack", packs.packs(), ids=lambda pack: pack.name)
def test_the_modules_that_a_pack_names_are_there(pack: Pack) -> None:
    for layer in ("rules", "agents", "wire", "screen", "arena"):
        module = getattr(pack, layer)
        if module is not None:
            importlib.import_module(module)


def test_two_packs_cannot_have_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        value = "mine:PACKS"

        def load(self) -> object:
            return (Pack("mine", ("python_skat",)),)

    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [Point()])
    packs.packs.cache_clear()
    with pytest.raises(PackError, match="python_skat: packs skat and mine"):
        packs.packs()
    monkeypatch.undo()
    packs.packs.cache_clear()


def test_an_entry_point_must_name_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        value = "mine:PACKS"

        def load(self) -> object:
            return ["whist"]

    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [Point()])
    packs.packs.cache_clear()
    with pytest.raises(PackError, match=r"mine:PACKS: expected a tuple of Pack"):
        packs.packs()
    monkeypatch.undo()
    packs.packs.cache_clear()

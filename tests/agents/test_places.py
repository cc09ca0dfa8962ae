"""Each registered name has a file of its own, found from the game, the kind and the name."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from vorhand.agents import registry
from vorhand.agents.discovery import FOLDERS, modules_of
from vorhand.games.packs import packs

SHARED = ("generic", "montecarlo")  # parts that serve any game
# A list of ten combinations of parts without code of their own.
PRESETS = {"mc", "pimc", "iimc", "ppp", "pvp", "vm", "prm", "alpha_mu", "epimc", "kbps"}


def entries() -> Iterator[tuple[registry.Agent, str]]:
    """Yield all entries of our own, with the modules that define their factories."""
    for kind in registry.KINDS:
        for entry in registry.registered(kind):
            factory = entry.factory
            while isinstance(factory, functools.partial):
                factory = factory.func
            if factory.__module__.startswith("vorhand."):
                yield entry, factory.__module__


def expected(entry: registry.Agent) -> set[str]:
    """Return the modules in which a reader looks for an entry."""
    if entry.kind == "agent" and entry.name in PRESETS:
        return {"vorhand.agents.montecarlo.presets"}
    if entry.name.endswith("://"):
        return {"vorhand.service.agent.client"}
    folders = {pack.agents for pack in packs() if pack.agents and {*pack.games} & {*entry.games}}
    if folders:
        # A folder shares the parts of the folder above it, and all trick games share some parts.
        folders |= {folder.rpartition(".")[0] for folder in folders}
        folders.add("vorhand.agents.tricks")
    else:
        folders = {f"vorhand.agents.{folder}" for folder in SHARED}
    file = re.sub("[-:]", "_", entry.name)
    return {f"{folder}.{FOLDERS[entry.kind]}.{file}" for folder in folders}


def test_every_name_is_found_by_guessing() -> None:
    found = list(entries())
    assert len(found) > 150
    lost = {
        f"{entry.kind} {entry.name} for {entry.games or 'any game'}": module
        for entry, module in found
        if module not in expected(entry)
    }
    assert lost == {}


def test_modules_are_named_after_what_they_register() -> None:
    modules = modules_of("my.pack", {("ties", "last"): "x"}, players="open:mcts a-b", ties="first")
    assert modules == {
        ("ties", "last"): "x",
        ("agent", "open:mcts"): "my.pack.players.open_mcts",
        ("agent", "a-b"): "my.pack.players.a_b",
        ("ties", "first"): "my.pack.ties.first",
    }

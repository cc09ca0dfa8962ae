"""Packs: the modules in which each layer keeps its code for a game, found by the game's name.

A pack names, for one game or several that share their code, one module in each layer. Each layer
except the rules has the name of its folder, and its module has an object with this name in
capitals: ``AGENTS`` in ``vorhand.agents.skat``, ``WEB`` in ``vorhand.web.games.skat``.
CONTRIBUTING.md lists the layers with their files, objects and purposes. A layer that a pack omits
treats the game like any OpenSpiel game. The packs that come with Vorhand are in
``vorhand.games.<folder>.pack``, in a tuple ``PACKS``.
Other packages name a tuple of packs in an entry point of the group ``vorhand.games``::

    [project.entry-points."vorhand.games"]
    whist = "my_whist.pack:PACKS"
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from vorhand.native.errors import InputError

Layer: TypeAlias = Literal[
    "rules", "agents", "envs", "service", "terminal", "web", "arena", "equilibrium", "cli"
]


class PackError(InputError):
    """An invalid pack, or one that claims a game of another pack."""


@dataclass(frozen=True)
class Pack:
    """The modules in which the layers keep their code for some games.

    Attributes:
        name: name of the pack, for messages.
        games: short names of the games.
        rules: the module whose import registers the games with OpenSpiel, preferably without their
            code (`vorhand.games.registration`); None: the games belong to another package, and are
            registered already.
        agents, envs, service, terminal, arena, web, equilibrium, cli: the modules of the layers;
            None: the layer treats the game like any OpenSpiel game.
        by_default: whether commands use the first of these games if no game is given.
    """

    name: str
    games: tuple[str, ...]
    rules: str | None = None
    agents: str | None = None
    envs: str | None = None
    service: str | None = None
    terminal: str | None = None
    arena: str | None = None
    web: str | None = None
    equilibrium: str | None = None
    cli: str | None = None
    by_default: bool = False


@functools.cache
def packs() -> tuple[Pack, ...]:
    """Return all packs, ours first.

    Raises:
        PackError: an entry point is no tuple of packs, or two packs have the same game.
    """
    all_packs = list(built_in())
    for point in importlib.metadata.entry_points(group="vorhand.games"):
        theirs = point.load()
        if not isinstance(theirs, tuple) or not all(isinstance(pack, Pack) for pack in theirs):
            raise PackError(f"entry point {point.value}: expected a tuple of Pack")
        all_packs += theirs
    owners: dict[str, str] = {}
    for pack in all_packs:
        for game in pack.games:
            if owners.setdefault(game, pack.name) != pack.name:
                raise PackError(f"game {game}: packs {owners[game]} and {pack.name} both have it")
    return tuple(all_packs)


@functools.cache
def built_in() -> tuple[Pack, ...]:
    """Return the packs that come with Vorhand."""
    packs_here: list[Pack] = []
    for folder in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if folder.ispkg:
            packs_here += importlib.import_module(f"vorhand.games.{folder.name}.pack").PACKS
    return tuple(packs_here)


def pack_of(game: str) -> Pack | None:
    """Return the pack of the game with this short name, or None."""
    return next((pack for pack in packs() if game in pack.games), None)


def part(game: str, layer: Layer) -> Any:
    """Return a layer's object for the game with this short name, or None."""
    pack = pack_of(game)
    return None if pack is None else _object(pack, layer)


def parts(layer: Layer) -> Iterator[Any]:
    """Yield the layer's object of each pack that has one."""
    for pack in packs():
        if (found := _object(pack, layer)) is not None:
            yield found


def _object(pack: Pack, layer: Layer) -> Any:
    module = getattr(pack, layer)
    return None if module is None else getattr(importlib.import_module(module), layer.upper())


def register_ours() -> None:
    """Register the games that come with Vorhand with OpenSpiel."""
    _register(built_in())


@functools.cache
def register_all() -> None:
    """Register the games of all packs with OpenSpiel, including those of other packages."""
    _register(packs())


def _register(some: tuple[Pack, ...]) -> None:
    for pack in some:
        if pack.rules is not None:
            importlib.import_module(pack.rules)


def default_game() -> str:
    """Return the short name of the game that commands use if none is given."""
    return next(pack.games[0] for pack in built_in() if pack.by_default)


def own_games() -> tuple[str, ...]:
    """Return the short names of the games that packs define, in alphabetical order."""
    return tuple(sorted(game for pack in packs() if pack.rules for game in pack.games))

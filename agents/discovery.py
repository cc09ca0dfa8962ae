"""Imports that make agents known: packs, the user's own files, and plug-ins."""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import warnings

from vorhand.agents.own_files import import_own_files
from vorhand.games.extras import missing_extra
from vorhand.games.packs import pack_of, packs

LEFT_OUT: dict[str, str] = {}
"""Plug-ins that need an extra that is not installed: name to missing extra."""


@functools.lru_cache(maxsize=1024)
def import_for(game: str | None) -> None:
    """Import the module that registers the agents of a game's pack."""
    importlib.import_module("vorhand.agents.generic")
    pack = None if game is None else pack_of(game)
    if pack is not None and pack.agents is not None:
        importlib.import_module(pack.agents)


def import_first(game: str | None) -> None:
    """Import what every lookup for a game needs first: its pack and the user's own files."""
    import_for(game)
    import_own_files()


@functools.cache
def import_all() -> None:
    """Import everything that registers anything, in all packs and in other packages."""
    import_for(None)
    for pack in packs():
        for game in pack.games:
            import_for(game)
    import_own_files()
    for plugin in importlib.metadata.entry_points(group="vorhand.agents"):
        try:
            plugin.load()
        except Exception as error:
            if isinstance(error, ModuleNotFoundError) and (missing := missing_extra(error)):
                LEFT_OUT[plugin.name] = str(missing)  # reported when the plug-in is asked for
                continue
            warnings.warn(
                f"plug-in {plugin.name} ({plugin.value}) is left out: "
                f"{type(error).__name__}: {error}",
                RuntimeWarning,
                stacklevel=2,
            )

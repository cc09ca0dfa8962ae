"""Imports that register agents: packs, the user's own files, and plug-ins.

A pack lists the modules of its agents and parts by name, so that a lookup imports only the modules
it needs.
"""

import functools
import importlib
import importlib.metadata
import re
import warnings
from collections.abc import Mapping
from typing import TypeAlias

from vorhand.agents.own_files import import_own_files
from vorhand.agents.parameters import Kind
from vorhand.agents.plugin_errors import describe
from vorhand.games.extras import missing_extra
from vorhand.games.packs import pack_of, packs

LEFT_OUT: dict[str, str] = {}
"""The error message for each plug-in that needs an extra that is not installed, by name."""

FOLDERS: Mapping[Kind, str] = {
    "agent": "players",
    "belief": "beliefs",
    "evaluator": "evaluators",
    "decision": "decisions",
    "ties": "ties",
}
"""The folder of each kind in a pack; it has a module for each name."""

Modules: TypeAlias = Mapping[tuple[Kind, str], str]
"""The module that registers each entry, keyed by the kind and the name of the entry."""

_GENERIC = "vorhand.agents.generic"


def modules_of(package: str, others: Modules | None = None, /, **names: str) -> Modules:
    """Return the modules in which a pack registers agents and parts, by kind and name.

    Args:
        package: the pack's package of agents.
        others: the modules of a pack that this one extends.
        names: the names in specs, by folder, such as ``players="pimc sure"``; dashes and colons
            become underscores in file names.
    """
    own = {
        (kind, name): f"{package}.{folder}.{re.sub('[-:]', '_', name)}"
        for kind, folder in FOLDERS.items()
        for name in names.get(folder, "").split()
    }
    return {**(others or {}), **own}


def load(kind: Kind, name: str, game: str | None) -> None:
    """Register the entries with this name for a game (None: those for games without a pack)."""
    pack = None if game is None else pack_of(game)
    package = _GENERIC if game is None else pack and pack.agents
    if package is not None:
        _load(package, kind, name)


@functools.cache
def _load(package: str, kind: Kind, name: str) -> None:
    from vorhand.agents.montecarlo.presets import PRESETS, register_preset

    agents = importlib.import_module(package).AGENTS
    if (kind, name) in agents.modules:
        importlib.import_module(agents.modules[kind, name])
    elif kind == "agent" and name in PRESETS and (agents.games or package == _GENERIC):
        register_preset(name, agents)


@functools.cache
def import_all() -> None:
    """Import all modules that register agents or parts, in all packs and in other packages."""
    from vorhand.agents.montecarlo.presets import PRESETS

    for package in dict.fromkeys([_GENERIC, *(pack.agents for pack in packs() if pack.agents)]):
        for kind, name in importlib.import_module(package).AGENTS.modules:
            _load(package, kind, name)
        for name in PRESETS:
            _load(package, "agent", name)
    import_own_files()
    for plugin in importlib.metadata.entry_points(group="vorhand.agents"):
        try:
            plugin.load()
        except Exception as error:
            if isinstance(error, ModuleNotFoundError) and (missing := missing_extra(error)):
                LEFT_OUT[plugin.name] = str(missing)  # reported when the plug-in is looked up
                continue
            warnings.warn(
                f"plug-in {plugin.name} ({plugin.value}) is left out: {describe(error)}",
                RuntimeWarning,
                stacklevel=2,
            )

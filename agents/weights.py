"""The versions of the fitted files that agents use, so that a paper can cite an opponent."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TypeAlias

from vorhand.agents.parameters import Kind
from vorhand.agents.registry import Agent, arguments_of, find
from vorhand.agents.spec import Spec
from vorhand.agents.used import FOLDER
from vorhand.games.texts import json_object

Versions: TypeAlias = dict[str, int]
"""Versions of files, by their names, or by their paths where a spec names a file."""


def weights_of(spec: Spec | str, game: str | None = None, kind: Kind = "agent") -> Versions:
    """Return the versions of all files that an agent, or a part of one, may use.

    Args:
        spec: of the agent or part.
        game: the short name of the game it is for.
        kind: the kind of entry that the spec names.

    Raises:
        SpecError, AgentError: as `vorhand.agents.check`.
        OSError, TextError: a file that the spec names has no manifest beside it.
    """
    entry, arguments = find(spec, game, kind), arguments_of(spec, game, kind)
    found: Versions = {}
    if entry.fitted:
        given = Path(file) if (file := arguments.get("file")) else None
        found = shipped(entry) if given is None else {str(given): _version(given)}
    for name, value in arguments.items():
        if isinstance(value, Spec):
            found |= weights_of(value, game, entry.parameters[name].names)
    return dict(sorted(found.items()))


def shipped(entry: Agent) -> Versions:
    """Return the versions of the shipped files that an entry may use by itself."""
    return {name: _version(FOLDER / name) for name in entry.fitted}


def _version(path: Path) -> int:
    version: int = _manifest(path.parent).get(path.name, {}).get("version", 1)
    return version


@functools.cache
def _manifest(folder: Path) -> dict[str, dict[str, int]]:
    return json_object((folder / "manifest.json").read_text("utf-8"))

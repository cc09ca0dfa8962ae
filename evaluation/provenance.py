"""Which players played: what is written into logs and journals, so that no run is mixed of two."""

from __future__ import annotations

import functools
import hashlib
import importlib.machinery
from importlib.metadata import version
from pathlib import Path

from vorhand import agents, games, native

_SUFFIXES = (".py", ".json", *importlib.machinery.EXTENSION_SUFFIXES)


@functools.cache
def players_version() -> str:
    """The package's version and a digest of all that plays: games, agents, compiled core, tables.

    A change to any of these may change a game with the same seed. The digest is of the files
    installed, so the core compiled by another compiler counts as another one.
    """
    digest = hashlib.blake2b(digest_size=6)
    for package in (games, agents, native):
        for folder in map(Path, package.__path__):
            for path in sorted(folder.rglob("*")):
                if path.name.endswith(_SUFFIXES):
                    name = f"{package.__name__}/{path.relative_to(folder).as_posix()}"
                    digest.update(hashlib.blake2b(name.encode() + path.read_bytes()).digest())
    return f"{version('vorhand')}+{digest.hexdigest()}"

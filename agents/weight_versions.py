"""The versions of the fitted files that agents use, so that papers can cite them."""

from pathlib import Path
from typing import TypeAlias

from vorhand.agents.own_files import digest_of
from vorhand.agents.provenance import FOLDER, read_manifest
from vorhand.agents.registry import Agent, parts_of
from vorhand.agents.spec import Spec

Versions: TypeAlias = dict[str, int]
"""Versions of files, keyed by name, or by path where a spec names the file."""


def weights_of(spec: Spec | str, game: str | None = None) -> Versions:
    """Return the versions of all fitted files that an agent may use.

    Raises:
        SpecError, AgentError: as `vorhand.agents.check`.
        TextError: the manifest beside a file that the spec names cannot be read.
    """
    found: Versions = {}
    for entry, arguments in parts_of(spec, game):
        if entry.fitted and (file := arguments.get("file")):
            found[str(Path(file))] = _version(Path(file))
        else:
            found |= shipped(entry)
    return dict(sorted(found.items()))


def digests_of_files(spec: Spec | str, game: str | None = None) -> dict[str, str]:
    """Return a digest of each existing file that a spec names with a parameter `file`, by path.

    Raises:
        SpecError, AgentError: as `vorhand.agents.check`.
    """
    named = (arguments.get("file") for _, arguments in parts_of(spec, game))
    files = sorted({file for file in named if isinstance(file, str) and Path(file).is_file()})
    return {file: digest_of(Path(file)) for file in files}


def shipped(entry: Agent) -> Versions:
    """Return the versions of the shipped files that an entry may use by itself."""
    return {name: _version(FOLDER / name) for name in entry.fitted}


def _version(path: Path) -> int:
    """Return the version in the manifest beside a file; 1 if none is given."""
    version: int = read_manifest(path.parent).get(path.name, {}).get("version", 1)
    return version

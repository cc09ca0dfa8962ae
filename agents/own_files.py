"""Agents and parts from Python files that belong to no package."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import sys
import traceback
from pathlib import Path

from vorhand.agents.parameters import AgentError

OWN_FILES = "VORHAND_IMPORT"
"""Environment variable: paths of the files, divided as in PATH; processes inherit it."""


def import_own_files() -> None:
    """Imports all that the environment names."""
    for path in filter(None, os.environ.get(OWN_FILES, "").split(os.pathsep)):
        import_file(Path(path))


def digests() -> dict[str, str]:
    """A digest of each file that the environment names, by its name: a match is also of these."""
    paths = map(Path, filter(None, os.environ.get(OWN_FILES, "").split(os.pathsep)))
    return {
        path.name: hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest() for path in paths
    }


@functools.cache
def import_file(path: Path) -> None:
    """Runs a file, which registers what it has by the usual decorators.

    Raises:
        AgentError: there is no such file, or it fails; says in which line.
    """
    if not path.is_file():
        raise AgentError(f"{path}: there is no such file; expected one in Python")
    name = f"vorhand_own_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise AgentError(f"{path}: expected a name that ends in .py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        lines = [
            c.lineno for c in traceback.extract_tb(error.__traceback__) if c.filename == str(path)
        ]
        place = f", line {lines[-1]}" if lines else ""
        raise AgentError(f"{path}{place}: {type(error).__name__}: {error}") from error

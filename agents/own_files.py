"""Agents and parts in the user's own Python files, which belong to no package."""

import functools
import hashlib
import importlib.util
import os
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

from vorhand.agents.parameters import AgentError
from vorhand.agents.plugin_errors import PlugInError, describe
from vorhand.native.errors import VorhandError

OWN_FILES = "VORHAND_IMPORT"
"""Environment variable with the files' paths, separated as in PATH; child processes inherit it."""


_LOCK = threading.RLock()
_UNDERWAY: set[Path] = set()


def import_own_files() -> None:
    """Import all files that the environment names, except those being imported already.

    Raises:
        PlugInError: a file is missing or fails. It is not an `AgentError`, since the text of an
            `AgentError` may be sent to remote peers, who must not see the path.
    """
    with _LOCK:
        for path in _named():
            if path not in _UNDERWAY:  # a file that is being imported may itself look up an entry
                try:
                    import_file(path)
                except AgentError as error:
                    raise PlugInError(str(error)) from error


def digests() -> dict[str, str]:
    """Return a digest of each file that the environment names, to identify the agents of a match.

    Files of the same name are listed with as many parent folders as distinguish them.
    """
    paths = list(dict.fromkeys(_named()))
    return {_distinct_name(path, paths): digest_of(path) for path in paths}


def digest_of(path: Path) -> str:
    """Return a digest of a file's content."""
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()


def _named() -> list[Path]:
    paths = os.environ.get(OWN_FILES, "").split(os.pathsep)
    return [Path(path).resolve() for path in paths if path]


def _distinct_name(path: Path, paths: Iterable[Path]) -> str:
    others = [other.parts for other in paths if other != path]
    for count in range(1, len(path.parts)):
        tail = path.parts[-count:]
        if tail not in [parts[-count:] for parts in others]:
            return "/".join(tail)
    return str(path)


@functools.cache
def import_file(path: Path) -> None:
    """Run a file, which registers its agents and parts by the usual decorators.

    Raises:
        AgentError: there is no such file, or it makes an invalid registration.
        PlugInError: the file fails; the message shows where.
    """
    if not path.is_file():
        raise AgentError(f"{path}: there is no such file; expected one in Python")
    digest = hashlib.blake2b(os.fsencode(path), digest_size=4).hexdigest()
    name = f"vorhand_own_{path.stem}_{digest}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise AgentError(f"{path}: expected a name that ends in .py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    _UNDERWAY.add(path)
    try:
        spec.loader.exec_module(module)
    except VorhandError as error:
        raise AgentError(f"{path}: {error}") from error
    except Exception as error:
        raise PlugInError(f"{path}: {describe(error)}") from error
    finally:
        _UNDERWAY.discard(path)

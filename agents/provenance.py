"""The specs and the fitted files that this process has used, for the headers of journals.

A process caches the files that it has loaded, so a journal may also list files of an earlier job.
"""

import functools
import hashlib
from pathlib import Path
from typing import Any, NamedTuple

from vorhand import native
from vorhand.games.texts import json_object
from vorhand.native import fitted

FOLDER = Path(native.__file__).parent / "weights"
"""The folder of the fitted numbers; some of them are also compiled into the core."""
MANIFEST = "manifest.json"

_LONGEST = 400  # maximum characters of a spec; longer specs contain tables of numbers
_SPECS: set[str] = set()
_FILES: dict[str, str] = {}


class Used(NamedTuple):
    """Specs of agents and parts of agents, and the digests of fitted files by name or path."""

    specs: frozenset[str]
    weights: dict[str, str]


def used() -> Used:
    """Return everything that this process has used so far."""
    return Used(frozenset(_SPECS), {**{name: _compiled(name) for name in fitted.used()}, **_FILES})


def note_spec(spec: object) -> None:
    """Record the spec of an agent or part that is not part of another spec, unless it is long."""
    if len(text := str(spec)) <= _LONGEST:
        _SPECS.add(text)


def note_file(path: Path, content: bytes) -> None:
    """Record a file of fitted numbers: by its name if it is shipped, otherwise by its path."""
    _FILES[path.name if path.parent == FOLDER else str(path.resolve())] = _digest(content)


def weights_now(name: str) -> str:
    """Return the digest of the current version of a fitted file; "missing" if there is none."""
    if name in fitted.files():
        return _compiled(name)
    path = FOLDER / name
    return _digest(path.read_bytes()) if path.is_file() else "missing"


@functools.cache
def _compiled(name: str) -> str:
    return _digest(fitted.read(name))


def read_manifest(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of a folder's manifest by file; empty if there is none."""
    path = folder / MANIFEST
    return json_object(path.read_text("utf-8")) if path.exists() else {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]

"""The version of the code, for logs and journals, so that no run mixes versions that differ.

The present code may continue a run of other code if it gives the same results: some parts of the
run, drawn at random, are repeated and compared. So only a change that affects the measured quantity
invalidates a long run.
"""

import functools
import hashlib
import importlib.machinery
import platform
import random
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from vorhand import agents, evaluation, games, native

_DONE_AGAIN = 5
_PACKAGES = ("open_spiel", "numpy")
_ONLY_IF_IMPORTED = ("torch",)
_SUFFIXES = (".py", ".json", *importlib.machinery.EXTENSION_SUFFIXES)


@functools.cache
def code_version() -> str:
    """Return the package's version and a digest of the code and tables behind games and figures.

    A change to any of these may change a result with the same seed. The digest covers the installed
    files, so the core compiled by another compiler counts as another version.
    """
    digest = hashlib.blake2b(digest_size=6)
    for package in (native, games, agents, evaluation):
        for folder in map(Path, package.__path__):
            for path in sorted(folder.rglob("*")):
                if path.name.endswith(_SUFFIXES):
                    name = f"{package.__name__}/{path.relative_to(folder).as_posix()}"
                    digest.update(hashlib.blake2b(name.encode() + path.read_bytes()).digest())
    return f"{version('vorhand')}+{digest.hexdigest()}"


def package_versions() -> dict[str, str]:
    """Return the versions of Python and of the packages on which results may depend.

    A package that only some agents need is listed if this process has imported it.
    """
    imported = [name for name in _ONLY_IF_IMPORTED if name in sys.modules]
    packages = {name: version(name) for name in (*_PACKAGES, *imported)}
    return {"python": platform.python_version(), **packages}


@functools.cache
def code_commit() -> str | None:
    """Return the commit of the source tree, "-dirty" if files differ from it; None outside one."""
    root = Path(evaluation.__path__[0]).resolve().parent
    command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12"]
    if not (root / ".git").exists():
        return None
    try:
        done = subprocess.run(
            [*command, "--exclude=*"], capture_output=True, text=True, check=True, timeout=60
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


def done_again(count: int) -> list[int]:
    """Return the parts of a run, out of ``count``, to repeat before other code continues it."""
    return sorted(random.Random(code_version()).sample(range(count), min(count, _DONE_AGAIN)))

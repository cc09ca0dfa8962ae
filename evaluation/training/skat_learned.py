"""Digests of the fitted files that a training depends on."""

import hashlib

from vorhand.agents.provenance import FOLDER
from vorhand.native import fitted


def learned(*files: str) -> str:
    """Return a digest of shipped files; a job that contains it is repeated when they change."""
    return hashlib.sha256(b"".join(map(_read, files))).hexdigest()[:12]


def _read(file: str) -> bytes:
    """Return a file's bytes: networks are in the folder, other files in the compiled core."""
    return (FOLDER / file).read_bytes() if file.endswith(".npz") else fitted.read(file)

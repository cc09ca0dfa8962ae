"""The fitted numbers: files, manifest, and what is compiled in."""

import hashlib
import json
import math
from pathlib import Path

import numpy as np
import pytest

from vorhand import native
from vorhand.native import fitted

FOLDER = Path(native.__file__).parent / "weights"
MANIFEST = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
READ = sorted(name for name in MANIFEST if name.endswith(".npz"))  # files that are loaded on demand
COMPILED_IN = sorted(set(MANIFEST) - set(READ))
MOST_READ = 8_000_000  # maximum bytes of all networks together


def test_the_manifest_speaks_of_the_files_that_are_compiled_in() -> None:
    assert sorted(fitted.files()) == COMPILED_IN
    in_folder = {path.name for path in FOLDER.iterdir() if path.is_file()}
    assert in_folder == {*MANIFEST, "manifest.json"}


@pytest.mark.parametrize("name", COMPILED_IN)
def test_what_is_compiled_in_is_the_file_of_the_manifest(name: str) -> None:
    content = (FOLDER / name).read_bytes()
    assert fitted.read(name) == content, "the core is older than the file: build it"
    assert hashlib.sha256(content).hexdigest() == MANIFEST[name]["sha256"]


@pytest.mark.parametrize("name", READ)
def test_what_is_read_is_the_file_of_the_manifest(name: str) -> None:
    entry, content = MANIFEST[name], (FOLDER / name).read_bytes()
    assert hashlib.sha256(content).hexdigest() == entry["sha256"]
    assert entry["command"].startswith("vorhand train ")
    with np.load(FOLDER / name) as arrays:
        numbers = [arrays[part] for part in arrays.files]
    assert {part.dtype.name for part in numbers} == {entry["numbers"]}
    assert [sum(part.size for part in numbers)] == entry["shape"]
    assert sum((FOLDER / name).stat().st_size for name in READ) < MOST_READ


@pytest.mark.parametrize("name", COMPILED_IN)
def test_shapes(name: str) -> None:
    entry, content = MANIFEST[name], fitted.read(name)
    assert entry["command"].startswith("vorhand train ")
    assert f"--seed {entry['seed']}" in entry["command"]
    shape = entry["shape"]
    if entry["numbers"] in ("int8", "int16"):
        assert len(content) == math.prod(shape) * (1 if entry["numbers"] == "int8" else 2)
    elif name.endswith(".tsv"):
        lines = [line.split("\t") for line in content.decode().splitlines()]
        assert len(lines) == shape[0] + 1
        assert len({len(line) for line in lines}) == 1
        names = len(lines[0]) - shape[1]
        assert len({tuple(line[:names]) for line in lines}) == len(lines)
        for line in lines[1:]:
            assert all(math.isfinite(float(cell)) for cell in line[names:] if cell)
    else:
        assert len(json.loads(content)["values"]) == math.prod(shape)


def test_an_unknown_file_is_refused() -> None:
    with pytest.raises(ValueError, match=r"weights other\.bin: no such file, expected one of bid_"):
        fitted.read("other.bin")

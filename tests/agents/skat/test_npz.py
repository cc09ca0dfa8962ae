"""Array files that claim more data than they hold, and invalid manifests."""

import hashlib
import io
import json
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vorhand.agents.skat.beliefs.card_location import NetworkFileError, read_arrays
from vorhand.agents.skat.npz import ArrayFileError, read_npz

ARRAYS = {
    "a": np.arange(6, dtype=np.float32).reshape(2, 3),
    "b": np.array(5),
    "c": np.zeros((0, 4)),
}


def npz(**arrays: Any) -> bytes:
    """Return the bytes of a compressed npz file."""
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def zipped(*members: tuple[str, bytes]) -> bytes:
    """Return the bytes of a zip file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return file.getvalue()


def npy(shape: tuple[int, ...], data: bytes = b"", descr: str = "<f4") -> bytes:
    """Return the bytes of an array whose header claims a shape."""
    file = io.BytesIO()
    header = {"descr": descr, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)
    return file.getvalue() + data


def test_arrays_are_read_as_numpy_does() -> None:
    found = read_npz(npz(**ARRAYS))
    with np.load(io.BytesIO(npz(**ARRAYS))) as file:
        assert list(found) == file.files
        for name in file.files:
            np.testing.assert_array_equal(found[name], file[name])
            assert found[name].dtype == file[name].dtype


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (zipped(("a.npy", npy((10**12,)))), "float32 of shape .* takes 4,000,000,000,000 bytes"),
        (zipped(("a.npy", npy((10**6, 10**6), b"1234"))), "in the 4 bytes that are there"),
        (zipped(("a.npy", npy((1,), b"12345678"))), "takes 4 bytes; expected numbers in the 8"),
        (zipped(("a.npy", npy((1,), b"12345678", "|O"))), "object of shape"),
        (zipped(("a.npy", npy((-1,), b""))), "expected"),
        (zipped(("a.npy", b"text")), "expected arrays in numpy's npz"),
        (b"no zip file", "expected arrays in numpy's npz"),
        (b"", "expected arrays in numpy's npz"),
        (npz(**ARRAYS)[:-30], "expected arrays in numpy's npz"),
        (
            zipped(("a.npy", npy((2**20,), bytes(2**22)))),
            "4,194,432 bytes; expected at most 100,000",
        ),
    ],
)
def test_files_that_are_refused(content: bytes, message: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ArrayFileError, match=message):
            read_npz(content, most=100_000)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_a_member_that_says_it_is_small() -> None:
    """The directory of the zip file may understate the size of a member."""
    content = bytearray(zipped(("a.npy", npy((2**20,), bytes(2**22)))))
    size = (2**22 + 128).to_bytes(4, "little")
    assert content.count(size) >= 1
    lie = bytes(content).replace(size, (500).to_bytes(4, "little"))
    tracemalloc.start()
    try:
        with pytest.raises(ArrayFileError):
            read_npz(lie, most=100_000)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_there_twice() -> None:
    member = ("a.npy", npy((1,), b"1234"))
    for other in ("a.npy", "a"):  # NumPy's suffix is not part of an array's name
        with pytest.raises(ArrayFileError, match=r"'a' is there twice"):
            read_npz(zipped(member, (other, npy((1,), b"4321"))))


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        ("[]", "expected a JSON object"),
        ('["nets.npz"]', "expected a JSON object"),
        ("3", "expected a JSON object"),
        ('{"nets.npz": []}', "does not speak of it"),
        ('{"nets.npz": "x"}', "does not speak of it"),
        ("{}", "does not speak of it"),
        ('{"nets.npz": {"sha256": 5}}', "its manifest expects 5"),
        ('{"nets.npz": {}, "nets.npz": {}}', "is there twice"),
        ("[" * 100_000, "nested too deep"),
        ("{", "expected a file of networks and its manifest"),
    ],
)
def test_manifests_that_are_refused(tmp_path: Path, manifest: str, message: str) -> None:
    path = tmp_path / "nets.npz"
    path.write_bytes(npz(**ARRAYS))
    (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(NetworkFileError, match=message):
        read_arrays(path)


def test_a_file_with_its_manifest(tmp_path: Path) -> None:
    path, content = tmp_path / "nets.npz", npz(**ARRAYS)
    path.write_bytes(content)
    entry = {"sha256": hashlib.sha256(content).hexdigest()}
    (tmp_path / "manifest.json").write_text(json.dumps({"nets.npz": entry}))
    assert read_arrays(path).keys() == ARRAYS.keys()

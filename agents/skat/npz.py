"""A reader of arrays in npz files from unknown sources, with limits.

Memory is allocated only after the sizes in the headers of the file have been checked.
"""

import io
import math
import zipfile
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from vorhand.native.errors import InputError

MOST_BYTES = 1 << 30
"""Limit on the bytes of all arrays of a file; each shipped file takes less than a hundredth."""
_HEADER = 1 << 14  # maximum bytes of a header
# raised by damaged files and for unsupported features of zip
_DAMAGED = (
    *(ValueError, OSError, EOFError, zipfile.BadZipFile, zlib.error),
    *(NotImplementedError, RuntimeError, SyntaxError),
)

Arrays = dict[str, npt.NDArray[Any]]


class ArrayFileError(InputError):
    """A file that holds no valid arrays, an array twice, or more than the limits allow."""


def read_npz(content: bytes, most: int = MOST_BYTES) -> Arrays:
    """Return the named arrays in the bytes of an npz file.

    Raises:
        ArrayFileError: the file holds no valid arrays, arrays above the limit, or a name twice.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            members = file.infolist()
            _check_sizes(members, most)
            return {_name(info): _array(file, info) for info in members}
    except ArrayFileError:
        raise
    except _DAMAGED as error:
        raise ArrayFileError(f"expected arrays in numpy's npz: {error}") from error


def _check_sizes(members: list[zipfile.ZipInfo], most: int) -> None:
    names = [_name(info) for info in members]
    if len(set(names)) < len(names):
        twice = next(name for k, name in enumerate(names) if name in names[:k])
        raise ArrayFileError(f"{twice!r} is there twice; expected each array once")
    size = sum(info.file_size for info in members)
    if size > most:
        raise ArrayFileError(f"arrays of {size:,} bytes; expected at most {most:,}")


def _name(member: zipfile.ZipInfo) -> str:
    return member.filename.removesuffix(".npy")


def _array(file: zipfile.ZipFile, info: zipfile.ZipInfo) -> npt.NDArray[Any]:
    """Return one array; raise ArrayFileError unless its shape and data have the same size."""
    with file.open(info) as stream:
        data = stream.read(info.file_size)  # not more, even if the member expands further
    member = io.BytesIO(data)
    version = np.lib.format.read_magic(member)
    read_header = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }.get(version)
    if read_header is None:
        raise ArrayFileError(f"{info.filename}: version {version}; expected 1.0 or 2.0")
    shape, _, dtype = read_header(member, max_header_size=_HEADER)
    expected, there = math.prod(shape) * dtype.itemsize, len(data) - member.tell()
    if dtype.hasobject or expected != there:
        raise ArrayFileError(
            f"{info.filename}: {dtype} of shape {shape}, which takes {expected:,} bytes; expected "
            f"numbers in the {there:,} bytes that are there"
        )
    return np.asarray(np.lib.format.read_array(io.BytesIO(data), allow_pickle=False))

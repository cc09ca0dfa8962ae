"""A file holds its old or its new content, never a part of it."""

from pathlib import Path

import pytest

from vorhand.evaluation.atomic_files import replacing


def test_a_file_is_replaced_once_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "numbers.npz"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"ne")
        assert path.read_bytes() == b"old"
        file.write(b"w")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_after_an_error_the_old_one_is_there(tmp_path: Path) -> None:
    path = tmp_path / "numbers.npz"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), replacing(path) as file:
        file.write(bytes([1 // 0]))
    assert path.read_bytes() == b"old"

"""Trainings: their names, settings, files and manifests."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from vorhand.agents.provenance import read_manifest
from vorhand.evaluation.training import (
    Fitted,
    Training,
    TrainingError,
    names,
    settings_for,
    train,
    training,
)
from vorhand.evaluation.training.framework import Settings, table
from vorhand.evaluation.workers.processes import Workers
from vorhand.native import fitted
from vorhand.tests.native.test_weights import READ

PUZZLES = ("schnapsen.puzzles", "skat.puzzles")  # for people, beside the code that reads them
NOT_SHIPPED = ("null.diagrams", "suit.tables", "grand.tables")  # large, but quickly made


def _run(settings: Settings, seed: int, _workers: Workers, _work: Path) -> list[Fitted]:
    content = np.random.default_rng(seed).bytes(int(settings["bytes"]))
    return [Fitted("some.bin", content, "int8", (len(content),))]


SOME = Training(
    summary="bytes, to nothing",
    files=("some.bin",),
    settings={"bytes": (3, 300), "agent": ("rule", "pimc")},
    seed=7,
    takes="no time",
    run=_run,
    name="some",
)


def test_each_file_that_is_shipped_has_its_training() -> None:
    made = [file for name in names() for file in training(name).files]
    assert sorted(made) == sorted([*fitted.files(), *READ, *PUZZLES, *NOT_SHIPPED])
    assert all(training(name).name == name for name in names())


def test_settings_are_checked() -> None:
    assert settings_for(SOME, "small", {"bytes": "5", "agent": "x"}) == {"bytes": 5, "agent": "x"}
    with pytest.raises(TrainingError, match="some has no setting 'worlds'; it has bytes, agent"):
        settings_for(SOME, "small", {"worlds": "5"})
    for value in ("0", "-1", "1.5", "many"):
        with pytest.raises(TrainingError, match=f"bytes={value}: expected a whole number from 1"):
            settings_for(SOME, "small", {"bytes": value})
    with pytest.raises(TrainingError, match="size 'huge': expected one of small, full"):
        settings_for(SOME, "huge", {})
    with pytest.raises(TrainingError, match="training 'some': expected one of belief, bid-"):
        training("some")


def test_files_and_manifest_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    other = {"other.tsv": {"sha256": "1"}}
    folder.mkdir()
    (folder / "manifest.json").write_text('{"other.tsv": {"sha256": "1"}}')
    settings = settings_for(SOME, "full", {"bytes": "20"})
    assert train(SOME, settings, 4, folder) == [folder / "some.bin"]
    content = (folder / "some.bin").read_bytes()
    assert read_manifest(folder) == other | {
        "some.bin": {
            "version": 1,
            "command": "vorhand train some --size full --seed 4 --set 'bytes=20'",
            "seed": 4,
            "settings": {"bytes": 20, "agent": "pimc"},
            "numbers": "int8",
            "shape": [20],
            "sha256": hashlib.sha256(content).hexdigest(),
        }
    }
    train(SOME, settings, 4, folder)
    assert (folder / "some.bin").read_bytes() == content
    assert read_manifest(folder)["some.bin"]["version"] == 1
    with (folder / "some.bin").open("rb") as opened:
        train(SOME, settings, 5, folder)
        assert opened.read() == content  # readers of the old file keep it
    assert (folder / "some.bin").read_bytes() != content
    assert read_manifest(folder)["some.bin"]["version"] == 2
    assert sorted(path.name for path in folder.iterdir()) == ["manifest.json", "some.bin"]
    with pytest.raises(TrainingError, match="seed -1: expected a whole number from 0"):
        train(SOME, settings, -1, folder)


def test_tables_are_lines_and_tabs() -> None:
    rows = {("a", "b"): np.array([1.234, -0.001]), ("a", "c"): np.array([-12.0])}
    made = table("some.tsv", ["one", "two", "x", "y"], rows, 2)
    assert made.content == b"one\ttwo\tx\ty\na\tb\t1.23\t0.00\na\tc\t-12.00\t\n"
    assert (made.numbers, made.shape) == ("decimal", (2, 2))

"""``vorhand train``."""

import hashlib
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.evaluation.training import names, training


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["train", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_lists_what_there_is() -> None:
    for listed in (run(), run("list")):
        for name in names():
            assert name in listed
            assert all(file in listed for file in training(name).files)
        assert "full takes" in listed


# Settings that make a small run end in seconds.
LESS = {
    "belief": (
        "deals=300",
        "search_deals=3",
        "positions=2000",
        "width=16",
        "depth=1",
    ),
    "reading": ("deals=300", "search_deals=60"),
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", names())
def test_small_runs_write_files_and_manifest(name: str, tmp_path: Path) -> None:
    if name in ("belief", "bidding", "policy", "reading", "schnapsen-policy"):
        pytest.importorskip("torch")  # torch comes with the extra `train`, which CI installs
    less = [part for setting in LESS.get(name, ()) for part in ("--set", setting)]
    told = run(name, *less, "--output", str(tmp_path), "--workers", "1")
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert set(manifest) == set(training(name).files)
    for file, entry in manifest.items():
        path = tmp_path / file
        assert f"written: {path}" in told
        assert hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"]
        seed = training(name).seed
        begins = f"vorhand train {name} --size small --seed {seed}"
        assert entry["command"].startswith(begins)
        assert (entry["command"] == begins) == (name not in LESS)


def test_bad_arguments_are_refused(tmp_path: Path) -> None:
    for arguments, said in (
        (["nothing"], "training 'nothing': expected one of belief, bid-correction, bidding,"),
        (["first-guess", "--set", "positions"], "--set positions: expected name=value"),
        (["first-guess", "--set", "deals=3"], "it has positions, epochs"),
        (["first-guess", "--seed", "-1"], "seed -1: expected a whole number from 0"),
    ):
        with pytest.raises(ValueError, match=said):
            run(*arguments, "--output", str(tmp_path))
    assert not list(tmp_path.iterdir())

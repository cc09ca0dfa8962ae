"""The framework of trainings, and the writing of their files with a manifest.

For each file of fitted numbers ``manifest.json`` holds its version, the command, seed and settings
that made it, the type and shape of its numbers, and the hash of its bytes. The version
increases by one when the content of a file changes.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from vorhand.agents.provenance import MANIFEST, read_manifest
from vorhand.evaluation.atomic_files import replacing
from vorhand.evaluation.sizes import by_size, check_seed, settings_of
from vorhand.evaluation.workers.processes import Workers
from vorhand.native.errors import InputError

Floats: TypeAlias = npt.NDArray[np.float64]

Names = TypeVar("Names", bound=tuple[str, ...])

Settings: TypeAlias = Mapping[str, int | str]
"""The amount of work and the agents: numbers and specs by name."""


class TrainingError(InputError):
    """A training that is unknown, or that cannot be run with these settings."""


@dataclass(frozen=True)
class Fitted:
    """A file made by a training, mostly of fitted numbers."""

    name: str  # name of the file
    content: bytes
    # type of the numbers: int8, int16, uint32 (the lowest byte first), float16 (arrays in numpy's
    # npz) or decimal (written as text); "text" for lines of text
    numbers: str
    shape: tuple[int, ...]  # shape of the numbers; the number of puzzles, for text


@dataclass(frozen=True)
class Training:
    """A command that makes files, mostly of fitted numbers.

    Attributes:
        summary: the fitted quantity and its data.
        files: the files it makes.
        settings: the value of each setting by name: a small one (for a short run) and a full one
            (that of the shipped files), or one value for both.
        seed: the seed of the shipped files.
        takes: duration of a full run, in words.
        run: function from settings, seed, workers and working folder to the files. If it takes
            long, it stores intermediate results in that folder, so that an interrupted run resumes
            and still gives the same numbers.
        folder: function that returns the default folder of its files.
        name: name on the command line, made from the name of the module (see
            `vorhand.evaluation.training`).
    """

    summary: str
    files: tuple[str, ...]
    settings: Mapping[str, int | str | tuple[int, int] | tuple[str, str]]
    seed: int
    takes: str
    run: Callable[[Settings, int, Workers, Path], Sequence[Fitted]]
    folder: Callable[[], Path] = lambda: Path("trained")
    name: str = ""

    @property
    def sizes(self) -> dict[str, dict[str, int | str]]:
        """The settings of the sizes "small" and "full"."""
        return by_size(("small", "full"), self.settings)


def settings_for(training: Training, size: str, changes: Mapping[str, str]) -> Settings:
    """Return the settings of a size, with some of them replaced.

    Raises:
        TrainingError: the size or a setting is unknown, or a number is not a whole one from 1.
    """
    return settings_of(training.name, training.sizes, size, changes, TrainingError)


def train(
    training: Training,
    settings: Settings,
    seed: int,
    folder: Path,
    workers: Workers = 1,
    work: Path | None = None,
) -> list[Path]:
    """Write the files and their entries in the folder's manifest; return the files' paths.

    A long training stores its intermediate results in the folder `work`. The files do not depend on
    the number of workers.

    Raises:
        TrainingError: the seed is negative, or the training cannot be run with these settings.
    """
    check_seed(seed, TrainingError)
    made = training.run(settings, seed, workers, work or folder / "work")
    folder.mkdir(parents=True, exist_ok=True)
    manifest = read_manifest(folder)
    for file in made:
        with replacing(folder / file.name) as whole:
            whole.write(file.content)
        digest, before = hashlib.sha256(file.content).hexdigest(), manifest.get(file.name, {})
        changed = before.get("sha256") != digest
        manifest[file.name] = {
            "version": before.get("version", 0) + changed or 1,
            "command": _command(training, settings, seed),
            "seed": seed,
            "settings": dict(settings),
            "numbers": file.numbers,
            "shape": list(file.shape),
            "sha256": digest,
        }
    text = json.dumps(dict(sorted(manifest.items())), indent=1)
    with replacing(folder / MANIFEST) as whole:
        whole.write(text.encode() + b"\n")
    return [folder / file.name for file in made]


def _command(training: Training, settings: Settings, seed: int) -> str:
    """Return a command that makes the files again: the nearest size, and the changed settings."""

    def differing(size: str) -> dict[str, int | str]:
        of_size = training.sizes[size]
        return {name: value for name, value in settings.items() if of_size[name] != value}

    size = min(sorted(training.sizes), key=lambda name: len(differing(name)))
    changes = (f" --set '{name}={value}'" for name, value in differing(size).items())
    return f"vorhand train {training.name} --size {size} --seed {seed}{''.join(changes)}"


def table(name: str, columns: Sequence[str], rows: Mapping[Names, Floats], digits: int) -> Fitted:
    """Return a TSV file: the names of the columns, then the names of each row and its numbers.

    Columns that hold names come first. A row's last columns may be left out.
    """
    lines = ["\t".join(columns)]
    for names, numbers in rows.items():
        # Adding 0.0 avoids a minus sign before a zero.
        cells = [f"{number:.{digits}f}" for number in np.round(numbers, digits) + 0.0]
        cells += [""] * (len(columns) - len(names) - len(cells))
        lines.append("\t".join([*names, *cells]))
    width = len(columns) - len(next(iter(rows)))
    return Fitted(name, ("\n".join(lines) + "\n").encode(), "decimal", (len(rows), width))

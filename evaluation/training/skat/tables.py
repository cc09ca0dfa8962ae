"""Tables of endings: null games that are lost, and the values of trump games.

Nothing is fitted; the files are too large to ship. If the megabytes are limited, a file of trump
games holds only some splits of its largest positions: those with the highest ratio of their
frequency in games of rule players to the space they take.
"""

import math
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from rich.console import Console

from vorhand.evaluation.training import skat_splits
from vorhand.evaluation.training.framework import Fitted, Settings, Training, TrainingError
from vorhand.evaluation.training.skat_table_index import KINDS, Kind, shapes
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.skat import null_tables
from vorhand.games.skat.table_files import cache_folder
from vorhand.games.skat.trump_tables import file_of
from vorhand.native.studies import NullDiagrams, TrumpRows, TrumpTables

_NULL = "null"
_LEAST_CARDS, _MOST_CARDS = 2, 5
_HANDS = 3
_ALL = "all"
_SHAPE = 4.6  # lower bound of a file's bytes per shape
_WAY = 2  # version of the computation: rows of another version are not reused


@dataclass(frozen=True)
class _Part:
    """The rows of a split, and the file that stores them so that no run repeats the work."""

    kind: str
    split: tuple[int, ...]
    most: int
    path: Path


@cache
def _rows(kind: str) -> TrumpRows:
    """Return this process's solver of a kind of game; it caches results of smaller endings."""
    return TrumpRows(kind)


def _work_out(part: _Part) -> Path:
    if not part.path.exists():
        keys, functions = _rows(part.kind).of(part.split, part.most)
        beside = part.path.with_suffix(".tmp.npz")
        np.savez_compressed(beside, keys=keys, functions=functions)
        beside.replace(part.path)
    return part.path


def _parts(kind: str, splits: Iterable[skat_splits.Split], most: int, work: Path) -> list[_Part]:
    names = ((split, "-".join(map(str, split))) for split in splits)
    return [
        _Part(kind, split, most, work / f"{kind}-{name}-{most}-{_WAY}.npz") for split, name in names
    ]


def _trump_words(kind: Kind, settings: Settings, workers: Workers, work: Path) -> np.ndarray:
    """Return the words of a file, with as many splits of the largest positions as fit."""
    cards, most = int(settings["trump_cards"]), int(settings["sets"])
    megabytes = str(settings["megabytes"])
    limited = megabytes != _ALL
    if limited and not (megabytes.isdecimal() and int(megabytes)):
        raise TrainingError(f"megabytes={megabytes}: expected a whole number from 1, or {_ALL}")
    room = int(megabytes) * 1e6 if limited else math.inf
    if not _LEAST_CARDS <= cards <= _MOST_CARDS:
        raise TrainingError(f"trump_cards={cards}: expected {_LEAST_CARDS} to {_MOST_CARDS}")
    if room < _SHAPE * sum(shapes(kind, n) for n in range(_LEAST_CARDS, cards)):
        raise TrainingError(f"megabytes={megabytes}: no room for {cards} cards a hand")
    work.mkdir(parents=True, exist_ok=True)
    smaller = [split for n in range(_LEAST_CARDS, cards) for split in skat_splits.of(kind, n)]
    largest = (skat_splits.most_met_first if limited else skat_splits.of)(kind, cards)
    keys, functions, held = [], [], []
    parts = _parts(kind, [*smaller, *largest], most, work)
    with closing(ordered_map(_work_out, parts, workers)) as paths:
        for part, path in zip(parts, paths, strict=False):
            with np.load(path) as rows:
                if limited:
                    room -= TrumpTables.bytes_of(rows["functions"])
                    if room < 0:
                        break
                keys.append(rows["keys"])
                functions.append(rows["functions"])
            if sum(part.split) == _HANDS * cards:
                held.append(part.split)
    if not held:
        raise TrainingError(f"megabytes={megabytes}: no room for {cards} cards a hand")
    words = TrumpTables.assemble(kind, cards, np.concatenate(keys), np.concatenate(functions), held)
    return np.asarray(words)


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> Sequence[Fitted]:
    games = str(settings["games"]).split()
    for game in games:
        if game not in (_NULL, *KINDS):
            raise TrainingError(f"games={game}: expected some of {_NULL} {' '.join(KINDS)}")
    made = {}
    if _NULL in games:
        made[null_tables.FILE] = np.asarray(NullDiagrams.build(int(settings["cards"])))
    for kind in (kind for kind in KINDS if kind in games):
        made[file_of(kind)] = words = _trump_words(kind, settings, workers, work)
        tables = TrumpTables(words)
        shares = zip(("left open", "one set", "two sets", "more"), tables.lengths, strict=True)
        listed = ", ".join(f"{count / tables.shapes:.1%} {name}" for name, count in shares)
        Console().print(f"{kind}: of {tables.shapes:,} shapes {listed}")
    return [
        Fitted(name, words.astype("<u4").tobytes(), "uint32", words.shape)
        for name, words in made.items()
    ]


_EVERYTHING: Settings = {"sets": 64, "megabytes": _ALL, "games": " ".join((_NULL, *KINDS))}

TRAINING = Training(
    summary="tables of null and of trump games, from solved positions; kept in the cache folder",
    files=(null_tables.FILE, *map(file_of, KINDS)),
    settings={"cards": (5, 7), "trump_cards": (3, 4), **_EVERYTHING},
    seed=1,
    takes="about 20 minutes of one core",
    run=_run,
    folder=cache_folder,
)

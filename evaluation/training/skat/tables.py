"""Tables of endings: when a null is lost, and what trump games are worth.

Nothing is fitted and nothing is random; the files are too large to ship.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from rich.console import Console

from vorhand.evaluation.training.framework import Fitted, Settings, Training, TrainingError
from vorhand.evaluation.training.skat import table_splits
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.skat import null_tables
from vorhand.games.skat.table_files import cache_folder
from vorhand.games.skat.trump_tables import KINDS, file_of
from vorhand.native.skat_solver import NullDiagrams, TrumpRows, TrumpTables

_NULL = "null"
_LEAST_CARDS, _MOST_CARDS = 2, 5
_HANDS = 3
_NO_LIMIT = 10_000  # megabytes
_SET = (1 << 15) - 1  # in a slot of a file; see trump_tables.hpp
_SOME = 0x32545456  # at the beginning of a file without some splits


@dataclass(frozen=True)
class _Part:
    """The rows of a split, and the file in which they wait for the others."""

    kind: str
    split: tuple[int, ...]
    most: int
    path: Path


@cache
def _rows(kind: str) -> TrumpRows:
    """Keeps what a process has worked out about fewer cards."""
    return TrumpRows(kind)


def _work_out(part: _Part) -> Path:
    if not part.path.exists():
        keys, functions = _rows(part.kind).of(part.split, part.most)
        beside = part.path.with_suffix(".tmp.npz")
        np.savez_compressed(beside, keys=keys, functions=functions)
        beside.replace(part.path)
    return part.path


def _parts(kind: str, splits: Iterable[table_splits.Split], most: int, work: Path) -> list[_Part]:
    names = ((split, "-".join(map(str, split))) for split in splits)
    return [_Part(kind, split, most, work / f"{kind}-{name}-{most}.npz") for split, name in names]


def _trump_words(kind: str, settings: Settings, workers: Workers, work: Path) -> np.ndarray:
    """The words of a file; of the largest positions as many splits as there is room for."""
    cards, most = int(settings["trump_cards"]), int(settings["sets"])
    room, limited = int(settings["megabytes"]) * 1e6, settings["megabytes"] != _NO_LIMIT
    if not _LEAST_CARDS <= cards <= _MOST_CARDS:
        raise TrainingError(f"trump_cards={cards}: expected {_LEAST_CARDS} to {_MOST_CARDS}")
    work.mkdir(parents=True, exist_ok=True)
    smaller = [split for n in range(_LEAST_CARDS, cards) for split in table_splits.of(kind, n)]
    largest = (table_splits.most_met_first if limited else table_splits.of)(kind, cards)
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
        raise TrainingError(f"megabytes={settings['megabytes']}: no room for {cards} cards a hand")
    words = TrumpTables.assemble(kind, cards, np.concatenate(keys), np.concatenate(functions), held)
    return np.asarray(words)


def shares_of(words: np.ndarray) -> dict[str, float]:
    """Of the shapes in a file: by one set, by two, by more, and left open."""
    shapes, slots = words[3:5].tolist()
    begin = 7 + (128 if words[0] == _SOME else 0)
    filled = words[begin : begin + slots]
    filled = filled[filled > 0]
    two = filled[filled >> 31 == 1]
    one = np.count_nonzero((two & _SET) == (two >> 15 & _SET))
    counts = (one, len(two) - one, len(filled) - len(two), shapes - len(filled))
    names = ("one set", "two sets", "more", "left open")
    return {name: count / shapes for name, count in zip(names, counts, strict=True)}


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
        shares = ", ".join(f"{share:.1%} {name}" for name, share in shares_of(words).items())
        Console().print(f"{kind}: of {words[3]:,} shapes {shares}")
    return [
        Fitted(name, words.astype("<u4").tobytes(), "uint32", words.shape)
        for name, words in made.items()
    ]


_EVERYTHING: Settings = {"sets": 64, "megabytes": _NO_LIMIT, "games": " ".join((_NULL, *KINDS))}

TRAINING = Training(
    name="tables",
    summary="tables of null and of trump games, from solved positions; kept in the cache folder",
    files=(null_tables.FILE, *map(file_of, KINDS)),
    sizes={
        "small": {"cards": 5, "trump_cards": 3, **_EVERYTHING},
        "full": {"cards": 7, "trump_cards": 4, **_EVERYTHING},
    },
    seed=1,
    takes="about 20 minutes of one core",
    run=_run,
    folder=cache_folder,
)

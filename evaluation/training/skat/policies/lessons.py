"""Positions to learn a policy from: self-play with deviations, each card valued by a search.

Lessons are made in shards; the bytes of a shard follow from the recipe and its number, so any
number of workers makes the same, and an interrupted work goes on where it stopped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from rich.progress import track

from vorhand.agents.skat.card_location import KINDS, Arrays, file_name, shipped
from vorhand.agents.skat.policy_networks import policy_of
from vorhand.evaluation.training.skat_learned import learned
from vorhand.evaluation.whole_files import replacing
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.native.skat_card_location import CardLocations
from vorhand.native.skat_monte_carlo import Player
from vorhand.native.skat_policy import ROWS, lessons

SHARD = 1000
"""Deals in a shard."""

TRUTH = "truth"

Nets: TypeAlias = Arrays | None
"""The networks of a policy by name; None: the rule player."""


@dataclass(frozen=True)
class Recipe:
    """How lessons are made.

    Attributes:
        deals: how many.
        seed: of the deals.
        share: the percentage of turns that are kept: those of one deal are alike.
        teacher: ``playouts`` by the player itself, ``open hands``, ``both``, or ``none``.
        belief: where cards are valued: ``truth``, as they lie, a fair draw from what a player
            should believe; or in worlds drawn by ``bdci``, ``bdi`` or ``uniform``.
        worlds: how many of these.
        temperature: of a policy that plays; its playouts take the best card.
    """

    deals: int
    seed: int
    share: int = 40
    teacher: str = "playouts"
    belief: str = TRUTH
    worlds: int = 1
    temperature: float = 1.0


class Lessons(NamedTuple):
    """Positions of one network, a row each; cards as the network names them.

    Attributes:
        rows: int16 [n, most], what is seen, filled up with `ROWS`.
        worth: int16 [n, 32], see `vorhand.native.skat_policy.lessons`.
        deal: uint32 [n], its number.
    """

    rows: npt.NDArray[np.int16]
    worth: npt.NDArray[np.int16]
    deal: npt.NDArray[np.uint32]

    def at(self, chosen: Any) -> Lessons:
        """Some of them, as numpy indexes rows."""
        return Lessons(*(column[chosen] for column in self))


@dataclass(frozen=True)
class _Job:
    recipe: Recipe
    nets: Nets
    first: int
    count: int
    path: Path


def make_lessons(recipe: Recipe, nets: Nets, folder: Path, workers: Workers = 1) -> list[Path]:
    """The shards of lessons; those that are there are left as they are.

    Args:
        recipe: how they are made.
        nets: who plays, and plays out.
        folder: for the shards of all recipes.
        workers: who makes them; they change no number.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = _digest(recipe, nets)
    jobs = []
    for first in range(0, recipe.deals, SHARD):
        count = min(SHARD, recipe.deals - first)
        jobs.append(_Job(recipe, nets, first, count, folder / f"{name}-{first}-{count}.npz"))
    missing = [job for job in jobs if not job.path.exists()]
    made = ordered_map(_make, missing, workers)
    for _ in track(made, "lessons", len(missing), transient=True):
        pass
    return [job.path for job in jobs]


def _digest(recipe: Recipe, nets: Nets) -> str:
    digest = hashlib.sha256(repr((recipe.__dict__ | {"deals": 0}, SHARD)).encode())
    for key in sorted(nets or ()):
        assert nets is not None
        digest.update(np.ascontiguousarray(nets[key]).tobytes())
    if recipe.belief in KINDS:
        digest.update(learned(file_name(recipe.belief)).encode())
    return digest.hexdigest()[:12]


def _make(job: _Job) -> Path:
    """Makes a shard; it is whole or not there."""
    recipe = job.recipe
    player = playout = Player.rule()
    if job.nets is not None:
        policy = policy_of(job.nets)
        player, playout = policy.player(recipe.temperature), policy.player()
    belief: CardLocations | None = None
    if recipe.belief not in (TRUTH, "uniform"):
        belief = shipped(recipe.belief)
    found = lessons(
        job.count,
        recipe.seed,
        job.first,
        recipe.share,
        player,
        playout,
        recipe.teacher,
        0 if recipe.belief == TRUTH else recipe.worlds,
        belief,
    )
    names = ("net", "size", "rows", "worth", "deal")
    named: dict[str, Any] = {k: np.asarray(v) for k, v in zip(names, found, strict=True)}
    with replacing(job.path) as file:
        np.savez(file, **named)
    return job.path


def read_lessons(paths: Sequence[Path], net: int) -> Lessons:
    """The lessons of one network in some shards."""
    parts = []
    for path in paths:
        with np.load(path) as shard:
            mine = shard["net"] == net
            rows = padded(shard["rows"], shard["size"], mine)
            parts.append(Lessons(rows, *(shard[k][mine] for k in ("worth", "deal"))))
    wide = [
        part._replace(rows=rows)
        for part, rows in zip(parts, of_one_width([part.rows for part in parts]), strict=True)
    ]
    return Lessons(*map(np.concatenate, zip(*wide, strict=True)))


def padded(
    rows: npt.NDArray[Any], sizes: npt.NDArray[Any], chosen: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int16]:
    """What is seen in some positions [n, most], filled up with `ROWS`.

    Args:
        rows: of all positions, one after another.
        sizes: how many each position has.
        chosen: whether a position is one of the n, for each.
    """
    many = sizes.astype(np.int64)
    columns = np.arange(int(many.max(initial=1)))
    filled = np.full((int(chosen.sum()), len(columns)), ROWS, np.int16)
    filled[columns < many[chosen][:, None]] = rows[np.repeat(chosen, many)]
    return filled


def of_one_width(parts: Sequence[npt.NDArray[np.int16]]) -> list[npt.NDArray[np.int16]]:
    """Rows that were `padded` apart, filled up to the widest."""
    most = max(part.shape[1] for part in parts)
    return [
        np.pad(part, ((0, 0), (0, most - part.shape[1])), constant_values=ROWS) for part in parts
    ]

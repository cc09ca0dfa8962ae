"""Training positions of a policy: self-play with deviations, and a value of each legal card.

Lessons are made in shards. The bytes of a shard follow from the recipe and its number, so
they do not depend on the number of workers, and interrupted work resumes where it stopped.
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

from vorhand.agents.skat.beliefs.card_location import KINDS, Arrays, file_name, shipped
from vorhand.agents.skat.policy_networks import policy_of
from vorhand.evaluation.atomic_files import replacing
from vorhand.evaluation.training.skat_learned import learned
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.native.skat_card_location import CardLocations
from vorhand.native.skat_monte_carlo import Player
from vorhand.native.skat_policy import ROWS, lessons

SHARD = 1000
"""The number of deals in a shard."""

TRUTH = "truth"

Nets: TypeAlias = Arrays | None
"""The networks of a policy by name; None: the rule player."""


@dataclass(frozen=True)
class Recipe:
    """The recipe of lessons."""

    deals: int  # number of deals
    seed: int  # seed of the deals
    share: int = 40  # percentage of the turns that are kept: turns of one deal are similar
    # ``playouts`` by the player itself, ``open hands``, ``both``, or ``none``
    teacher: str = "playouts"
    # the worlds in which cards are valued: ``truth``, the true world, which is an unbiased
    # draw from the correct belief; or worlds drawn by ``bdci``, ``bdi`` or ``uniform``
    belief: str = TRUTH
    worlds: int = 1  # number of drawn worlds
    temperature: float = 1.0  # of a policy in play; in playouts the policy takes the best card


class Lessons(NamedTuple):
    """Positions of one network, one row each; cards in the network's numbering."""

    rows: npt.NDArray[np.int16]  # [n, most], active inputs, padded with `ROWS`
    worth: npt.NDArray[np.int16]  # [n, 32], see `vorhand.native.skat_policy.lessons`
    deal: npt.NDArray[np.uint32]  # [n], the number of the deal

    def at(self, chosen: Any) -> Lessons:
        """Return the positions that an index of numpy selects."""
        return Lessons(*(column[chosen] for column in self))


@dataclass(frozen=True)
class _Job:
    recipe: Recipe
    nets: Nets
    first: int
    count: int
    path: Path


def make_lessons(recipe: Recipe, nets: Nets, folder: Path, workers: Workers = 1) -> list[Path]:
    """Make the missing shards of lessons; return the paths of all shards."""
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
    """Make a shard; its file is either complete or absent."""
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
    """Return the lessons of one network in some shards."""
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
    """Return the active inputs of the chosen positions [n, most], padded with `ROWS`.

    `rows` holds the inputs of all positions one after another, and `sizes` their numbers.
    """
    many = sizes.astype(np.int64)
    columns = np.arange(int(many.max(initial=1)))
    filled = np.full((int(chosen.sum()), len(columns)), ROWS, np.int16)
    filled[columns < many[chosen][:, None]] = rows[np.repeat(chosen, many)]
    return filled


def of_one_width(parts: Sequence[npt.NDArray[np.int16]]) -> list[npt.NDArray[np.int16]]:
    """Pad all parts to the width of the widest."""
    most = max(part.shape[1] for part in parts)
    return [
        np.pad(part, ((0, 0), (0, most - part.shape[1])), constant_values=ROWS) for part in parts
    ]

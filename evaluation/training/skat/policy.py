"""The training of policy networks for card play from searches (docs/skat-policy.md).

Training has rounds. In the first the rule player, or an initial policy, plays, and values each card
by playouts (by default). In each later round the best policy so far does both, so it learns from a
search with its own playouts. A network without a clear gain on deals held out keeps its numbers
from before the round. A round is kept only if its policy beats the previous one on new deals, with
its interval above 0. Lessons and fitted networks are stored in the working folder, and an
interrupted training resumes from there.
"""

import hashlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from vorhand.agents.provenance import FOLDER
from vorhand.agents.skat.beliefs.card_location import (
    GAME_TYPES,
    Arrays,
    NetworkFileError,
    read_arrays,
)
from vorhand.agents.skat.policy_networks import FILE, PLACES, policy_of
from vorhand.evaluation.atomic_files import replacing
from vorhand.evaluation.sizes import in_parts
from vorhand.evaluation.training.framework import Fitted, Settings, Training, TrainingError
from vorhand.evaluation.training.skat.policies.lessons import (
    TRUTH,
    Nets,
    Recipe,
    make_lessons,
    read_lessons,
)
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.extras import require
from vorhand.native.errors import InvalidPolicyError
from vorhand.native.skat_card_location import Tastes
from vorhand.native.skat_monte_carlo import Player
from vorhand.native.skat_policy import trial

NAMES = tuple(f"{kind}.{place}" for kind in GAME_TYPES for place in PLACES)
HELD_OUT = 8
"""One deal in eight is held out."""

_VERSION = 4  # version of the fitting: rounds of another version are not resumed
_RATE = 2e-3
_SURE = 1.96
_TRIAL_SEED = 1_000_000
_TRIAL_DEALS = 250  # deals per job


@dataclass(frozen=True)
class _Job:
    """One network of a round; `kept` is the file of its result."""

    name: str
    paths: tuple[Path, ...]
    before: Nets
    settings: Settings
    seed: int
    kept: Path


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> list[Fitted]:
    require("torch")
    if settings["search"] not in ("playouts", "open hands", "both"):
        raise TrainingError(f"search={settings['search']}: expected playouts, open hands or both")
    unknown = set(_chosen(settings)) - set(NAMES)
    if unknown:
        raise TrainingError(f"networks={min(unknown)}: expected all, or some of {', '.join(NAMES)}")
    _check_device(str(settings["device"]))
    if settings["belief"] not in (TRUTH, "uniform", "bdi", "bdci"):
        raise TrainingError(f"belief={settings['belief']}: expected truth, uniform, bdi or bdci")
    nets = _beginning(str(settings["begin"]))
    for number in range(int(settings["rounds"])):
        nets = _round(nets, number, settings, seed, workers, work / "policy")
    if nets is None:  # no network has beaten the rule player
        nets = _rule_player()
    count = sum(part.size for part in nets.values())
    return [Fitted(FILE, packed(nets), "int16", (count,))]


def _beginning(name: str) -> Nets:
    """Return the networks that play in the first round and in its playouts; None: rule players."""
    if name == "rule":
        return None
    try:
        nets = read_arrays(FOLDER / FILE if name == "shipped" else Path(name))
        policy_of(nets)
    except (NetworkFileError, KeyError, InvalidPolicyError) as error:
        expected = "expected rule, shipped or a file of policy networks"
        raise TrainingError(f"begin={name}: {expected}: {error}") from error
    for part, numbers in _rule_player().items():
        if nets[part].shape != numbers.shape:
            raise TrainingError(
                f"begin={name}: {part} has the shape {nets[part].shape}, "
                f"expected {numbers.shape}, as of the networks that are trained"
            )
    return nets


def _check_device(name: str) -> None:
    """Raise TrainingError for a device that PyTorch cannot use here."""
    import torch

    try:
        torch.zeros(1, device=name).cpu()
    except (RuntimeError, AssertionError) as error:
        reason = str(error).partition("\n")[0][:100]
        expected = "expected cpu, or cuda where there is one"
        raise TrainingError(f"device={name}: {expected}: {reason}") from error


def _chosen(settings: Settings) -> tuple[str, ...]:
    """Return the names of the networks that are fitted; the others stay unchanged."""
    names = str(settings["networks"])
    return NAMES if names == "all" else tuple(names.split(","))


def _round(
    nets: Nets, number: int, settings: Settings, seed: int, workers: Workers, work: Path
) -> Nets:
    """Return the networks after a round: new ones if they beat the previous ones."""
    recipe = Recipe(
        deals=int(settings["deals"]),
        seed=seed + number,
        teacher=str(settings["search"]),
        belief=str(settings["belief"]),
        worlds=int(settings["worlds"]),
        temperature=int(settings["exploration"]) / 100,
    )
    digest = _digest(settings, seed, number, nets)
    done = work / f"round-{number}-{digest}.npz"
    if not done.exists():
        paths = tuple(make_lessons(recipe, nets, work / "lessons", workers))
        jobs = [
            _Job(name, paths, nets, settings, seed + number, done.with_suffix(f".{name}.npz"))
            for name in _chosen(settings)
        ]
        made = dict(nets) if nets is not None else _rule_player()
        for arrays in ordered_map(_fitted, jobs, workers):
            made.update(arrays)
        _keep(made, done)
        for job in jobs:
            job.kept.unlink()
    new = _kept(done)
    margin, error = tried(new, nets, int(settings["trial"]), seed + _TRIAL_SEED, workers)
    better = margin - _SURE * error > 0
    Console().print(
        f"round {number + 1}: {margin:+.2f} (+- {_SURE * error:.2f}) points a pair game against "
        f"{'the rule player' if nets is None else 'the round before'}"
        f"{'' if better else ': left as it was'}"
    )
    return new if better else nets


def _rule_player() -> dict[str, npt.NDArray[Any]]:
    """Return the networks of a policy that has learned nothing."""
    from vorhand.evaluation.training.skat.policies import learning

    start = learning.PolicyNet()
    return {part: numbers for name in NAMES for part, numbers in start.arrays(name).items()}


def _digest(settings: Settings, seed: int, number: int, nets: Nets) -> str:
    """Return a digest of a round's settings, seed, number and previous networks."""
    counted = {k: v for k, v in settings.items() if k not in ("rounds", "begin", "trial")}
    digest = hashlib.sha256(json.dumps([_VERSION, counted, seed, number]).encode())
    digest.update(packed(nets) if nets else b"")
    return digest.hexdigest()[:12]


def _fitted(job: _Job) -> Arrays:
    """Return a network from its file if that exists; otherwise fit it and write the file."""
    if not job.kept.exists():
        _keep(_fit(job), job.kept)
    return _kept(job.kept)


def _keep(nets: Arrays, path: Path) -> None:
    with replacing(path) as file:
        file.write(packed(nets))


def _kept(path: Path) -> Arrays:
    with np.load(path) as stored:
        return {name: stored[name] for name in stored.files}


def _fit(job: _Job) -> dict[str, npt.NDArray[np.int16]]:
    """Fit one network; return the previous one unless the gain on deals held out is clear."""
    from vorhand.evaluation.training.skat.policies import learning

    lessons = read_lessons(job.paths, NAMES.index(job.name))
    held = lessons.deal % HELD_OUT == 0
    learned = lessons.at(~held)
    before = learning.PolicyNet()
    if job.before is not None:
        before.begin_with(job.before, job.name)
    batch, temperature = int(job.settings["batch"]), float(job.settings["temperature"])
    steps = int(job.settings["passes"]) * len(learned.deal) // batch
    device = str(job.settings["device"])
    task = learning.Task(job.name, steps, _RATE, temperature, job.seed, batch, device)
    net, curve = learning.fit(task, learned, lessons.at(held), before)
    net.insist_on(int(job.settings["margin"]) / task.temperature)
    mean, error = learning.gain(net, before, lessons.at(held))
    kept = mean - _SURE * error > 0
    table = Table(title=f"{job.name}: {len(learned.deal):,} positions", title_justify="left")
    table.add_column("seen", justify="right")
    table.add_column("points a decision gained, deals held out", justify="right")
    for seen, gained, unsure in curve:
        table.add_row(f"{seen:,}", f"{gained:+.3f} (+- {_SURE * unsure:.3f})")
    few = f"{job.name}: {len(learned.deal):,} positions are too few for a step (batch={batch})"
    Console().print(table if curve else few)
    return (net if kept else before).arrays(job.name)


def tried(
    one: Nets, other: Nets, deals: int, seed: int, workers: Workers = 1
) -> tuple[float, float]:
    """Return one policy's lead over another in points per pair game, and its standard error.

    In each deal each policy is soloist once, against two copies of the other. Its points are its
    score less the mean score of the defenders. None stands for the rule player.
    """
    jobs = [(count, seed, first, one, other) for first, count in in_parts(deals, _TRIAL_DEALS)]
    margins = np.concatenate(list(ordered_map(_tried, jobs, workers)))
    return float(margins.mean()), float(margins.std() / max(1, len(margins) - 1) ** 0.5)


def _tried(job: tuple[int, int, int, Nets, Nets]) -> npt.NDArray[np.float64]:
    deals, seed, first, *nets = job
    players = [Player.rule() if n is None else policy_of(n).player() for n in nets]
    _, alone, against = map(np.asarray, trial(deals, seed, first, Tastes(), *players))
    return np.asarray(alone.astype(np.float64) - against)


def packed(nets: Arrays) -> bytes:
    """Return a file of the networks (numpy's npz); the same networks give the same bytes."""
    content = io.BytesIO()
    named: dict[str, Any] = {name: nets[name] for name in sorted(nets)}
    np.savez_compressed(content, **named)
    return content.getvalue()


TRAINING = Training(
    summary="networks that play Skat's cards at a glance, to searches by playouts",
    files=(FILE,),
    settings={
        "deals": (20_000, 3_000_000),
        "rounds": 2,
        "begin": "rule",
        "search": "playouts",
        "belief": TRUTH,
        "worlds": 1,
        "passes": 4,
        "temperature": 20,
        "margin": (6, 3),
        "exploration": 15,
        "networks": "all",
        "batch": 1024,
        "device": "cpu",
        "trial": (1000, 50_000),
    },
    seed=4,
    takes="two hours of one core, small a minute",
    run=_run,
)

"""The training of card-location networks from played deals (docs/skat-beliefs.md).

The deals are played by rule players, and by agents that search and also bid themselves. Then six
networks are fitted: bdi and bdci, each for suit games, grand and null. Intermediate results (the
deals, the partly fitted networks) are stored in the working folder, and an interrupted training
resumes from there.

With ``begin=shipped`` training starts from the shipped networks and adjusts them a little.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from vorhand.agents.provenance import FOLDER
from vorhand.agents.skat.beliefs.card_location import GAME_TYPES, KINDS, file_name, read_arrays
from vorhand.evaluation.training.framework import Fitted, Settings, Training, TrainingError
from vorhand.evaluation.training.skat.card_location.corpus import (
    MANIFEST,
    Deals,
    Recipe,
    deals_of_records,
    kinds,
    make_corpus,
    read_corpus,
)
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.extras import require

if TYPE_CHECKING:
    from vorhand.evaluation.training.skat.card_location import learning
    from vorhand.evaluation.training.skat.card_location.networks import LocationNet


class _Likings(TypedDict):
    boldness: int
    null: int
    grand: int
    hand: int
    ouvert: int


LIKINGS: _Likings = {"boldness": 20, "null": 25, "grand": 5, "hand": 10, "ouvert": 10}
"""The tastes of the bidders: about a quarter of them overvalue null."""

ERRORS, TIMES = 40, 2
"""The percentage of rule players who make errors, and the number of times each deal is played."""

_KERMIT = "kermit({},sure=false,against=search)"
_SEARCH = ",".join(
    f"pimc(worlds=8,{settings},bidder={bidder})"
    for settings, bidder in (
        ("values=levels,belief=bdci", _KERMIT.format(0.6)),
        ("values=levels,belief=uniform", "rule"),
        ("values=levels,doubt=1.0,belief=by_role", _KERMIT.format(0.5)),
        ("values=levels,doubt=1.0,belief=uniform", _KERMIT.format(0.65)),
        ("doubt=1.0,belief=by_role", _KERMIT.format(0.55)),
        ("doubt=1.0,belief=by_role", "rule"),
    )
)
"""Several kinds of searches: a network fitted to one kind alone is overconfident with another."""
_ANEW, _SHIPPED = "anew", "shipped"  # the possible starting points of networks
_VERSION = 1  # version of the fitting: networks of another version are not resumed
_RULE_SHARD, _SEARCH_SHARD = 5000, 500
_MOST_OFTEN = 4  # maximum mean number of times that a position of a small corpus is drawn
_SEARCH_SEED = 200  # added to the seed of the rule players' deals
_HELD_OUT = 20  # one deal in twenty is held out
_HELD_OUT_POSITIONS = 2000  # maximum from a corpus; also at most a tenth of the training positions
_BDI_PART = 4  # bdi is trained on a quarter of the positions, because it learns fast


@dataclass(frozen=True)
class _Job:
    """One network to be fitted."""

    kind: str  # bdi or bdci
    game_type: str  # suit, grand or null
    # a folder or file of records, the maximum number of deals, and a share in percent, for
    # each corpus
    corpora: tuple[tuple[Path, int, int], ...]
    settings: Settings
    seed: int  # the network's seed
    work: Path  # folder for checkpoints and ONNX


class _Fit(NamedTuple):
    """A fitted network."""

    net: LocationNet
    # points of the learning curve: positions seen, and the gain over the uniform belief on the
    # deals held out
    curve: list[tuple[int, float]]
    held: dict[str, tuple[float, float]]  # the final gain by corpus, with half of its 95% interval


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> list[Fitted]:
    for module in ("torch", "onnx"):
        require(module)
    from vorhand.evaluation.training.skat.card_location import networks

    _check_begin(settings, seed)
    deals = corpora(settings, seed, workers, work)
    fits = work / f"networks-{_digest(settings, seed, deals)}"
    (fits / "onnx").mkdir(parents=True, exist_ok=True)
    jobs = [_Job(k, g, deals, settings, seed, fits) for k in reversed(KINDS) for g in GAME_TYPES]
    nets, curves, held = {}, {}, {}
    for job, fit in zip(jobs, ordered_map(_fit, jobs, workers), strict=True):
        name = f"{job.kind}, {job.game_type}"
        nets[job.kind, job.game_type], curves[name], held[name] = fit.net, fit.curve, fit.held
    _print_held_out(held, [path.name for path, _, _ in deals])
    _draw_curves(curves, work / "belief-curves.png")
    Console().print(f"written: {work / 'belief-curves.png'}, ONNX in {fits / 'onnx'}")
    made = []
    for kind in KINDS:
        arrays = networks.arrays({game_type: nets[kind, game_type] for game_type in GAME_TYPES})
        count = sum(part.size for part in arrays.values())
        made.append(Fitted(file_name(kind), networks.packed(arrays), "float16", (count,)))
    return made


def _check_begin(settings: Settings, seed: int) -> None:
    """Raise TrainingError if training cannot start from the networks that the settings name."""
    from vorhand.evaluation.training.skat.card_location import networks

    if settings["begin"] not in (_ANEW, _SHIPPED):
        raise TrainingError(f"begin={settings['begin']}: expected {_ANEW} or {_SHIPPED}")
    for kind in KINDS if settings["begin"] == _SHIPPED else ():
        task = _task(kind, GAME_TYPES[0], settings, seed)
        net = networks.LocationNet(kind == "bdci", task.width, task.depth)
        net.begin_with(read_arrays(FOLDER / file_name(kind)), task.game_type)


def _digest(settings: Settings, seed: int, corpora: Sequence[tuple[Path, int, int]]) -> str:
    """Return a digest of everything that determines the networks; only equal runs are resumed."""
    digest = hashlib.sha256(json.dumps([_VERSION, dict(settings), seed]).encode())
    files = [path / MANIFEST if path.is_dir() else path for path, _, _ in corpora]
    if settings["begin"] == _SHIPPED:
        files += [FOLDER / file_name(kind) for kind in KINDS]
    for path in files:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def corpora(
    settings: Settings, seed: int, workers: Workers, work: Path
) -> tuple[tuple[Path, int, int], ...]:
    """Make the deals that do not exist yet, and print the number of deals by kind of game.

    Return for each corpus a folder or file, the maximum number of deals, and a share in percent.
    """
    many, searched = (int(settings[name]) for name in ("deals", "search_deals"))
    share = min(int(settings["search_share"]), 99)
    rule = Recipe("rule", many, seed, errors=ERRORS, times=TIMES, shard=_RULE_SHARD, **LIKINGS)
    made = [(make_corpus(rule, work / "rule", workers), many, 100 - share)]
    if searched:
        search = Recipe(
            str(settings["search"]), searched, seed + _SEARCH_SEED, shard=_SEARCH_SHARD, whole=True
        )
        made.append((make_corpus(search, work / "search", workers), searched, share))
    if settings["deals_from"]:
        made.append((Path(str(settings["deals_from"])), many, share))
    summary = Table("deals of", "suit", "grand", "null", "of these: hand", "ouvert")
    for path, most, _ in made:
        summary.add_row(path.name, *map(str, kinds(read_deals(path, most)).values()))
    Console().print(summary)
    for path, _, _ in made:
        if not path.is_dir():
            _, unplayed, broken = deals_of_records(path)
            Console().print(f"{path.name}: left out {unplayed} records unplayed, {broken} broken")
    return tuple(made)


def read_deals(path: Path, most: int) -> Deals:
    """Return the deals of a corpus or of a file of records, at most this many."""
    return read_corpus(path, most) if path.is_dir() else deals_of_records(path).deals[:most]


def _fit(job: _Job) -> _Fit:
    from vorhand.evaluation.training.skat.card_location import learning, networks

    rng = np.random.default_rng((job.seed, GAME_TYPES.index(job.game_type)))
    task = _task(job.kind, job.game_type, job.settings, job.seed)
    learned: list[Deals] = []
    held: dict[str, learning.Positions] = {}
    shares: list[float] = []
    for path, most, share in job.corpora:
        deals = learning.of_type(read_deals(path, most), job.game_type)
        out = flags_held_out(deals)
        if out.all():  # some deals must remain to learn from
            Console().print(f"{task.name}: {path.name} has {len(deals)} deals, none held out")
            out[:] = False
        if len(deals):
            learned.append(deals[~out])
            positions = learning.LAST_PLY * len(deals)
            shares.append(min(share, 100 * _MOST_OFTEN * positions / task.positions))
        if out.any():
            number = min(_HELD_OUT_POSITIONS, 1 + task.positions // 10)
            held[path.name] = learning.draw_positions([deals[out]], [1], number, job.kind, rng)
    if not held:
        raise TrainingError(
            f"{sum(map(len, learned))} deals of {job.game_type}: expected some to learn from and "
            "others to hold out; ask for more deals"
        )
    held_out = learning.Positions(
        np.concatenate([part.deals for part in held.values()]),
        np.concatenate([part.plies for part in held.values()]),
    )
    checkpoint = job.work / f"{task.name}.pt"
    begin = read_arrays(FOLDER / file_name(job.kind)) if job.settings["begin"] == _SHIPPED else None
    net, curve = learning.fit(task, learned, shares, held_out, checkpoint, Console().print, begin)
    networks.save_onnx(net, job.work / "onnx" / f"{task.name}.onnx")
    return _Fit(net, curve, {name: _gain(net, part) for name, part in held.items()})


def _gain(net: LocationNet, positions: learning.Positions) -> tuple[float, float]:
    """Return the mean gain over the uniform belief, and half of its 95% interval over deals."""
    from vorhand.evaluation.training.skat.card_location import learning

    gains = learning.gain(net, positions)
    _, deal = np.unique(positions.deals["cards"], axis=0, return_inverse=True)
    of_deal = np.bincount(deal.ravel(), gains - gains.mean())
    return float(gains.mean()), float(1.96 * np.sqrt((of_deal**2).sum()) / len(gains))


def _print_held_out(
    held: Mapping[str, Mapping[str, tuple[float, float]]], names: Sequence[str]
) -> None:
    table = Table("network", *names, title="log of the true world's probability over the uniform")
    for network, gains in held.items():
        cells = [f"{gains[n][0]:+.2f} ± {gains[n][1]:.2f}" if n in gains else "" for n in names]
        table.add_row(network, *cells)
    Console().print(table)


def _task(kind: str, game_type: str, settings: Settings, seed: int) -> learning.Task:
    from vorhand.evaluation.training.skat.card_location import learning

    bdi = kind == "bdi"
    return learning.Task(
        kind,
        game_type,
        int(settings["positions"]) // (_BDI_PART if bdi else 1),
        int(settings["width"]) // (2 if bdi else 1),
        int(settings["depth"]),
        seed,
    )


def flags_held_out(deals: Deals) -> npt.NDArray[np.bool_]:
    """Mark about one deal in `_HELD_OUT`, at least one, by a hash of the cards."""
    mixed = deals["cards"][:, 0].astype(np.uint64) * np.uint64(0x9E3779B1) & np.uint64(0xFFFFFFFF)
    chosen: npt.NDArray[np.bool_] = (mixed >> np.uint64(16)) % np.uint64(_HELD_OUT) == 0
    return chosen if chosen.any() or not len(deals) else mixed == mixed.min()


def _draw_curves(curves: Mapping[str, Sequence[tuple[int, float]]], path: Path) -> None:
    from vorhand.evaluation.pictures import figure, save

    drawing, grid = figure(1, 1, width=7, height=4.5)
    axes = grid[0, 0]
    for name, curve in curves.items():
        axes.plot(*np.array(curve).T, label=name)
    axes.set(
        xlabel="positions seen",
        ylabel="log of the true world's probability\nover that of the uniform belief",
        title="Deals held out",
    )
    axes.legend()
    save(drawing, path)


TRAINING = Training(
    summary="networks of where hidden cards lie, to deals of rule players and of search",
    files=tuple(map(file_name, KINDS)),
    settings={
        "deals": (150_000, 200_000),
        "search": _SEARCH,
        "search_deals": (5_000, 60_000),
        "search_share": (50, 65),
        "deals_from": "",
        "begin": _ANEW,
        "positions": (1_000_000, 4_000_000),
        "width": (256, 384),
        "depth": 2,
    },
    seed=101,
    takes="an hour and a half of two cores, small some minutes",
    run=_run,
)

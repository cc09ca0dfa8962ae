"""Fits what ten cards and two are worth in each game, to games that were played.

A file for each kind of players whose games are learned from, in rounds. In the first the rule
player bids and chooses what is played, in the others Kermit by what the last has taught it. Some
deals are set apart for the curves that turn the nets' log odds into those that came true, and some
are held out: on these deals the chances are compared with what came of the games, by tenths of the
chance. Games are kept in the working folder until all is done.
"""

from __future__ import annotations

import hashlib
import itertools
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vorhand.agents.skat.bidding.kermit import FILES, KINDS, Players
from vorhand.agents.skat.card_location import file_name
from vorhand.agents.skat.compiled import compiled_player
from vorhand.agents.skat.policy_networks import FILE as POLICY
from vorhand.agents.skat.policy_networks import READING
from vorhand.agents.spec import Spec
from vorhand.evaluation.arena.estimates import Estimate, ratio
from vorhand.evaluation.experiments.skat.learned import learned
from vorhand.evaluation.training.framework import Fitted, Settings, Training, TrainingError
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.games.extras import require
from vorhand.native.skat_kermit import NO_ROW, GameWorth, lessons, row_counts

Floats: TypeAlias = npt.NDArray[np.float64]

ROWS = row_counts()
SUCCESSES = ("won", "schneider", "schwarz")
CHUNK = 100
"""Deals a job."""
STRAIGHT: Floats = np.arange(-8.0, 9.0)
"""The knots of a curve, in log odds, and the curve that changes nothing."""

_UNIT = 256  # the numbers of the file are in units of its inverse
_LARGEST = 8.0  # so that no sum of rows leaves 16 bits
_STIFF = 3.0  # how much games it takes to bend a curve
_LEAST_GAMES = 500  # in a tenth of the chances, for its verdict
_RATE, _LEAST_RATE = 6e-3, 2e-4
_FEWEST = 10  # deals of a batch


class Batch(NamedTuple):
    """Games of one card player in all seats.

    Attributes:
        player: its spec.
        games: which.
        share: deals, for each of the training.
        held_out: last digits of the numbers of deals on which chances are compared.
        set_apart: those of deals for the curves; what is left teaches the nets.
    """

    player: str
    games: Literal["all", "trump", "null"] = "all"
    share: float = 1.0
    held_out: tuple[int, ...] = (0,)
    set_apart: tuple[int, ...] = (1, 2)


class Lessons(NamedTuple):
    """How a file is made.

    Attributes:
        batches: whose games.
        auctions: whether the others' bids are those of auctions; else how far they would go if
            nobody else spoke, which a soloist seldom gets to hear.
        early: the share of deals that is enough for rounds before the last.
        width: columns of the nets.
        games: in a step of the fit.
        epochs: of the fit.
        decay: of the squares of the rows.
    """

    batches: tuple[Batch, ...]
    auctions: bool
    early: float
    width: int
    games: int
    epochs: int
    decay: float


LESSONS: dict[Players, Lessons] = {
    "rule": Lessons((Batch("rule"),), False, 1.0, 16, 1024, 4, 8e-6),
    "policy": Lessons(
        (
            Batch("policy", "trump", 4.0, (), ()),
            Batch(
                "pimc(worlds=20,values=levels,belief=by_role)",
                "trump",
                1 / 30,
                (0, 1, 2),
                (*range(3, 10),),
            ),
            Batch("pimc(worlds=40,doubt=1.0,belief=by_role)", "null", 0.4),
        ),
        True,
        0.25,
        32,
        2048,
        6,
        2e-5,
    ),
}
"""Policies play many games in little time, from which nets are learned; the curves are fitted to
fewer games of players who search and read the table. Null games all are of such players, for
policies defend them badly."""


def whole(numbers: npt.NDArray[np.floating]) -> npt.NDArray[np.int16]:
    """As in the file: in units of 1/256, within its bounds."""
    rounded = np.round(np.clip(numbers, -_LARGEST, _LARGEST) * _UNIT)
    return np.asarray(rounded.astype(np.int16))


class Games(NamedTuple):
    """Games, a row each.

    Attributes:
        kind: uint8 [n], of `KINDS`.
        rows: uint16 [n, 12], what is looked up, filled up with `NO_ROW`.
        outcome: uint8 [n], bits: won, schneider made, schwarz made.
        deal: uint32 [n], its number.
    """

    kind: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.uint16]
    outcome: npt.NDArray[np.uint8]
    deal: npt.NDArray[np.uint32]

    def where(self, chosen: npt.NDArray[np.bool_]) -> Games:
        """Some of them."""
        return Games(self.kind[chosen], self.rows[chosen], self.outcome[chosen], self.deal[chosen])


class Net(NamedTuple):
    """Rows [rows, columns], weights [3, columns] and curves [3, 17] of one kind of game."""

    rows: npt.NDArray[np.int16]
    out: npt.NDArray[np.int16]
    curves: npt.NDArray[np.int16] = whole(np.tile(STRAIGHT, (3, 1)))


def _play(job: tuple[int, int, int, bytes, Batch, bool]) -> Games:
    count, seed, first, worth, batch, auctions = job
    player = compiled_player(Spec.parse(batch.player))
    chosen = GameWorth(worth) if worth else None
    found = lessons(count, seed, first, chosen, player, batch.games, auctions)
    kind, rows, outcome, deal = found
    return Games(np.asarray(kind), np.asarray(rows), np.asarray(outcome), np.asarray(deal))


def play(
    player: Players,
    batch: Batch,
    deals: range,
    seed: int,
    worth: bytes,
    workers: Workers,
    work: Path | None = None,
) -> Games:
    """Games of some deals, chosen by the worth of games so far; empty: by the rule player.

    Args:
        player: of `LESSONS`.
        batch: of its batches.
        deals: numbers of the deals.
        seed: of the deals.
        worth: the bytes of the file, or none.
        workers: who plays.
        work: folder in which games are kept, and found again after an interruption.
    """
    auctions, networks = LESSONS[player].auctions, learned(POLICY, READING, file_name("bdci"))
    named = repr((batch.player, batch.games, auctions, networks, seed, worth))
    name = hashlib.sha256(named.encode()).hexdigest()[:12]
    parts = [deals[at : at + CHUNK] for at in range(0, len(deals), CHUNK)]
    jobs = [(len(part), seed, part.start, worth, batch, auctions) for part in parts]
    kept = [work / f"bidding-{name}-{first}-{n}.npz" if work else None for n, _, first, *_ in jobs]
    missing = [job for job, path in zip(jobs, kept, strict=True) if not (path and path.exists())]
    played = ordered_map(_play, missing, workers)
    found = []
    for path in track(kept, f"games of {batch.player}", total=len(jobs), transient=True):
        if path and path.exists():
            with np.load(path) as stored:
                found.append(Games(*(stored[field] for field in Games._fields)))
            continue
        found.append(next(played))
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            half = path.with_suffix(".half.npz")
            np.savez_compressed(half, **found[-1]._asdict())
            half.replace(path)
    return joined(found)


def joined(parts: Sequence[Games]) -> Games:
    """All of them."""
    return Games(*map(np.concatenate, zip(*parts, strict=True)))


def fit(games: Games, kind: int, seed: int, how: Lessons = LESSONS["policy"]) -> Net:
    """The net of a kind of game, by gradient descent on the log loss of all outcomes.

    Its curves change nothing yet, see `calibrated`.
    """
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    size, successes = ROWS[kind], len(SUCCESSES) if kind < 2 else 1
    mine = games.where(games.kind == kind)
    looked_up = torch.from_numpy(np.where(mine.rows == NO_ROW, size, mine.rows).astype(np.int64))
    outcomes = torch.from_numpy((mine.outcome[:, None] >> np.arange(successes)) & 1).float()
    rows = torch.nn.EmbeddingBag(size + 1, how.width, mode="sum", padding_idx=size)
    out = torch.nn.Parameter(0.3 * torch.randn(successes, how.width))
    with torch.no_grad():
        rows.weight.mul_(0.2)
        rows.weight[size] = 0
        rows.weight[:, : len(SUCCESSES)] = 0
        out[:, : len(SUCCESSES)] = 0
    fixed = torch.ones_like(out)
    fixed[:, : len(SUCCESSES)] = 0
    optimiser = torch.optim.Adam([*rows.parameters(), out], lr=_RATE)
    steps = how.epochs * -(-len(mine.kind) // how.games)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps, eta_min=_LEAST_RATE)
    for _ in track(range(how.epochs), f"fitting {KINDS[kind]}", transient=True):
        order = torch.randperm(len(mine.kind))
        for at in range(0, len(order), how.games):
            part = order[at : at + how.games]
            sums = rows(looked_up[part])
            odds = sums[:, :successes] + torch.relu(sums) @ (out * fixed).T
            loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, outcomes[part])
            loss = loss + how.decay * rows.weight.square().sum()
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            schedule.step()
    weights = np.zeros((len(SUCCESSES), how.width))
    weights[:successes] = (out * fixed).detach().numpy()
    return Net(whole(rows.weight.detach().numpy()[:size]), whole(weights))


def calibrated(net: Net, games: Games) -> Net:
    """The net with curves that rise, fitted to games of its kind that it has not seen."""
    odds = _log_odds(net, games)
    curves = np.tile(STRAIGHT, (len(SUCCESSES), 1))
    for success in range(len(SUCCESSES)):
        happened = (games.outcome >> success & 1) == 1
        if happened.any() and not happened.all():
            curves[success] = curve(odds[:, success], happened)
    return net._replace(curves=whole(curves))


def curve(odds: Floats, happened: npt.NDArray[np.bool_], steep: float = 0) -> Floats:
    """Log odds that came true at the knots: the most likely ones that bend but little.

    Args:
        odds: log odds as foreseen [n].
        happened: what came true [n].
        steep: how much games it takes to make the curve steeper or flatter than a straight one.
    """
    from scipy.optimize import minimize

    place = np.clip(odds, STRAIGHT[0], STRAIGHT[-1] - 1e-9) - STRAIGHT[0]
    knot, part = place.astype(int), place % 1
    beyond = odds - np.clip(odds, STRAIGHT[0], STRAIGHT[-1])

    def loss(steps: Floats) -> tuple[float, Floats]:
        at = np.cumsum(steps)
        shown = (1 - part) * at[knot] + part * at[knot + 1] + beyond
        chance = 1 / (1 + np.exp(-shown))
        wrong = np.logaddexp(0, np.where(happened, -shown, shown)).sum()
        bend = np.diff(steps[1:])
        slope = np.zeros(len(STRAIGHT))
        np.add.at(slope, knot, (chance - happened) * (1 - part))
        np.add.at(slope, knot + 1, (chance - happened) * part)
        by_step: Floats = np.cumsum(slope[::-1])[::-1].copy()
        by_step[1:-1] -= 2 * _STIFF * bend
        by_step[2:] += 2 * _STIFF * bend
        by_step[1:] += 2 * steep * (steps[1:] - 1)
        stiff = _STIFF * np.square(bend).sum() + steep * np.square(steps[1:] - 1).sum()
        return float(wrong + stiff), by_step

    start = np.concatenate((STRAIGHT[:1], np.diff(STRAIGHT)))
    bounds = [(None, None), *((0.0, None) for _ in start[1:])]
    found = minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B")
    return np.cumsum(np.asarray(found.x, np.float64))


def content(nets: Sequence[Net]) -> bytes:
    """The bytes of the file."""
    return b"".join(part.astype("<i2").tobytes() for net in nets for part in net)


def nets_of(content: bytes) -> list[Net]:
    """The nets of a file, by kind."""
    numbers, nets = iter(np.frombuffer(content, "<i2")), []
    curves, weights = (len(SUCCESSES) * n for n in (len(STRAIGHT), len(ROWS)))
    width = (len(content) // 2 - len(ROWS) * curves) // (sum(ROWS) + weights)
    for rows in ROWS:
        shapes = ((rows, width), (len(SUCCESSES), width), (len(SUCCESSES), len(STRAIGHT)))
        parts = (np.fromiter(numbers, np.int16, a * b).reshape(a, b) for a, b in shapes)
        nets.append(Net(*parts))
    return nets


def chances(net: Net, games: Games) -> Floats:
    """Chances of all successes [n, 3], as the compiled core reckons them but for its rounding."""
    columns = zip(_log_odds(net, games).T, net.curves, strict=True)
    return np.stack([chance(odds, curve) for odds, curve in columns], axis=1)


def chance(odds: Floats, curve: npt.NDArray[np.int16]) -> Floats:
    """Chances [n] by log odds [n] and a curve [17]."""
    inside = np.clip(odds, STRAIGHT[0], STRAIGHT[-1])
    bent = odds + np.interp(inside, STRAIGHT, curve / _UNIT) - inside
    return np.asarray(1 / (1 + np.exp(-bent)))


def _log_odds(net: Net, games: Games) -> Floats:
    """Of all successes [n, 3], before the curves."""
    padded = np.pad(net.rows.astype(np.int64), ((0, 1), (0, 0)))
    sums = padded[np.minimum(games.rows, len(net.rows))].sum(axis=1)
    odds = sums[:, : len(SUCCESSES)] + np.maximum(sums, 0) @ net.out.T.astype(np.int64) / _UNIT
    return np.asarray(odds / _UNIT)


class Tenth(NamedTuple):
    """Games whose chances lie in the same tenth.

    Attributes:
        games: how many.
        chance: the mean.
        off: by how much more of them came true; deals are independent, games of a deal are not.
    """

    games: int
    chance: float
    off: Estimate


def tenths(
    chance: Floats, happened: npt.NDArray[np.bool_], deal: npt.NDArray[np.uint32]
) -> list[Tenth]:
    """What came true by tenth of the chance, where anything has it; all arrays are [n]."""
    tenth = np.minimum((10 * chance).astype(int), 9)
    found = []
    for here in (tenth == k for k in range(10)):
        if here.any():
            _, places, games = np.unique(deal[here], return_inverse=True, return_counts=True)
            off = np.zeros(len(games))
            np.add.at(off, places, happened[here] - chance[here])
            mean = float(chance[here].mean())
            found.append(Tenth(int(here.sum()), mean, ratio(off, games.astype(np.float64))))
    return found


def came_true(nets: Sequence[Net], games: Games) -> Iterator[tuple[str, str, Tenth]]:
    """Kind, success, and what came true of a tenth of the chances with enough games."""
    for kind, net in enumerate(nets):
        mine = games.where(games.kind == kind)
        found = chances(net, mine)
        for success, name in enumerate(SUCCESSES if kind < 2 else SUCCESSES[:1]):
            happened = (mine.outcome >> success & 1) == 1
            for tenth in tenths(found[:, success], happened, mine.deal):
                if tenth.games >= _LEAST_GAMES:
                    yield KINDS[kind], name, tenth


def report(nets: Sequence[Net], held_out: Games) -> Table:
    """By tenths of the chance, in which there are enough games, what came of them."""
    table = Table(title="games held out, by tenths of the chance", title_justify="left")
    for heading in ("", "games", "chance", "came true", "off by points, 95% interval"):
        table.add_column(heading, justify="right")
    for kind, rows in itertools.groupby(came_true(nets, held_out), key=lambda row: row[0]):
        for _, name, (n, mean, off) in rows:
            cells = (f"{mean:.1%}", f"{mean + off.value:.1%}", f"{off * 100:+.1f}")
            table.add_row(f"{kind}, {name}", f"{n:,}", *cells)
        table.add_section()
    return table


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> list[Fitted]:
    require("torch")
    named, kept = str(settings["players"]).replace(",", " ").split(), work / "bidding"
    if not named or not set(named) <= set(LESSONS):
        raise TrainingError(f"players={settings['players']}: expected some of {', '.join(LESSONS)}")
    made = []
    for player in (player for player in LESSONS if player in named):
        worth = _worth(player, settings, seed, workers, kept)
        made.append(Fitted(_file(player), worth, "int16", (len(worth) // 2,)))
    shutil.rmtree(kept)
    return made


def _file(player: Players) -> str:
    (name,) = FILES[player]
    return name


class Parts(NamedTuple):
    """Games that teach the nets, games for the curves, games on which chances are compared."""

    seen: Games
    set_apart: Games
    held_out: Games


def games_of_round(
    player: Players, deals: int, seed: int, worth: bytes, workers: Workers, kept: Path | None
) -> Parts:
    """The games of a round; no two batches play the same deals."""
    parts, first = [], 0
    for batch in LESSONS[player].batches:
        n = max(round(deals * batch.share), _FEWEST)
        games = play(player, batch, range(first, first + n), seed, worth, workers, kept)
        first += n
        apart, held = (np.isin(games.deal % 10, of) for of in (batch.set_apart, batch.held_out))
        parts.append(tuple(games.where(part) for part in (~(apart | held), apart, held)))
    return Parts(*map(joined, zip(*parts, strict=True)))


def fresh_games(
    player: Players, deals: int, seed: int, worth: bytes, workers: Workers = 1
) -> Games:
    """Games on which chances can be compared, of so many deals each.

    Args:
        player: of `LESSONS`.
        deals: how many, of each of the batches that are not for the nets alone.
        seed: of the deals.
        worth: the bytes of the file.
        workers: who plays.
    """
    compared = [batch for batch in LESSONS[player].batches if batch.held_out]
    return joined([play(player, batch, range(deals), seed, worth, workers) for batch in compared])


def _worth(player: Players, settings: Settings, seed: int, workers: Workers, kept: Path) -> bytes:
    """The file of what games are worth when these players play the cards."""
    worth, rounds, how = b"", int(settings["rounds"]), LESSONS[player]
    for number in range(rounds):
        early = how.early if number + 1 < rounds else 1
        deals = round(int(settings["deals"]) * early)
        games = games_of_round(player, deals, seed + number, worth, workers, kept)
        nets = [
            calibrated(
                fit(games.seen, kind, seed, how),
                games.set_apart.where(games.set_apart.kind == kind),
            )
            for kind in range(len(KINDS))
        ]
        worth = content(nets)
        console = Console()
        console.print(f"round {number + 1}, by games of {player}")
        console.print(report(nets, games.held_out))
    return worth


TRAINING = Training(
    name="bidding",
    summary="what ten cards and two are worth in each game, for Kermit's bidding",
    files=tuple(map(_file, LESSONS)),
    sizes={
        "small": {"deals": 200, "rounds": 2, "players": " ".join(LESSONS)},
        "full": {"deals": 60_000, "rounds": 2, "players": " ".join(LESSONS)},
    },
    seed=1,
    takes="about 100 minutes of one core",
    run=_run,
)

"""The training of nets that give the probability to win each game with ten or twelve cards.

There is a file for each kind of player whose games are the training data. Training has rounds. In
the first the rule player bids and chooses the game; in the others Kermit does, with the nets of the
previous round. Some deals are set apart for the curves, which convert the nets' log odds into
observed odds. Other deals are held out: on them the predicted probabilities are compared with the
outcomes, by tenths of the probability. After the rounds the nets may be trained further in steps,
the last of them on games of the best players. In the end the curves may be fitted once more, to
games that the final nets choose, because the best of many options is mostly overestimated. The
further training and this fit may also start from the nets of a file (`nets`), without the rounds.
Games are stored in the working folder until everything is done.
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vorhand.agents.skat.bidding.kermit import FILES, KINDS, Players
from vorhand.evaluation.arena.estimates import Estimate, ratio
from vorhand.evaluation.training.framework import Fitted, Settings, Training, TrainingError
from vorhand.evaluation.training.skat.kermit.lessons import (
    LESSONS,
    Games,
    Lessons,
    Parts,
    games_of_round,
    games_of_steps,
)
from vorhand.evaluation.workers.processes import Workers
from vorhand.games.extras import require
from vorhand.native import fitted
from vorhand.native.skat_kermit import NO_ROW, GameWorth, row_counts

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import EmbeddingBag, Parameter

Floats: TypeAlias = npt.NDArray[np.float64]

ROWS = row_counts()
SUCCESSES = ("won", "schneider", "schwarz")
STRAIGHT: Floats = np.arange(-8.0, 9.0)
"""The knots of a curve, in log odds, which are also the identity curve."""

_FITTED = "fitted"  # nets fitted from scratch
_UNIT = 256  # the inverse of the unit of the file's numbers
_LARGEST = 8.0  # largest number in the file, so that no sum of rows exceeds 16 bits
_STIFF = 3.0  # penalty against bending a curve, in games
_LEAST_GAMES = 500  # minimum number of games in a tenth of the probabilities that is reported
_RATE, _LEAST_RATE = 6e-3, 2e-4


class Descent(NamedTuple):
    """The settings for fitting a net."""

    games: int  # games per step
    epochs: int  # number of passes over the games
    rate: float  # initial learning rate
    least_rate: float  # final learning rate
    # weight of the squared distance of the rows from their old values, or from 0 if the net is new,
    # relative to the mean loss
    held: float


_MORE = Descent(games=1024, epochs=4, rate=1e-3, least_rate=5e-5, held=100.0)
"""The settings for further training; ``held`` is relative to the sum of the losses of all games."""


def whole(numbers: npt.NDArray[np.floating]) -> npt.NDArray[np.int16]:
    """Return the numbers as in the file: in units of 1/256, within its bounds."""
    rounded = np.round(np.clip(numbers, -_LARGEST, _LARGEST) * _UNIT)
    return np.asarray(rounded.astype(np.int16))


class Net(NamedTuple):
    """Rows [rows, columns], weights [3, columns] and curves [3, 17] of one kind of game."""

    rows: npt.NDArray[np.int16]
    out: npt.NDArray[np.int16]
    curves: npt.NDArray[np.int16] = whole(np.tile(STRAIGHT, (3, 1)))


def fit(games: Games, kind: int, seed: int, how: Lessons = LESSONS["policy"]) -> Net:
    """Fit the net of a kind of game by gradient descent on the log loss, with identity curves."""
    import torch

    torch.manual_seed(seed)
    size, successes = ROWS[kind], _successes(kind)
    rows = torch.nn.EmbeddingBag(size + 1, how.width, mode="sum", padding_idx=size)
    out = torch.nn.Parameter(0.3 * torch.randn(successes, how.width))
    with torch.no_grad():
        rows.weight.mul_(0.2)
        rows.weight[size] = 0
        rows.weight[:, : len(SUCCESSES)] = 0
    descent = Descent(how.games, how.epochs, _RATE, _LEAST_RATE, how.decay)
    mine = games.where(games.kind == kind)
    return _descended(rows, out, mine, kind, descent, torch.zeros(1))


def learned_more(net: Net, games: Games, kind: int, seed: int) -> Net:
    """Train a net on more games of its kind, with its rows pulled to their old values.

    The curves stay the same.
    """
    import torch

    mine = games.where(games.kind == kind)
    if not len(mine.kind):
        return net
    torch.manual_seed(seed)
    size = len(net.rows)
    padded = torch.from_numpy(np.pad(net.rows, ((0, 1), (0, 0))).astype(np.float32) / _UNIT)
    rows = torch.nn.EmbeddingBag.from_pretrained(
        padded.clone(), freeze=False, mode="sum", padding_idx=size
    )
    out = torch.nn.Parameter(torch.from_numpy(net.out[: _successes(kind)] / np.float32(_UNIT)))
    how = _MORE._replace(held=_MORE.held / len(mine.kind))
    learned = _descended(rows, out, mine, kind, how, padded)
    return learned._replace(curves=net.curves)


def _successes(kind: int) -> int:
    """Return the number of `SUCCESSES` that exist in this kind of game."""
    return len(SUCCESSES) if kind < KINDS.index("null") else 1


def _descended(
    rows: EmbeddingBag, out: Parameter, games: Games, kind: int, how: Descent, home: Tensor
) -> Net:
    """Return the net after gradient descent from these weights, with its rows pulled to `home`."""
    import torch

    torch.set_num_threads(1)
    size, successes = rows.num_embeddings - 1, _successes(kind)
    looked_up = torch.from_numpy(np.where(games.rows == NO_ROW, size, games.rows).astype(np.int64))
    outcomes = torch.from_numpy((games.outcome[:, None] >> np.arange(successes)) & 1).float()
    fixed = torch.ones_like(out)
    fixed[:, : len(SUCCESSES)] = 0
    optimiser = torch.optim.Adam([*rows.parameters(), out], lr=how.rate)
    steps = how.epochs * -(-len(games.kind) // how.games)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps, eta_min=how.least_rate)
    for _ in track(range(how.epochs), f"fitting {KINDS[kind]}", transient=True):
        order = torch.randperm(len(games.kind))
        for at in range(0, len(order), how.games):
            part = order[at : at + how.games]
            sums = rows(looked_up[part])
            odds = sums[:, :successes] + torch.relu(sums) @ (out * fixed).T
            loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, outcomes[part])
            loss = loss + how.held * (rows.weight - home).square().sum()
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            schedule.step()
    weights = np.zeros((len(SUCCESSES), out.shape[1]))
    weights[:successes] = (out * fixed).detach().numpy()
    return Net(whole(rows.weight.detach().numpy()[:size]), whole(weights))


def calibrated(net: Net, games: Games) -> Net:
    """Return the net with increasing curves, fitted to unseen games of its kind.

    The curve of an outcome stays the same if no game had that outcome, or if every game had it.
    """
    odds, curves = _log_odds(net, games), net.curves / _UNIT
    for success in range(len(SUCCESSES)):
        happened = (games.outcome >> success & 1) == 1
        if happened.any() and not happened.all():
            curves[success] = curve(odds[:, success], happened)
    return net._replace(curves=whole(curves))


def curve(odds: Floats, happened: npt.NDArray[np.bool_], steep: float = 0) -> Floats:
    """Return the most likely log odds at the knots, with a penalty against bending.

    The penalty against a slope other than the identity's counts as much as `steep` games.
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
    """Return the bytes of the file."""
    return b"".join(part.astype("<i2").tobytes() for net in nets for part in net)


def nets_of(content: bytes) -> list[Net]:
    """Return the network of each kind of game in a file."""
    numbers, nets = iter(np.frombuffer(content, "<i2")), []
    curves, weights = (len(SUCCESSES) * n for n in (len(STRAIGHT), len(ROWS)))
    width = (len(content) // 2 - len(ROWS) * curves) // (sum(ROWS) + weights)
    for rows in ROWS:
        shapes = ((rows, width), (len(SUCCESSES), width), (len(SUCCESSES), len(STRAIGHT)))
        parts = (np.fromiter(numbers, np.int16, a * b).reshape(a, b) for a, b in shapes)
        nets.append(Net(*parts))
    return nets


def chances(net: Net, games: Games) -> Floats:
    """Return probabilities of all successes [n, 3], as in the compiled core except for rounding."""
    columns = zip(_log_odds(net, games).T, net.curves, strict=True)
    return np.stack([chance(odds, curve) for odds, curve in columns], axis=1)


def chance(odds: Floats, curve: npt.NDArray[np.int16]) -> Floats:
    """Return probabilities [n] from log odds [n] and a curve [17]."""
    inside = np.clip(odds, STRAIGHT[0], STRAIGHT[-1])
    bent = odds + np.interp(inside, STRAIGHT, curve / _UNIT) - inside
    return np.asarray(1 / (1 + np.exp(-bent)))


def _log_odds(net: Net, games: Games) -> Floats:
    """Return the log odds of all successes [n, 3], before the curves."""
    padded = np.pad(net.rows.astype(np.int64), ((0, 1), (0, 0)))
    sums = padded[np.minimum(games.rows, len(net.rows))].sum(axis=1)
    odds = sums[:, : len(SUCCESSES)] + np.maximum(sums, 0) @ net.out.T.astype(np.int64) / _UNIT
    return np.asarray(odds / _UNIT)


class Compared(NamedTuple):
    """Games, their probabilities and their outcomes; only games of the same deal are dependent."""

    games: int  # number of games
    chance: float  # the mean probability
    off: Estimate  # the observed frequency minus the mean probability
    log_chance: Estimate  # mean log probability of the outcomes, 0 at best


def compared(
    chance: Floats, happened: npt.NDArray[np.bool_], deal: npt.NDArray[np.uint32]
) -> Compared:
    """Compare probabilities of games with outcomes, grouped by deal; all arrays are [n], n > 0."""
    places, games = np.unique(deal, return_inverse=True, return_counts=True)[1:]
    counts = games.astype(np.float64)
    logs = log_chances(chance, happened)
    off, log_chance = (
        ratio(np.bincount(places, of).astype(np.float64), counts)
        for of in (happened - chance, logs)
    )
    return Compared(len(chance), float(chance.mean()), off, log_chance)


def log_chances(chance: Floats, happened: npt.NDArray[np.bool_]) -> Floats:
    """Return the log probability of each outcome [n]; less than 2e-16 counts as 2e-16."""
    found = np.where(happened, chance, 1 - chance)
    return np.asarray(np.log(np.maximum(found, np.finfo(np.float64).eps)))


def tenths(
    chance: Floats, happened: npt.NDArray[np.bool_], deal: npt.NDArray[np.uint32]
) -> list[Compared]:
    """Compare estimates [n] with outcomes in steps of 10%; leave out empty steps."""
    tenth = np.minimum((10 * chance).astype(int), 9)
    return [
        compared(chance[here], happened[here], deal[here])
        for here in (tenth == k for k in range(10))
        if here.any()
    ]


def came_true(
    nets: Sequence[Net], games: Games
) -> Iterator[tuple[str, str, Compared, list[Compared]]]:
    """Yield the kind, the success, and comparisons of all games and of each tenth.

    Tenths with fewer than `_LEAST_GAMES` games are left out.
    """
    for kind, net in enumerate(nets):
        mine = games.where(games.kind == kind)
        if not len(mine.kind):
            continue
        found = chances(net, mine)
        for success, name in enumerate(SUCCESSES[: _successes(kind)]):
            all_of_them = (found[:, success], (mine.outcome >> success & 1) == 1, mine.deal)
            enough = [part for part in tenths(*all_of_them) if part.games >= _LEAST_GAMES]
            yield KINDS[kind], name, compared(*all_of_them), enough


def report(nets: Sequence[Net], held_out: Games) -> Table:
    """Return a table of outcomes by tenths of the probability; leave out tenths with few games."""
    title = f"games held out, by tenths of the chance with at least {_LEAST_GAMES} games"
    table = Table(title=title, title_justify="left")
    for heading in ("", "games", "chance", "came true", "off by points, 95% interval"):
        table.add_column(heading, justify="right")
    logs = {}
    for _, of_kind in itertools.groupby(came_true(nets, held_out), key=lambda row: row[0]):
        for kind, name, every, enough in of_kind:
            for n, mean, off, _ in enough:
                cells = (f"{mean:.1%}", f"{max(mean + off.value, 0):.1%}", f"{off * 100:+.1f}")
                table.add_row(f"{kind}, {name}", f"{n:,}", *cells)
            logs[f"{kind}, {name}"] = every.log_chance
        table.add_section()
    table.caption, table.caption_justify = log_chances_text(logs), "left"
    return table


def log_chances_text(found: Mapping[str, Estimate]) -> str:
    """Format mean log probabilities of the outcomes, one line each."""
    lines = (f"{name}: {log.value:.3f} ± {log.margin:.3f}" for name, log in found.items())
    return "\n".join(("mean log chance of what happened, 95% interval", *lines))


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> list[Fitted]:
    require("torch")
    named, kept = str(settings["players"]).replace(",", " ").split(), work / "bidding"
    if not named or not set(named) <= set(LESSONS):
        raise TrainingError(f"players={settings['players']}: expected some of {', '.join(LESSONS)}")
    nets = str(settings["nets"])
    if nets != _FITTED and not all(LESSONS[player].more for player in LESSONS if player in named):
        raise TrainingError(f"nets={nets}: expected with players=policy")
    made = []
    for player in (player for player in LESSONS if player in named):
        if nets == _FITTED:
            worth = _worth(player, settings, seed, workers, kept)
        else:
            before = _file_of(nets, player)
            worth = finished(player, int(settings["deals"]), seed, before, workers, kept)
        made.append(Fitted(_file(player), worth, "int16", (len(worth) // 2,)))
    shutil.rmtree(kept)
    return made


def _file_of(name: str, player: Players) -> bytes:
    """Return the bytes of a file of nets, or of the shipped ones."""
    try:
        found = fitted.read(_file(player)) if name == "shipped" else Path(name).read_bytes()
        GameWorth(found)
    except (OSError, ValueError) as error:
        raise TrainingError(
            f"nets={name}: expected {_FITTED}, shipped or a file: {error}"
        ) from error
    return found


def _file(player: Players) -> str:
    (name,) = FILES[player]
    return name


def _worth(player: Players, settings: Settings, seed: int, workers: Workers, kept: Path) -> bytes:
    """Return the file of nets trained on games in which these players play the cards."""
    worth, rounds, how = b"", int(settings["rounds"]), LESSONS[player]
    for number in range(rounds):
        early = how.early if number + 1 < rounds else 1
        deals = round(int(settings["deals"]) * early)
        games = games_of_round(player, how.batches, deals, seed + number, worth, workers, kept)
        worth = _curved([fit(games.seen, kind, seed, how) for kind in range(len(KINDS))], games)
        _tell(f"round {number + 1}, by games of {player}", worth, games)
    return finished(player, deals, seed + rounds, worth, workers, kept)


def finished(
    player: Players, deals: int, seed: int, worth: bytes, workers: Workers, kept: Path | None
) -> bytes:
    """Return the file after the steps, if any, that follow the rounds for this kind of player.

    The games of the further training are chosen by the nets before that training, and those of the
    second fit of the curves by the final nets.
    """
    how = LESSONS[player]
    if how.more:
        steps = games_of_steps(player, deals, seed, worth, workers, kept)
        nets = nets_of(worth)
        for games in reversed(steps):
            nets = [learned_more(net, games.seen, kind, seed) for kind, net in enumerate(nets)]
        worth = _curved(nets, steps[0])
    if how.again:
        games = games_of_round(player, how.again, deals, seed + 1, worth, workers, kept)
        worth = _curved(nets_of(worth), games)
        _tell("curves once more, by games that these nets choose", worth, games)
    return worth


def _curved(nets: Sequence[Net], games: Parts) -> bytes:
    apart = games.set_apart
    return content([calibrated(net, apart.where(apart.kind == k)) for k, net in enumerate(nets)])


def _tell(what: str, worth: bytes, games: Parts) -> None:
    console = Console()
    console.print(what)
    console.print(report(nets_of(worth), games.held_out))


TRAINING = Training(
    summary="what ten cards and two are worth in each game, for Kermit's bidding",
    files=tuple(map(_file, LESSONS)),
    settings={"deals": (200, 60_000), "rounds": 2, "players": " ".join(LESSONS), "nets": _FITTED},
    seed=1,
    takes="nine hours of one core, players=rule an hour",
    run=_run,
)

"""The fitting of Kermit's probabilities to games of players that search.

Games are won less often against players that defend better than the rule player, from whose games
the nets are learned. Deals of search players are few, so only the curves are fitted again: they
turn the output of a game's net into observed log odds. The bidders bid boldly, so that games near
and below the threshold are included; games from the log of a match may be added. On one deal in
five, held out, the probabilities by the old and the new curves are compared with the outcomes.
"""

import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vorhand.agents.registry import make_bot
from vorhand.agents.skat.bidding.kermit import FILES, KINDS
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.atomic_files import replacing
from vorhand.evaluation.post_mortem.skat.bidding_calibration import first_lead
from vorhand.evaluation.post_mortem.skat.played_deals import played_deals
from vorhand.evaluation.sizes import in_parts
from vorhand.evaluation.training.framework import Fitted, Settings, Training
from vorhand.evaluation.training.skat.bidding import STRAIGHT, SUCCESSES, chance, curve, whole
from vorhand.evaluation.training.skat_deals import own_seed, play_on, random_deal
from vorhand.evaluation.training.skat_learned import learned
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.native import fitted
from vorhand.native.skat import Deal
from vorhand.native.skat_kermit import GameWorth

FILE = "search_curves.bin"
CHUNK = 10
"""The number of deals per job."""

Games: TypeAlias = npt.NDArray[np.float64]
"""Games [n, 9].

The columns are the number of the deal, the kind, the probability to win by the curves of rule
players, the log odds of the three successes without any curve, and their outcomes.
"""

Curves: TypeAlias = npt.NDArray[np.int16]
"""Curves by kind of game and success [4, 3, 17]."""

_HELD_OUT = 5  # one deal in this many is held out
_TOGETHER = 3  # deals of a log that differ only in the seats stay together
_STEEP = 1.0  # see `curve`; above 0, because there are few games of some kinds
_LEAST = 1e-4  # bound of a probability, so that odds are finite; near the last knots of the curves
_ODDS, _SUCCESSES, _COLUMNS = 3, 6, 9


def _worths() -> tuple[GameWorth, GameWorth]:
    """Return the values of games with the curves of rule players, and with identity curves."""
    content, straight = fitted.read(*FILES["rule"]), fit(np.zeros((0, _COLUMNS)))
    return GameWorth(content), GameWorth(content, _bytes(straight))


def _row(number: int, deal: Deal, worths: tuple[GameWorth, GameWorth]) -> list[float] | None:
    """Return the row of a finished deal; None if the deal was passed in."""
    lead = first_lead(deal)
    if lead is None:
        return None
    kind = lead.kind
    chances, uncurved = (lead.chances(worth).astype(np.float64) for worth in worths)
    result = deal.result()
    won = result.tricks == 0 if kind >= KINDS.index("null") else result.points > 60
    successes = (won, result.points >= 90, result.tricks == 10)
    possible = np.clip(uncurved, _LEAST, 1 - _LEAST)
    return [number, kind, chances[0], *(np.log(possible) - np.log1p(-possible)), *successes]


def _rows(deals: Iterable[tuple[int, Deal]]) -> Games:
    worths = _worths()
    rows = [_row(number, deal, worths) for number, deal in deals]
    return np.array([row for row in rows if row], np.float64).reshape(-1, _COLUMNS)


def _play(job: tuple[str, int, int, int]) -> Games:
    player, seed, first, count = job
    game = pyspiel.load_game("python_skat")

    def played(number: int) -> Deal:
        deal, own = random_deal(np.random.default_rng((seed, number))), own_seed(seed, number)
        play_on(deal, [make_bot(player, game, seat, own) for seat in range(3)], game)
        return deal

    return _rows((number, played(number)) for number in range(first, first + count))


def games_of(path: Path) -> Games:
    """Return the games of a file of records or a match's log that were played to their end.

    Raises:
        PlayedDealError, RecordFileError: the file cannot be read, or a line of it is no deal.
    """
    deals = enumerate(played.deal for played in played_deals(path))
    return _rows((number, deal) for number, deal in deals if deal.is_over)


def play(player: str, deals: int, seed: int, workers: Workers, work: Path) -> Games:
    """Play games of an agent in all seats; store them in the working folder and reuse them."""
    name = hashlib.sha256(repr((player, seed, learned(*FILES["rule"]))).encode()).hexdigest()[:12]
    jobs = [(player, seed, *part) for part in in_parts(deals, CHUNK)]
    paths = [work / f"{name}-{at}-{count}.npy" for _, _, at, count in jobs]
    missing = [job for job, path in zip(jobs, paths, strict=True) if not path.exists()]
    work.mkdir(parents=True, exist_ok=True)
    played = ordered_map(_play, missing, workers)
    parts = []
    for path in track(paths, f"games of {player}", transient=True):
        if not path.exists():
            with replacing(path) as file:
                np.save(file, next(played))
        parts.append(np.load(path))
    return np.concatenate(parts)


def fit(games: Games) -> Curves:
    """Fit curves to the outcomes; if all games of a curve have one outcome, it is the identity."""
    curves = np.tile(STRAIGHT, (len(KINDS), len(SUCCESSES), 1))
    for kind in range(len(KINDS)):
        mine = games[games[:, 1] == kind]
        for success in range(len(SUCCESSES) if kind < 2 else 1):
            odds, happened = mine[:, _ODDS + success], mine[:, _SUCCESSES + success] == 1
            if happened.any() and not happened.all():
                curves[kind, success] = curve(odds, happened, _STEEP)
    return whole(curves)


def _bytes(curves: Curves) -> bytes:
    return curves.astype("<i2").tobytes()


def report(curves: Curves, games: Games) -> Table:
    """Return the outcomes of games beside the probabilities by both kinds of curves."""
    table = Table(title="games held out, by fifths of the chance", title_justify="left")
    for heading in ("", "games", "of rule players", "of search players", "won, 95% interval"):
        table.add_column(heading, justify="right")
    for kind, name in enumerate(KINDS):
        mine = games[games[:, 1] == kind]
        by_rule, by_search = mine[:, 2], chance(mine[:, _ODDS], curves[kind, 0])
        fifth = np.minimum((5 * by_search).astype(int), 4)
        for here in (fifth == k for k in np.unique(fifth)):
            won = estimates.share(mine[here, _SUCCESSES], np.ones(here.sum()))
            means = (f"{of[here].mean():.1%}" for of in (by_rule, by_search))
            table.add_row(name, f"{here.sum():,}", *means, f"{won:.1%}")
        table.add_section()
    return table


def _run(settings: Settings, seed: int, workers: Workers, work: Path) -> list[Fitted]:
    kept = work / "bidding-against-search"
    games = play(str(settings["player"]), int(settings["deals"]), seed, workers, kept)
    if settings["deals_from"]:
        games = np.concatenate([games, games_of(Path(str(settings["deals_from"])))])
    held_out = games[:, 0] // _TOGETHER % _HELD_OUT == 0
    curves = fit(games[~held_out])
    Console().print(report(curves, games[held_out]))
    shutil.rmtree(kept)
    return [Fitted(FILE, _bytes(curves), "int16", curves.shape)]


_PLAYER = (
    "pimc(worlds={},belief=by_role(alone=declared,defence=bdci),bidder=kermit(threshold=0.55))"
)
TRAINING = Training(
    summary="how often the games that Kermit's bidding weighs are won by players that search",
    files=(FILE,),
    settings={
        "deals": (20, 2_000),
        "player": (_PLAYER.format(4), _PLAYER.format(20)),
        "deals_from": "",
    },
    seed=1,
    takes="about 10 minutes of one core",
    run=_run,
)

"""One of our players in whole deals against two of xskat's, with real bidding at xskat's table.

Our player takes each seat of every deal in turn. It bids, picks up, discards, declares and plays
its cards; xskat's two players do the same. Scores are Seeger-Fabian points, with 40 points for each
defender of a lost game. SkatZero (deep Monte Carlo, 1.5 billion games per model) published figures
against the same program, on other deals. The names of the rows give these figures.
"""

import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pyspiel

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.papers.framework import Experiment, Settings, parts
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.ours.beside_xskat import THEIRS, bots_for, line_of
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.xskat import program as xskat
from vorhand.evaluation.xskat.program import MisreadError, XskatGame
from vorhand.games.skat.cards import SEAT_NAMES
from vorhand.native.skat import Deal, Scoring, scores

_JOB_DEALS = 16
_TRIES = 3
_SEATS = range(3)
_SKATZERO, _ITS_XSKAT = 42.5, 18.5  # Seeger-Fabian points per deal
_SCORE, _THEIR_SCORE, _ALONE, _WON, _THEIRS_ALONE, _THEIRS_WON = range(6)
# A game: its line in a log, and its numbers in the columns above.
Played: TypeAlias = tuple[str, list[float]]


def _player() -> Callable[[int, int, XskatGame, int, pyspiel.Bot], Deal]:
    """Return the function that plays at xskat's table; raise XskatError if a package is missing."""
    from vorhand.evaluation.xskat.whole_deals import play_whole_deal

    return play_whole_deal


def _work(job: Job) -> list[list[Played]]:
    """Return the games of each deal, one with our player in each seat.

    All tables of the job play at once, because xskat takes most of a second for every card.
    """
    seed, first, count, spec = job
    games = list(enumerate(xskat.play_deals(seed, first, count), start=first))
    with ThreadPoolExecutor(len(_SEATS) * len(games)) as pool:
        tables = [
            [pool.submit(_at_table, seed, number, game, seat, spec) for seat in _SEATS]
            for number, game in games
        ]
        return [[table.result() for table in deal] for deal in tables]


def _at_table(seed: int, number: int, game: XskatGame, seat: int, spec: str) -> Played:
    text = f"python_skat(start={game.dealt_start()})"
    deal = _played(seed, number, game, seat, lambda: bots_for(text, spec, seed, number)[seat])
    result = deal.result()
    each = scores(Scoring.SEEGER_FABIAN, result)
    ours, passed = deal.soloist == seat, deal.soloist < 0
    theirs = not ours and not passed
    their_score = (sum(each) - each[seat]) / 2
    numbers = [each[seat], their_score, ours, ours and result.won, theirs, theirs and result.won]
    seats = [spec if other == seat else THEIRS for other in _SEATS]
    return line_of(text, number, seats, deal), list(map(float, numbers))


def _played(
    seed: int, number: int, game: XskatGame, seat: int, make: Callable[[], pyspiel.Bot]
) -> Deal:
    """Return the game; play it again if a text of xskat was misread.

    On a busy machine, a text that xskat shows for less than a second may be missed. Both programs
    play the deal again in the same way, since their random numbers follow from seed and number.
    """
    for _ in range(_TRIES - 1):
        with contextlib.suppress(MisreadError):
            return _player()(seed, number, game, seat, make())
    return _player()(seed, number, game, seat, make())


def _report(settings: Settings, results: list[list[list[Played]]]) -> Report:
    deals = [deal for part in results for deal in part]
    # axes: deal, seat, column
    figures = np.array([[numbers for _, numbers in deal] for deal in deals])
    score, theirs = figures[:, :, _SCORE], figures[:, :, _THEIR_SCORE]
    total = figures.sum(axis=1).T
    tables = np.full(len(deals), float(len(_SEATS)))
    ahead = estimates.mean(score.mean(axis=1))
    more = estimates.mean((score - theirs).mean(axis=1))
    rows = [
        Row(f"points a deal (SkatZero: {_SKATZERO})", ahead, digits=1, cases=len(deals)),
        Row(
            f"points a deal of each xskat (beside SkatZero: {_ITS_XSKAT})",
            estimates.mean(theirs.mean(axis=1)),
            digits=1,
            cases=len(deals),
        ),
        Row("points a deal more", more, digits=1, cases=len(deals)),
        *(
            Row(f"points a deal as {name}", of, digits=1, cases=len(deals))
            for of, name in zip(map(estimates.mean, score.T), SEAT_NAMES, strict=True)
        ),
        *(
            Row(what, estimates.share(total[hits], counts) * 100, digits=1, cases=counts.sum())
            for what, hits, counts in (
                ("deals played alone, % (SkatZero: 51)", _ALONE, tables),
                ("games won alone, % (SkatZero: 91)", _WON, total[_ALONE]),
                ("deals that one of xskat's played alone, %", _THEIRS_ALONE, tables),
                ("games that xskat's won alone, %", _THEIRS_WON, total[_THEIRS_ALONE]),
            )
        ),
    ]
    spec = settings.spec("agent")
    finding = Finding(
        f"{spec} scores more against two xskat than SkatZero",
        above(ahead, _SKATZERO),
        f"{ahead:+.1f} points a deal",
        ours=True,
    )
    title = f"{3 * len(deals):,} deals, {len(deals):,} in each seat, of {spec} against two xskat"
    return Report(title, rows, [finding], {"whole.deals": lambda path: _write(deals, path)})


def _write(deals: list[list[Played]], path: Path) -> None:
    lines = (line for deal in deals for line, _ in deal)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


EXPERIMENT = Experiment(
    "xskat 4.0 (Debian's package), the rule-based program of Gunter Gerhardt, in whole deals",
    {"deals": (32, 334), "agent": "vorhand(worlds=40)"},
    parts("deals", _JOB_DEALS, "agent"),
    _work,
    _report,
    unit=f"parts of {_JOB_DEALS} deals in three seats",
    extras=("xskat",),
    why="SkatZero's figures come from other deals.",
)

"""Our players at one table with xskat, on the same deals with the same contracts.

xskat bids, declares and plays each deal alone in all three seats. Then the deal is played again
with its contract and skat by one of our agents against two players of xskat's, and by xskat's
soloist against two of ours. The difference between our soloist's result against xskat and xskat's
result against ours measures which of them plays better. It is the sum of two gains over xskat's own
games: that of our soloists and that of our defenders. PIMC weights hidden cards by the declaration
alone, or by card-location networks that were not trained on games of xskat. `vorhand` is the
complete agent.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyspiel

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.papers.framework import Experiment, Settings, parts
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.ours.beside_xskat import (
    THEIRS,
    Played,
    bots_for,
    line_of,
    log_writers,
)
from vorhand.evaluation.papers.ours.beside_xskat import agents as played_beside
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.xskat import program as xskat
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.start import Start
from vorhand.native.skat import Deal, Scoring, scores

_JOB_DEALS = 12
_BASE, _READER = "pimc", "bdci"  # PIMC with inference from the declaration alone, and with networks
_WHOLE = "vorhand"
_ALONE, _TOGETHER = "alone", "together"  # our soloist, our two defenders
_WON, _SCORE, _POINTS, _IS_NULL = range(4)


def agents(worlds: int) -> dict[str, str]:
    """Return our agents, keyed by their names in the tables."""
    return {
        **played_beside(worlds),
        _READER: f"pimc(worlds={worlds},belief=bdci)",
        _WHOLE: f"vorhand(worlds={worlds})",
    }


def _player() -> Callable[[int, int, Start, Mapping[int, pyspiel.Bot]], Deal]:
    """Return the function that plays at xskat's table; raise XskatError if a package is missing."""
    from vorhand.evaluation.xskat.table import play_at_table

    return play_at_table


def _work(job: Job) -> list[dict[str, Played]]:
    """Return each deal's games, keyed by table; none for a deal that was passed in.

    All tables of the job play at once, because xskat takes most of a second for every card.
    """
    seed, first, count, worlds = job
    games = list(enumerate(xskat.play_deals(seed, first, count), start=first))
    with ThreadPoolExecutor(2 * len(agents(worlds)) * len(games)) as pool:
        waiting = [
            {
                f"{name}-{side}": pool.submit(_at_table, seed, number, game.start, spec, side)
                for name, spec in agents(worlds).items()
                for side in (_ALONE, _TOGETHER)
                if game.start is not None
            }
            for number, game in games
        ]
        deals = [{name: table.result() for name, table in deal.items()} for deal in waiting]
    for played, (number, game) in zip(deals, games, strict=True):
        if game.start is not None:
            deal = game.played("").deal
            played[THEIRS] = _played(game.start, number, [THEIRS] * 3, deal)
    return deals


def _at_table(seed: int, number: int, start: Start, spec: str, side: str) -> Played:
    bots = bots_for(f"python_skat(start={start})", spec, seed, number)
    ours = [seat for seat in range(3) if (seat == start.soloist) == (side == _ALONE)]
    deal = _player()(seed, number, start, {seat: bots[seat] for seat in ours})
    return _played(start, number, [spec if seat in ours else THEIRS for seat in range(3)], deal)


def _played(start: Start, number: int, seats: list[str], deal: Deal) -> Played:
    result = deal.result()
    score = scores(Scoring.SEEGER_FABIAN, result)[result.soloist]
    numbers = [result.won, score, result.points, deal.contract == NULL]
    line = line_of(f"python_skat(start={start})", number, seats, deal)
    return line, list(map(float, numbers))


def _report(settings: Settings, results: list[list[dict[str, Played]]]) -> Report:
    deals = [deal for part in results for deal in part if deal]
    names = list(agents(settings.count("worlds")))
    tables = [THEIRS, *(f"{name}-{side}" for name in names for side in (_ALONE, _TOGETHER))]
    figures = {table: np.array([deal[table][1] for deal in deals]).T for table in tables}
    among_them = figures[THEIRS]
    rows = _rows(f"{THEIRS} against {THEIRS}", among_them)
    findings = []
    for name in names:
        alone, together = figures[f"{name}-{_ALONE}"], figures[f"{name}-{_TOGETHER}"]
        rows += _rows(f"{name} against {THEIRS}", alone)
        rows += _rows(f"{THEIRS} against {name}", together)
        rows += _differences(f"{name} less {THEIRS}, each against the other", alone, together)
        rows += _differences(f"{name}'s soloist less {THEIRS}'s", alone, among_them)
        rows += _differences(f"{name}'s defenders less {THEIRS}'s", among_them, together)
        ahead = estimates.mean(alone[_SCORE] - together[_SCORE])
        text = f"{ahead:+.1f} points a deal"
        findings.append(Finding(f"{name} beats xskat", above(ahead), text))
    mixed = (figures[f"{_BASE}-{_ALONE}"], figures[f"{_READER}-{_TOGETHER}"])
    rows += _differences(f"{_BASE} alone and {_READER} in defence less {THEIRS}", *mixed)
    for name in (_READER, _WHOLE):
        gains = _gains(figures, name)
        gains["in both roles"] = sum(gains.values(), np.zeros(len(deals)))
        for role, gain in gains.items():
            what = f"{name} gains over {_BASE} {role}"
            mean = estimates.mean(gain)
            rows.append(Row(f"{what}: score", mean, digits=1, cases=len(gain)))
            findings.append(Finding(what, above(mean), f"{mean:+.1f} points a deal"))
    passed = sum(map(len, results)) - len(deals)
    title = (
        f"{len(deals)} deals with the contracts of xskat, {passed} more passed in; a soloist of "
        f"one program against two of another (ours with {settings.count('worlds')} worlds)"
    )
    return Report(title, rows, findings, log_writers(deals, tables))


def _gains(figures: Mapping[str, Floats], name: str) -> dict[str, Floats]:
    """Return a player's gains over `_BASE` in each deal, alone and in defence."""
    score = {table: numbers[_SCORE] for table, numbers in figures.items()}
    return {  # the score of xskat's soloist counts against our defenders
        _ALONE: score[f"{name}-{_ALONE}"] - score[f"{_BASE}-{_ALONE}"],
        _TOGETHER: score[f"{_BASE}-{_TOGETHER}"] - score[f"{name}-{_TOGETHER}"],
    }


def _rows(table: str, own: Floats) -> list[Row]:
    deals, points = own.shape[1], _card_points(own)
    won, score = estimates.share(own[_WON], np.ones(deals)), estimates.mean(own[_SCORE])
    found = estimates.mean(points)
    return [
        Row(f"{table}: games the soloist wins, %", won * 100, digits=1, cases=deals),
        Row(f"{table}: soloist's score", score, digits=1, cases=deals),
        Row(f"{table}: soloist's card points", found, digits=1, cases=points.size),
    ]


def _differences(what: str, more: Floats, less: Floats) -> list[Row]:
    """Return rows of paired differences, by deal."""
    won, score = (estimates.mean(more[k] - less[k]) for k in (_WON, _SCORE))
    deals, points = more.shape[1], _card_points(more) - _card_points(less)
    return [
        Row(f"{what}: games won, %", won * 100, digits=1, cases=deals),
        Row(f"{what}: score", score, digits=1, cases=deals),
        Row(f"{what}: card points", estimates.mean(points), digits=1, cases=points.size),
    ]


def _card_points(own: Floats) -> Floats:
    """Return the soloist's card points, without null games; all tables have the same contracts."""
    points: Floats = own[_POINTS, own[_IS_NULL] == 0]
    return points


EXPERIMENT = Experiment(
    "xskat 4.0 (Debian's package), the rule-based program of Gunter Gerhardt, at one table",
    {"deals": (100, 400), "worlds": (20, 160)},
    parts("deals", _JOB_DEALS, "worlds"),
    _work,
    _report,
    unit=f"parts of {_JOB_DEALS} deals",
    extras=("xskat",),
    why="The contracts are xskat's.",
)

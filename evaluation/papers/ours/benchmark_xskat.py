"""xskat in the benchmark of Skat, on its deals, against its opponents and with its contracts.

In whole deals one of xskat's computer players sits beside two copies of the opponent, in each seat.
An opponent that bids more than the next value cannot sit at xskat's table, so the deals against
`random` are left out there. In card play with given contracts xskat has the soloist's seat, or that
of a defender beside a copy of the opponent, and its hints are followed. If cards are given, xskat
seeds its random numbers by the clock, so its few random choices differ from run to run.

Ratings are computed as for the leaderboard. The run writes xskat's row for it, ``xskat.jsonl``.
"""

import contextlib
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from vorhand.evaluation.arena import profile_of
from vorhand.evaluation.arena.estimates import CountedEstimate
from vorhand.evaluation.arena.game_loop import by_chance
from vorhand.evaluation.arena.match import Match, bots_by_seat, seeds_of
from vorhand.evaluation.benchmark import VERSION, field_of, ratings, save_row, shipped_rows
from vorhand.evaluation.benchmark.leaderboard import anchor_of
from vorhand.evaluation.benchmark.plan import ALONE, DEFENCE, WHOLE, pairings
from vorhand.evaluation.benchmark.rows import Row as BenchmarkRow
from vorhand.evaluation.papers.framework import Experiment, Settings, parts
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.ours.beside_xskat import THEIRS, line_of
from vorhand.evaluation.papers.reports import Finding, Report, Row, below
from vorhand.evaluation.workers.provenance import code_commit, code_version, package_versions
from vorhand.evaluation.xskat.program import XskatError
from vorhand.games.skat.start import Start
from vorhand.native.skat import Deal, Scoring, scores

GAME = "python_skat"
_JUMPS = "random"  # bids more than the next value
_JOB_DEALS = 4
_TRIES = 4
_DIGITS = 6


class _Game(NamedTuple):
    """A game of the benchmark in which xskat takes the agent's place.

    Attributes:
        number: number of the deal in the benchmark.
        match: the match of the anchor.
        deal: number of the deal in the match.
        seating: number of the seating.
        contract: True if the contract is given.
    """

    number: int
    match: Match
    deal: int
    seating: int
    contract: bool


class _Played(NamedTuple):
    """A finished game: scores by seat, xskat's and the soloist's seat, and the line of a log."""

    returns: tuple[float, ...]
    seat: int
    soloist: int
    line: str


def _work(job: Job) -> list[dict[str, Any]]:
    """Return for each deal xskat's scores by section, and log lines of given contracts.

    All tables of the job play at once, because xskat takes most of a second for every card.
    """
    _, first, count = job
    games = list(_games(range(first, first + count)))
    with ThreadPoolExecutor(len(games)) as pool:
        played = list(zip(games, pool.map(_play, games), strict=True))
    return [
        _result([(game.contract, result) for game, result in played if game.number == number])
        for number in range(first, first + count)
    ]


def _games(numbers: range) -> Iterator[_Game]:
    anchor = field_of(GAME).anchor
    for pairing in pairings(GAME, anchor, numbers.stop):
        contract = pairing.kind == "cards"
        if pairing.kind == "bidding" or (pairing.match.agents[1] == _JUMPS and not contract):
            continue
        for deal, number in enumerate(pairing.numbers):
            if number in numbers:
                for seating in range(len(pairing.match.seatings)):
                    yield _Game(number, pairing.match, deal, seating, contract)


def _play(game: _Game) -> _Played:
    """Play a game; try again if xskat's display was missed because the machine was busy."""
    for _ in range(_TRIES - 1):
        with contextlib.suppress(XskatError):
            return _play_once(game)
    return _play_once(game)


def _play_once(game: _Game) -> _Played:
    from vorhand.evaluation.xskat.given_contracts import play_contract
    from vorhand.evaluation.xskat.whole_deals import play_dealt

    match, place = game.match, game.match.place(game.deal)
    bots = dict(enumerate(bots_by_seat(match, place, seeds_of(match, game.deal), game.seating)))
    by_seat = place.by_seat(match.seatings[game.seating])
    seat = by_seat.index(0)
    del bots[seat]
    start = place.game.start if game.contract else start_of(match, game.deal)
    deal = play_contract(start, bots) if game.contract else play_dealt(start, bots)
    result = deal.result()
    seats = [THEIRS if other == seat else match.agents[1] for other in range(len(by_seat))]
    line = line_of(f"{GAME}(start={start})", game.number, seats, deal)
    return _Played(tuple(scores(Scoring.SEEGER_FABIAN, result)), seat, result.soloist, line)


def start_of(match: Match, number: int) -> Start:
    """Return a deal of a match as a start at which the bidding begins."""
    state = match.place(number).game.new_initial_state()
    chance = random.Random(seeds_of(match, number)[0])
    while state.is_chance_node():
        state.apply_action(by_chance(state, chance))
    deal: Deal = state.deal
    return Start((deal.dealt_hand(0), deal.dealt_hand(1), deal.dealt_hand(2)), deal.dealt_skat)


def _result(played: Sequence[tuple[bool, _Played]]) -> dict[str, Any]:
    """Return the score in each section, and the log lines of games with given contracts."""
    whole = [game.returns[game.seat] for contract, game in played if not contract]
    given = [game for contract, game in played if contract]
    alone = [game.returns[game.soloist] for game in given if game.seat == game.soloist]
    defence = [-game.returns[game.soloist] for game in given if game.seat != game.soloist]
    sections = {WHOLE: whole, ALONE: alone, DEFENCE: defence}
    return {
        **{name: round(mean(f), _DIGITS) if f else None for name, f in sections.items()},
        "lines": [game.line for game in given],
    }


def _report(settings: Settings, results: list[list[dict[str, Any]]]) -> Report:
    deals = [deal for part in results for deal in part]
    anchor = anchor_of(GAME, shipped_rows(GAME))
    row = _row(deals, {})
    found = [rating for rating in ratings(row, anchor) if rating.is_known]
    rows, findings = [], []
    for rating in found:
        what = rating.section + (f" against {rating.against}" if rating.against else "")
        name = f"rating, {what} ({rating.deals} deals)"
        rows.append(Row(name, rating.estimate, digits=2, cases=rating.deals))
        if not rating.against:
            text = f"xskat is rated below {anchor.agent} in {what}"
            value = f"{rating.estimate:+.1f} points a game"
            findings.append(Finding(text, below(rating.estimate), value, ours=True))
    title = f"xskat in the first {len(deals)} deals of the benchmark of {GAME}"
    return Report(title, rows, findings, {"xskat.jsonl": lambda path: _write(deals, path)})


def _row(deals: Sequence[Mapping[str, Any]], errors: Mapping[str, CountedEstimate]) -> BenchmarkRow:
    field = field_of(GAME)
    return BenchmarkRow(
        benchmark=VERSION,
        game=GAME,
        agent=THEIRS,
        deals=len(deals),
        field=field.with_shares,
        field_weights=field.weights(GAME),
        weights={},
        imported={},
        version=code_version(),
        commit=code_commit(),
        scores={name: tuple(d[name] for d in deals) for name in (WHOLE, ALONE, DEFENCE)},
        seconds=None,
        errors=errors,
        exploitability=None,
        packages=package_versions(),
        files={},
    )


def _write(deals: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Write xskat's row of the leaderboard, with its errors against open hands."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "deals"
        log.write_text("".join(f"{line}\n" for deal in deals for line in deal["lines"]), "utf-8")
        errors = profile_of(GAME).open_hand_errors([log], THEIRS)
    path.unlink(missing_ok=True)
    save_row(path, _row(deals, errors))


EXPERIMENT = Experiment(
    "xskat 4.0 (Debian's package), the rule-based program of Gunter Gerhardt, in the benchmark",
    {"deals": (8, 100)},
    parts("deals", _JOB_DEALS),
    _work,
    _report,
    unit=f"parts of {_JOB_DEALS} deals",
    extras=("xskat",),
)

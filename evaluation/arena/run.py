"""The run of a match: deals played in processes, the log, and the resumption."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspiel

from vorhand.evaluation.arena.log import Held, LogError, MatchLog, look_through, read_match
from vorhand.evaluation.arena.match import Match, Place, PlayedGame, Seating, play_deal
from vorhand.evaluation.arena.profiles import Profile, profile_of
from vorhand.evaluation.arena.results import Results
from vorhand.evaluation.arena.until import Until
from vorhand.evaluation.workers.processes import Workers, ordered_map
from vorhand.evaluation.workers.provenance import code_version, done_again
from vorhand.games.texts import field

_JOB_SECONDS = 0.2  # seconds of work given to a process at once
_LONGEST_JOB = 500  # maximum number of deals in a job


@dataclass(frozen=True)
class _Deal:
    """One deal played in all seatings, and its records."""

    games: list[PlayedGame]
    records: list[dict[str, Any]]


@dataclass(frozen=True)
class _Batch:
    """Deals in order, and the seconds they took."""

    deals: list[_Deal]
    seconds: float


def run(
    match: Match,
    deals: int,
    results: Results,
    *,
    log: str | os.PathLike[str] | None = None,
    workers: Workers = 1,
    progress: Callable[[int], None] = lambda done: None,
    until: Until | None = None,
) -> None:
    """Play a match, or the part of it that the log does not hold yet.

    Args:
      match: the match.
      deals: total number of deals; those in the log count.
      results: empty results, filled deal by deal; after an exception they hold the finished deals.
      log: file that records every game; an existing log of the same match is read first
        and then continued. The log does not depend on the number of workers or on interruptions.
        None: no log.
      workers: number of processes, or a Ray cluster.
      progress: callback, called with the number of deals done.
      until: checked after every deal, in order; may end the match early. It is written to the
        log, because it makes the intervals valid at any stopping time.

    Raises:
      LogError: the log is not the log of this match, or was written by code that plays
        differently; a few deals of another version's log are played again as a check.
      LogWriteError: the log cannot be written, for example because the disk is full.
      MatchError: an agent failed.
      DealSourceError: the source of deals has fewer deals.
    """
    if deals:
        match.place(deals - 1)  # raises an error before play if the source has fewer deals
    plan = None if until is None else until.settings()
    with contextlib.nullcontext() if log is None else MatchLog(log, match, plan) as match_log:
        if match_log is not None:
            with contextlib.closing(_logged(match, match_log.held, workers)) as logged:
                for games in itertools.islice(logged, deals):
                    results.add(games)
                    progress(len(results))
                    if until is not None and until.is_decided(results):
                        return
            if match_log.held.version != code_version() and len(results) < deals:
                _play_again(match, match_log.held, results)
        with contextlib.closing(_played_on(match, deals, results, workers)) as batches:
            for batch in batches:
                for deal in batch:
                    if match_log is not None:
                        match_log.append(deal.records)
                    results.add(deal.games)
                    if until is not None and until.is_decided(results):
                        progress(len(results))
                        return
                progress(len(results))


def _play_again(match: Match, log: Held, results: Results) -> None:
    """Play some deals of a log again with this code; raise LogError if the records differ."""
    profile = profile_of(match.short_name)
    size = len(match.seatings)
    lines = list(log.lines())
    for deal in done_again(log.deals):
        begun = deal - deal % (profile.round_deals(match) or log.deals)
        [played] = _play_batch(
            match, profile.agents(match, results, begun), range(deal, deal + 1)
        ).deals
        if played.records != list(map(log.record, lines[deal * size : (deal + 1) * size])):
            raise LogError(
                f"log {log.path}: was written by version {log.version}, and this version, "
                f"{code_version()}, plays deal {deal} otherwise; expected the log of this version, "
                "or no file"
            )


def read_log(path: str | os.PathLike[str], workers: Workers = 1) -> Results:
    """Return the results of the whole deals in a log, without changing it.

    Deals for which agents bid are taken from the log; the agents do not bid again.

    Raises:
      LogError: it is not a log, or contains something other than records of this match.
    """
    match = read_match(path)
    results = Results(match)
    held = look_through(Path(path), len(match.seatings))
    for games in _logged(match, held, workers, as_then=True):
        results.add(games)
    return results


def _played_on(
    match: Match, deals: int, results: Results, workers: Workers
) -> Generator[list[_Deal], None, None]:
    """Play the remaining deals.

    The caller adds them to the results, from which agents may learn.
    """
    profile = profile_of(match.short_name)
    together = profile.round_deals(match) or deals
    while (first := len(results)) < deals:
        begun = first - first % together
        task = functools.partial(_play_batch, match, profile.agents(match, results, begun))
        left = range(first, min(begun + together, deals))
        with contextlib.closing(_in_batches(task, left, workers)) as batches:
            yield from batches


def _in_batches(
    task: Callable[[range], _Batch], deals: range, workers: Workers
) -> Generator[list[_Deal], None, None]:
    """Yield the deals in order, sent to processes in batches of about ``_JOB_SECONDS``."""
    size = 1

    def jobs() -> Iterator[range]:
        at = deals.start
        while at < deals.stop:
            batch = range(at, min(at + size, deals.stop))
            at = batch.stop
            yield batch

    with contextlib.closing(ordered_map(task, jobs(), workers)) as batches:
        for batch in batches:
            per_deal = batch.seconds / len(batch.deals)
            size = max(1, min(_LONGEST_JOB, int(_JOB_SECONDS / max(per_deal, 1e-6))))
            yield batch.deals


def _logged(
    match: Match, log: Held, workers: Workers, as_then: bool = False
) -> Generator[list[PlayedGame], None, None]:
    """Replay the deals in a log.

    With ``as_then`` the deals for which agents bid are taken from the log. All other deals must
    equal those that the source gives now.
    """
    lines = log.lines()
    size = _LONGEST_JOB * len(match.seatings)
    jobs = enumerate(iter(lambda: list(itertools.islice(lines, size)), []))
    # Replaying a few deals takes less time than starting a second process.
    workers = workers if log.deals > _LONGEST_JOB else 1
    with contextlib.closing(
        ordered_map(functools.partial(_read_batch, match, log, as_then), jobs, workers)
    ) as batches:
        for batch in batches:
            yield from batch


def _play_batch(match: Match, agents: tuple[str, ...], deals: range) -> _Batch:
    start = time.perf_counter()
    profile = profile_of(match.short_name)
    played = []
    for deal in deals:
        states, place = play_deal(match, deal, agents), match.place(deal)
        pairs = list(zip(match.seatings, states, strict=True))
        played.append(
            _Deal(
                [_played(profile, deal, seating, state, place) for seating, state in pairs],
                [profile.write(match, deal, seating, state) for seating, state in pairs],
            )
        )
    return _Batch(played, time.perf_counter() - start)


def _read_batch(
    match: Match, log: Held, as_then: bool, job: tuple[int, list[str]]
) -> list[list[PlayedGame]]:
    """Replay the games of a log, starting at deal ``_LONGEST_JOB * job[0]``."""
    number, lines = job
    profile = profile_of(match.short_name)
    size = len(match.seatings)
    deals = []
    for k in range(0, len(lines), size):
        expected = _LONGEST_JOB * number + k // size
        games: list[PlayedGame] = []
        for seating, line in zip(match.seatings, lines[k : k + size], strict=True):
            at = f"log {log.path}, line {1 + expected * size + len(games)}"
            try:
                fields = log.record(line)
                game = field(fields, "game", str)
                if not games:  # all games of a deal have the same cards
                    first = game
                    place = match.place_logged(expected, game) if as_then else match.place(expected)
                if game != first:
                    raise LogError(f"game {game!r}: expected {first!r}, as before in this deal")
                deal, held, state = profile.read(match, fields, place)
            except ValueError as error:
                raise LogError(f"{at}: {error}") from error
            if (deal, held) != (expected, seating):
                raise LogError(
                    f"{at}: holds deal {deal}, seating {held}; "
                    f"expected deal {expected}, seating {seating}"
                )
            games.append(_played(profile, deal, seating, state, place))
        deals.append(games)
    return deals


def _played(
    profile: Profile, deal: int, seating: Seating, state: pyspiel.State, place: Place
) -> PlayedGame:
    returns, facts = state.returns(), profile.facts(state, place.first_seat)
    return PlayedGame(deal, seating, place.from_first(returns), facts)

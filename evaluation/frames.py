"""The games of a match as rows: for data frames, and as lines of JSON."""

import importlib
import json
import os
from collections.abc import Iterator
from typing import Any, Literal

from vorhand.evaluation.arena.profiles import profile_of
from vorhand.evaluation.arena.report import figure_rows
from vorhand.evaluation.arena.results import Results
from vorhand.evaluation.arena.run import read_log as read_results
from vorhand.evaluation.workers.processes import Workers
from vorhand.native.errors import InputError


class FrameError(InputError):
    """An unknown kind of rows or library, or a library that is not installed."""


def rows(results: Results) -> Iterator[dict[str, Any]]:
    """Yield a row for each seat of each game.

    ``deal`` and ``game`` (within the deal) count from 0. ``seat`` counts from the seat where the
    seating begins; with given contracts that is the soloist. ``agent`` and ``score`` follow, then
    the columns of the game's profile: in Skat ``alone``, ``contract`` and ``won`` (by the soloist);
    all three are None in a deal without a soloist.
    """
    match = results.match
    profile = profile_of(match.short_name)
    scores = results.returns()
    for deal, facts_of_deal in enumerate(results.facts):
        games = zip(match.seatings, facts_of_deal, strict=True)
        for game, (seating, facts) in enumerate(games):
            for seat, agent in enumerate(seating):
                row = {"deal": deal, "game": game, "seat": seat, "agent": match.names[agent]}
                row["score"] = float(scores[deal, game, seat])
                yield row | profile.columns(facts, seat)


def lines(results: Results) -> Iterator[str]:
    """Yield the rows as JSON, one per line, for ``pandas.read_json(..., lines=True)``."""
    return map(json.dumps, rows(results))


def frame(
    results: Results,
    of: Literal["games", "figures"] = "games",
    library: Literal["pandas", "polars"] = "pandas",
) -> Any:
    """Return the rows of the games (see `rows`), or those of the figures, as a data frame.

    Raises:
        FrameError: ``of`` or the library is unknown, or the library is not installed.
    """
    if of not in ("games", "figures"):
        raise FrameError(f"frame of {of!r}: expected games or figures")
    if library not in ("pandas", "polars"):
        raise FrameError(f"library {library!r}: expected pandas or polars")
    try:
        made = importlib.import_module(library)
    except ImportError as error:
        raise FrameError(
            f"{library} is not installed; pip install 'vorhand[frames]' brings pandas, "
            "pip install polars the other"
        ) from error
    return made.DataFrame(list(rows(results) if of == "games" else figure_rows(results)))


def read_log(
    path: str | os.PathLike[str],
    library: Literal["pandas", "polars"] = "pandas",
    workers: Workers = 1,
) -> Any:
    """Return the log of a match as a data frame, a row for each seat of each game (see `rows`).

    Args:
        path: the log; that of an interrupted match has fewer deals.
        library: pandas or polars.
        workers: number of processes that replay the records, or a Ray cluster.

    Raises:
        FrameError: the library is unknown or not installed.
        LogError: it is no log.
    """
    return frame(read_results(path, workers), library=library)

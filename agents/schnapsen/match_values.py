"""P(match state): the probability of winning a match from a score between two deals."""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vorhand.games.texts import TextError, field, json_object
from vorhand.native.errors import InputError
from vorhand.native.fitted import read

START = "start"
MEASURED = "measured"
LEARN = "learn"
_TABLE = "table:"
_MOST_POINTS = 1000  # the most game points to which a match may be played
_PRIOR = 20.0  # weight of earlier values, in matches per state
_TOLERANCE = 1e-9


class MatchValuesError(InputError):
    """A table of match values that cannot be read or used; the message says why."""


@dataclass(frozen=True)
class MatchValues:
    """Chances of winning the match.

    Attributes:
        table: float64 [points, points], chance of the player with the row's game points against one
            with the column's. It rises with the row and falls with the column.

    Raises:
        MatchValuesError: the table is not square, leaves 0..1, or is not monotone.
    """

    table: npt.NDArray[np.float64]

    def __post_init__(self) -> None:
        table = self.table
        if table.ndim != 2 or table.shape[0] != table.shape[1] or not table.size:
            raise MatchValuesError(f"match values: shape {table.shape}, expected a square table")
        for own, other in zip(*np.nonzero(~((table >= 0) & (table <= 1))), strict=True):
            raise MatchValuesError(
                f"match values at {own}:{other}: {table[own, other]}, expected 0 to 1"
            )
        for axis, sign, what in ((0, 1, "rise with own"), (1, -1, "fall with the opponent's")):
            steps = np.diff(table, axis=axis) * sign
            for own, other in zip(*np.nonzero(steps < -_TOLERANCE), strict=True):
                raise MatchValuesError(
                    f"match values at {own}:{other}: not monotone, expected to {what} points"
                )

    @property
    def match_points(self) -> int:
        """The game points that win the match."""
        return int(self.table.shape[0])

    def after(self, own: int, other: int, points: int) -> float:
        """Return the chance to win the match after a deal.

        The deal began at the score own:other and pays ``points``, which are below 0 if it is lost.
        """
        own, other = own + max(points, 0), other + max(-points, 0)
        if own >= self.match_points:
            return 1.0
        return 0.0 if other >= self.match_points else float(self.table[own, other])

    def of_deal(self, own: int, other: int) -> npt.NDArray[np.float64]:
        """Return the results of `after` for -3 .. 3 points: float64 [7]."""
        return np.array([self.after(own, other, points) for points in range(-3, 4)])

    def __str__(self) -> str:
        """Return the table as one word that a spec may contain and that `match_values` reads."""
        return _TABLE + "/".join(f"{value:.6f}" for value in self.table.flat)

    def to_json(self) -> str:
        """Return the table as JSON, one entry per state."""
        size = self.match_points
        values = {
            f"{i}:{j}": round(float(self.table[i, j]), 6) for i in range(size) for j in range(size)
        }
        return json.dumps({"match_points": size, "values": values}, indent=1) + "\n"

    def save(self, path: Path) -> None:
        """Write the table to a file as JSON, see `to_json`."""
        path.write_text(self.to_json())


def start_values(match_points: int) -> MatchValues:
    """Solve Pascal's problem of points: each game point goes to either player with chance 1/2."""
    table = np.empty((match_points, match_points))
    for own in range(match_points):
        for other in range(match_points):
            need, theirs = match_points - own, match_points - other
            rounds = need + theirs - 1
            ways = sum(math.comb(rounds, won) for won in range(need, rounds + 1))
            table[own, other] = ways / 2**rounds
    return MatchValues(table)


def load_values(path: Path) -> MatchValues:
    """Read the table that `MatchValues.save` wrote; raise MatchValuesError if it is not valid."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise MatchValuesError(
            f"match values {path}: {error.strerror}; "
            f"expected {START}, {MEASURED}, {LEARN} or a file"
        ) from error
    except UnicodeDecodeError as error:
        raise MatchValuesError(f"match values {path}: expected JSON, in UTF-8") from error
    return _parse(text, str(path))


def match_values(name: str, match_points: int) -> MatchValues:
    """Return the table of a name: ``start``, ``measured``, ``learn``, ``table:...`` or a file.

    ``measured`` comes with the package for matches to 7; for other matches it equals ``start``.
    ``learn`` equals ``measured`` at first. A tournament replaces it with the values learned so far,
    in the form ``table:`` and the values row by row, separated by slashes.

    Raises:
        MatchValuesError: the table is for matches of another length, or is not valid.
    """
    if name == START or (name in (MEASURED, LEARN) and match_points != 7):
        return start_values(match_points)
    if name.startswith(_TABLE):
        return _parse_table(name, match_points)
    if name in (MEASURED, LEARN):
        return _parse(read("match_values.json").decode(), "match_values.json")
    values = load_values(Path(name))
    if values.match_points != match_points:
        raise MatchValuesError(
            f"match values {name}: for matches to {values.match_points}, expected {match_points}"
        )
    return values


def _parse_table(text: str, match_points: int) -> MatchValues:
    try:
        values = np.array([float(value) for value in text.removeprefix(_TABLE).split("/")])
        return MatchValues(values.reshape(match_points, match_points))
    except MatchValuesError:
        raise
    except ValueError as error:
        raise MatchValuesError(
            f"match values {text[:40]}...: expected {match_points} x {match_points} numbers "
            f"({error})"
        ) from error


def _parse(text: str, name: str) -> MatchValues:
    try:
        content = json_object(text)
        size, named = field(content, "match_points", int), field(content, "values", dict)
        values = {state: field(named, state, float) for state in named}
    except TextError as error:
        raise MatchValuesError(
            f"match values {name}: expected JSON with match_points and values ({error})"
        ) from error
    if not 1 <= size <= _MOST_POINTS:
        raise MatchValuesError(
            f"match values {name}: match_points {size}, expected 1 to {_MOST_POINTS}"
        )
    table = np.empty((size, size))
    for own in range(size):
        for other in range(size):
            if f"{own}:{other}" not in values:
                raise MatchValuesError(f"match values {name}: state {own}:{other} is missing")
            table[own, other] = values[f"{own}:{other}"]
    return MatchValues(table)


def measured_values(
    matches: Iterable[tuple[list[tuple[int, int]], int]], prior: MatchValues
) -> MatchValues:
    """Compute frequencies of wins, shrunk towards earlier values if there are few matches.

    A match is given by the scores before each of its deals, and its winner; it counts for both
    players. Earlier values count as `_PRIOR` matches per state. The frequencies may violate the
    order of the states by chance. Then the result is the mean of the tightest monotone tables above
    and below.
    """
    won, seen = prior.table * _PRIOR, np.full_like(prior.table, _PRIOR)
    for scores, winner in matches:
        for score in scores:
            for player in range(2):
                state = score[player], score[1 - player]
                seen[state] += 1
                won[state] += player == winner
    table = won / seen
    above = np.maximum.accumulate(np.maximum.accumulate(table, axis=0)[:, ::-1], axis=1)[:, ::-1]
    below = np.minimum.accumulate(np.minimum.accumulate(table[::-1], axis=0)[::-1], axis=1)
    return MatchValues((above + below) / 2)

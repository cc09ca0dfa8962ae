"""The list of scores as Skat clubs keep it, with the settlement of Seeger and Fabian.

In the International Skat Order a series has 36 deals with three players, and 48 with four, of whom
the dealer sits out. A player's score is the sum of the game values, plus 50 points for each game
won as soloist, minus 50 for each game lost as soloist, and plus 40 points (30 with four players)
for each game that another player of the table lost. Ramsch has no soloist: the points won or lost
in it are added to the game values, and nothing else is.

>>> lost = ListedDeal(("a", "b", "c"), soloist=0, value=-48, contract="C", matadors=1, bid=18)
>>> [standing.total for standing in score_list([lost])[0].standings]
[-98, 40, 40]
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.records.model import Outcome, Result
from vorhand.native.errors import InputError
from vorhand.native.skat import Deal

SERIES = {3: 36, 4: 48}
"""Number of deals of a series, keyed by the number of players."""
OTHERS_LOST = {3: 40, 4: 30}
"""Points for a game that another player lost, keyed by the number of players."""
OWN_GAME = 50
"""Points for a game won as soloist; as many are deducted for a game lost."""
RAMSCH = "ramsch"
"""The contract in the lines of a deal of Ramsch: one for each player who won or lost points."""
STOPPED = "penalty"
"""The contract in the line of a deal that was stopped with a penalty; it gives nobody points."""

_SEATS = 3
_MOST_NAMED = 4  # players in an error message


class ScoreListError(InputError):
    """Deals that do not make a list."""


@dataclass(frozen=True)
class ListedDeal:
    """A deal, as far as the list needs it."""

    players: tuple[str, str, str]  # names by seat, forehand first
    soloist: int = -1  # seat; -1: none
    value: int = 0  # value of the game: negative, and doubled, if it was lost
    contract: str = ""  # in letters, such as GHS; `STOPPED`; `RAMSCH`
    matadors: int = 0  # with (positive) or without; 0 in null
    bid: int = 0
    finished: bool = True
    by_seat: tuple[int, ...] = ()  # only in Ramsch: points that each seat won or lost
    bock: bool = False  # the deal is of a Bock round; the values above are doubled already
    multiplier: int = 1  # 2 with Kontra, 4 with Re; the values above include it
    sits_out: str = ""  # name of a fourth player, the dealer; optional if they play in other deals

    @classmethod
    def of(cls, players: tuple[str, str, str], deal: Deal, result: Result) -> ListedDeal:
        """Return a deal with its players; a deal stopped with a penalty counts for nobody."""
        if result.outcome == Outcome.PENALTY:
            return cls(players, contract=STOPPED)
        if deal.is_ramsch and deal.is_over:
            lost = tuple(deal.result().seat_values)
            return cls(players, contract=RAMSCH, by_seat=lost, bock=deal.bock)
        if result.declarer is None:
            return cls(players, finished=result.outcome != Outcome.UNKNOWN, bock=deal.bock)
        known = deal.contract >= 0  # a player may have left before the contract was named
        declared = Declaration.of(deal) if known else ""
        game = (result.declarer, result.value, str(declared), result.matadors, deal.bid)
        return cls(players, *game, bock=deal.bock, multiplier=deal.multiplier)


@dataclass(frozen=True)
class Line:
    """A line of the list; players are numbers in the order of the table."""

    number: int  # of the deal within the series, from 1
    dealer: int
    player: int | None  # the soloist, or a player who scored in Ramsch; None: passed in or stopped
    contract: str
    matadors: int
    bid: int
    value: int
    total: int  # sum of the player's game values so far; 0 without a player
    won: int  # games that the player has won so far
    lost: int
    bock: bool = False  # of a Bock round, where values count double
    multiplier: int = 1  # 2 with Kontra, 4 with Re


@dataclass(frozen=True)
class Standing:
    """The settlement of a player at the end of a series."""

    name: str
    points: int  # sum of the game values
    won: int
    lost: int
    own: int  # 50 for each game won, -50 for each lost
    others: int  # points for games that other players lost

    @property
    def total(self) -> int:
        """The player's score."""
        return self.points + self.own + self.others


@dataclass(frozen=True)
class Series:
    """The lines of a series and its settlement."""

    lines: tuple[Line, ...]
    standings: tuple[Standing, ...]


def score_list(deals: Iterable[ListedDeal]) -> list[Series]:
    """Return the score list of the deals, in series of 36 or 48.

    Raises:
        ScoreListError: there are no deals, a deal is not finished, or the deals are not of the same
            three or four players.
    """
    listed = list(deals)
    for number, deal in enumerate(listed, start=1):
        if not deal.finished:
            raise ScoreListError(f"deal {number} was not finished; expected one that has a result")
    seated = [_told_apart(deal.players, number) for number, deal in enumerate(listed, start=1)]
    table = _table(seated, [deal.sits_out for deal in listed])
    numbered = iter(zip(listed, seated, strict=True))
    series = []
    while some := list(islice(numbered, SERIES[len(table)])):
        series.append(_series(some, table))
    return series


def _told_apart(names: Sequence[str], number: int) -> tuple[str, ...]:
    """Return a deal's names; two equal names are numbered clockwise.

    The numbers begin at the left of the player with the unique name.
    """
    if len(set(names)) == _SEATS:
        return tuple(names)
    unique = next((seat for seat, name in enumerate(names) if names.count(name) == 1), None)
    if unique is None:
        raise ScoreListError(
            f"deal {number}: all players are called {names[0]!r}; expected names that differ"
        )
    found = list(names)
    for place in (1, 2):
        seat = (unique + place) % _SEATS
        found[seat] = f"{names[seat]} {place}"
    return tuple(found)


def _table(seated: Sequence[tuple[str, ...]], out: Sequence[str]) -> tuple[str, ...]:
    """Return the players in the order of their places, which the first deal determines."""
    if not seated:
        raise ScoreListError("no deals: expected at least one")
    first = seated[0]
    there = [*(name for deal in seated for name in deal), *filter(None, out)]
    names = dict.fromkeys(there)
    if len(names) not in SERIES:
        expected = "expected the same three, or four of whom the dealer sits out"
        named = ", ".join(islice(names, _MOST_NAMED)) + (
            ", ..." if len(names) > _MOST_NAMED else ""
        )
        raise ScoreListError(f"{len(names)} players ({named}): {expected}")
    # The dealer sits at the right of forehand, and sits out if there are four players.
    return (*first, *(name for name in names if name not in first))


def _series(some: Sequence[tuple[ListedDeal, tuple[str, ...]]], table: tuple[str, ...]) -> Series:
    points, won, lost = ([0] * len(table) for _ in range(3))
    lines = []
    for number, (deal, seated) in enumerate(some, start=1):
        places = [table.index(name) for name in seated]
        (out,) = set(range(len(table))) - set(places) or {places[2]}
        counted = [(seat, value) for seat, value in enumerate(deal.by_seat) if value]
        for seat, value in counted or [(deal.soloist, deal.value)]:
            player = places[seat] if seat >= 0 else None
            sums = (0, 0, 0)
            if player is not None:
                points[player] += value
                if deal.soloist >= 0:
                    (won if value > 0 else lost)[player] += 1
                sums = (points[player], won[player], lost[player])
            game = (deal.contract, deal.matadors, deal.bid, value)
            lines.append(Line(number, out, player, *game, *sums, deal.bock, deal.multiplier))
    standings = tuple(
        Standing(
            name,
            points[k],
            won[k],
            lost[k],
            OWN_GAME * (won[k] - lost[k]),
            OTHERS_LOST[len(table)] * (sum(lost) - lost[k]),
        )
        for k, name in enumerate(table)
    )
    return Series(tuple(lines), standings)


def as_data(series: Sequence[Series]) -> list[dict[str, Any]]:
    """Return lists as plain data, with the score of each player as ``total``."""
    return [
        {
            "lines": [asdict(line) for line in each.lines],
            "standings": [{**asdict(one), "total": one.total} for one in each.standings],
        }
        for each in series
    ]


def marked_contract(line: Line) -> str:
    """Return a line's contract, and why its value is multiplied, as in ``C kontra bock``."""
    words = (line.contract, _KONTRA[line.multiplier], _BOCK if line.bock else "")
    return " ".join(word for word in words if word)


_HEADINGS = ("series", "deal", "dealer", "player", "contract", "matadors", "bid", "points")
_SUMS = ("total", "won", "lost")
_BOCK = "bock"
_KONTRA = {1: "", 2: "kontra", 4: "re"}  # by multiplier


def as_csv(series: Sequence[Series]) -> str:
    """Return lists as CSV: the lines of all deals, then the settlement of each series.

    Names that a spreadsheet would interpret as a formula are preceded by an apostrophe.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow((*_HEADINGS, *_SUMS, _BOCK, _KONTRA[2]))
    writer.writerows(_rows(series))
    writer.writerow(())
    writer.writerow(("series", "player", "points", "won", "lost", "own games", "others", "score"))
    for number, each in enumerate(series, start=1):
        for s in each.standings:
            writer.writerow(
                (number, _cell(s.name), s.points, s.won, s.lost, s.own, s.others, s.total)
            )
    return file.getvalue()


def _cell(name: str) -> str:
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name


def _rows(series: Sequence[Series]) -> Iterator[tuple[object, ...]]:
    for number, each in enumerate(series, start=1):
        names = [_cell(standing.name) for standing in each.standings]
        for line in each.lines:
            doubled = (_BOCK if line.bock else "", _KONTRA[line.multiplier])
            if line.player is None:
                cells = ("", line.contract, *[""] * (3 + len(_SUMS)))
                yield (number, line.number, names[line.dealer], *cells, *doubled)
                continue
            game = (names[line.player], line.contract, line.matadors or "", line.bid, line.value)
            sums = (line.total, line.won, line.lost)
            yield (number, line.number, names[line.dealer], *game, *sums, *doubled)

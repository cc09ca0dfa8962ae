"""Ratings of accounts and agents by game; the method is that of the library openskill.

Weng and Lin (2011), Journal of Machine Learning Research 12, the model of Plackett and Luce: each
deal is a contest in which the order of the scores counts, with draws.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, NamedTuple

import sqlalchemy as sa
import structlog
from openskill.models import PlackettLuce

from vorhand.service.server.journal import Journal
from vorhand.service.server.schema import RATINGS, RESULTS, JournalError

_LOG = structlog.get_logger()
_JOURNAL_ERRORS = (JournalError, sa.exc.SQLAlchemyError)
_MOST_TOGETHER = 100  # results


class Rated(NamedTuple):
    """Who is rated, at what: game, `AGENT` or `ACCOUNT`, and name."""

    game: str
    kind: str
    name: str


@dataclass
class Rating:
    """How well somebody plays a game.

    Attributes:
      mean: the estimate.
      deviation: its standard deviation.
      deals: rated.
      score: sum over them.
      last: when the last was rated, in seconds since 1970.
    """

    mean: float
    deviation: float
    deals: int = 0
    score: float = 0.0
    last: float = 0.0

    @property
    def value(self) -> float:
        """By which they are listed."""
        return self.mean - 3 * self.deviation


@dataclass(frozen=True)
class Ratings:
    """The ratings of a database; everything here blocks.

    Of servers that share a database, who finds that another was quicker begins anew.
    """

    journal: Journal
    _model: PlackettLuce = field(default_factory=PlackettLuce)

    def rate_some(self) -> int:
        """Rates results that wait, the oldest first; how many are done with.

        One that cannot be rated is set aside, so that it does not hold up the others: it stands
        in the log from then on.
        """
        with self.journal.reading() as connection:
            query = sa.select(RESULTS).order_by(RESULTS.c.ended).limit(_MOST_TOGETHER)
            results = connection.execute(query).all()
        try:
            return self._rate_together(results)
        except _JOURNAL_ERRORS:
            raise
        except Exception as error:
            _LOG.warning("results rated one by one", error=repr(error))
            return sum(self._rate_or_set_aside(result) for result in results)

    def _rate_or_set_aside(self, result: Any) -> int:
        try:
            return self._rate_together([result])
        except _JOURNAL_ERRORS:
            raise
        except Exception:
            row = dict(result._mapping)
            _LOG.exception("result set aside", **row)
            with self.journal.transaction() as connection:
                return connection.execute(sa.delete(RESULTS).where(_of(result))).rowcount

    def _rate_together(self, results: Sequence[Any]) -> int:
        """Rates results in one transaction; how many, 0 if another server was quicker."""
        if not results:
            return 0
        with self.journal.reading() as connection:
            known = self._known(connection, [_rated(result) for result in results])
        ratings = dict(known)
        for result in results:
            self._rate(ratings, _rated(result), json.loads(result.scores))
        try:
            with self.journal.transaction() as connection:
                for result in results:
                    _once(connection.execute(sa.delete(RESULTS).where(_of(result))))
                for who, rating in ratings.items():
                    _replace(connection, who, known[who], rating)
        except (_QuickerError, sa.exc.IntegrityError):
            return 0
        return len(results)

    def best(self, game: str, limit: int, least_deals: int) -> list[tuple[Rated, Rating]]:
        """The best of a game, of its forms, or of each game.

        Args:
          game: the game with its parameters, or its name; empty: all games.
          limit: at most so many of each game.
          least_deals: only who has finished so many.
        """
        table = RATINGS.c
        with self.journal.reading() as connection:
            games = connection.execute(sa.select(table.game).distinct().order_by(table.game))
            found: list[tuple[Rated, Rating]] = []
            for (each,) in games.all():
                if game not in ("", each, each.partition("(")[0]):
                    continue
                query = sa.select(RATINGS).where(table.game == each, table.deals >= least_deals)
                query = query.order_by(table.value.desc(), table.name).limit(limit)
                found += [_read(row) for row in connection.execute(query)]
        return found

    def _known(
        self, connection: sa.Connection, results: Sequence[Sequence[Rated]]
    ) -> dict[Rated, Rating]:
        """The ratings of all who played; who is new has that of somebody unknown."""
        known = {}
        new = self._model.rating()
        for who in {who for result in results for who in result}:
            row = connection.execute(sa.select(RATINGS).where(_is(who))).first()
            known[who] = Rating(new.mu, new.sigma) if row is None else _read(row)[1]
        return known

    def _rate(
        self, ratings: dict[Rated, Rating], seats: Sequence[Rated], scores: Sequence[float]
    ) -> None:
        """Takes account of a deal. Who has several seats gets the mean of what each would give."""
        if not all(map(math.isfinite, scores)):
            raise ValueError(f"scores {list(scores)}: expected finite ones")
        before = [ratings[who] for who in seats]
        contest = [[self._model.rating(r.mean, r.deviation)] for r in before]
        after = [team[0] for team in self._model.rate(contest, scores=list(scores))]
        now = time.time()
        for who in set(seats):
            own = [seat for seat, other in enumerate(seats) if other == who]
            rating = ratings[who]
            ratings[who] = Rating(
                fmean(after[seat].mu for seat in own),
                fmean(after[seat].sigma for seat in own),
                rating.deals + 1,
                rating.score + fmean(scores[seat] for seat in own),
                now,
            )
            if not math.isfinite(ratings[who].score + ratings[who].value):
                raise ValueError(f"rating of {who}: expected a finite one")


class _QuickerError(Exception):
    """Another server has rated meanwhile."""


def _once(done: sa.CursorResult[Any]) -> None:
    """Raises _QuickerError unless just one row was there to be changed."""
    if done.rowcount != 1:
        raise _QuickerError


def _replace(connection: sa.Connection, who: Rated, before: Rating, after: Rating) -> None:
    """Writes a rating, if it is still the one that it was."""
    values = {**vars(after), "value": after.value}
    if before.deals:
        same = sa.and_(_is(who), RATINGS.c.deals == before.deals)
        _once(connection.execute(sa.update(RATINGS).where(same).values(values)))
    else:
        connection.execute(sa.insert(RATINGS).values(**who._asdict(), **values))


def _of(result: Any) -> sa.ColumnElement[bool]:
    """The row of a result."""
    table = RESULTS.c
    return sa.and_(table.table_id == result.table_id, table.deal == result.deal)


def _rated(result: Any) -> list[Rated]:
    """Who played a deal, by seat."""
    return [Rated(result.game, kind, name) for kind, name in json.loads(result.players)]


def _is(who: Rated) -> sa.ColumnElement[bool]:
    table = RATINGS.c
    return sa.and_(table.game == who.game, table.kind == who.kind, table.name == who.name)


def _read(row: Any) -> tuple[Rated, Rating]:
    rating = Rating(row.mean, row.deviation, row.deals, row.score, row.last)
    return Rated(row.game, row.kind, row.name), rating

"""Ratings of accounts and agents by game, computed with the library openskill.

The method is the Plackett-Luce model of Weng and Lin (2011), Journal of Machine Learning Research
12: each deal is a contest in which the order of the scores counts, with draws.
"""

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

from vorhand.native.errors import InputError, VorhandError
from vorhand.service.server.journal import Journal
from vorhand.service.server.schema import RATINGS, RESULTS, JournalError

_LOG = structlog.get_logger()
_JOURNAL_ERRORS = (JournalError, sa.exc.SQLAlchemyError)
_MOST_TOGETHER = 100  # results per transaction


class Rated(NamedTuple):
    """The key of a rating: game, `AGENT` or `ACCOUNT`, and name."""

    game: str
    kind: str
    name: str


@dataclass
class Rating:
    """The estimated strength of an account or agent in a game."""

    mean: float  # the estimate of the strength
    deviation: float  # its standard deviation
    deals: int = 0  # the number of rated deals
    score: float = 0.0  # the sum of the scores in these deals
    last: float = 0.0  # the time of the last rating, in seconds since 1970

    @property
    def value(self) -> float:
        """Conservative estimate by which players are ranked: mean minus three deviations."""
        return self.mean - 3 * self.deviation


@dataclass(frozen=True)
class Ratings:
    """The ratings of a database; everything here blocks.

    If several servers share a database, the slower of two that rate the same results changes
    nothing and starts again.
    """

    journal: Journal
    _model: PlackettLuce = field(default_factory=PlackettLuce)

    def rate_some(self) -> int:
        """Rate waiting results, the oldest first; return the number of results processed.

        A result that cannot be rated is removed and logged, so that it does not block the others.
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
        """Rate results in one transaction; return their number, 0 if another server was quicker."""
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
        except (_AlreadyRatedError, sa.exc.IntegrityError):
            return 0
        return len(results)

    def best(self, game: str, limit: int, least_deals: int) -> list[tuple[Rated, Rating]]:
        """Return the best players of each variant of a game; of every game if `game` is empty."""
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
        """Return the ratings of all players in these results; new ones have the initial rating."""
        known = {}
        new = self._model.rating()
        for who in {who for result in results for who in result}:
            row = connection.execute(sa.select(RATINGS).where(_is(who))).first()
            known[who] = Rating(new.mu, new.sigma) if row is None else _read(row)[1]
        return known

    def _rate(
        self, ratings: dict[Rated, Rating], seats: Sequence[Rated], scores: Sequence[float]
    ) -> None:
        """Update the ratings after a deal; for a player in several seats take the mean."""
        if not all(map(math.isfinite, scores)):
            raise InputError(f"scores {list(scores)}: expected finite ones")
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
                raise InputError(f"rating of {who}: expected a finite one")


class _AlreadyRatedError(VorhandError):
    """A conflict with another server that rated the same results."""


def _once(done: sa.CursorResult[Any]) -> None:
    """Raise _AlreadyRatedError unless exactly one row was changed."""
    if done.rowcount != 1:
        raise _AlreadyRatedError


def _replace(connection: sa.Connection, who: Rated, before: Rating, after: Rating) -> None:
    """Write a rating, provided the stored one has not changed."""
    values = {**vars(after), "value": after.value}
    if before.deals:
        same = sa.and_(_is(who), RATINGS.c.deals == before.deals)
        _once(connection.execute(sa.update(RATINGS).where(same).values(values)))
    else:
        connection.execute(sa.insert(RATINGS).values(**who._asdict(), **values))


def _of(result: Any) -> sa.ColumnElement[bool]:
    """Return the condition for the row of a result."""
    table = RESULTS.c
    return sa.and_(table.table_id == result.table_id, table.deal == result.deal)


def _rated(result: Any) -> list[Rated]:
    """Return the player in each seat of a deal."""
    return [Rated(result.game, kind, name) for kind, name in json.loads(result.players)]


def _is(who: Rated) -> sa.ColumnElement[bool]:
    table = RATINGS.c
    return sa.and_(table.game == who.game, table.kind == who.kind, table.name == who.name)


def _read(row: Any) -> tuple[Rated, Rating]:
    rating = Rating(row.mean, row.deviation, row.deals, row.score, row.last)
    return Rated(row.game, row.kind, row.name), rating

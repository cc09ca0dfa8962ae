"""The service `RatingsService`, and the rating task."""

import asyncio

import structlog

from vorhand.service.server.errors import checked_limit
from vorhand.service.server.interceptors import Context
from vorhand.service.server.ratings import Ratings
from vorhand.service.server.results import AGENT
from vorhand.service.server.schema import JournalError, renamed_errors
from vorhand.service.server.table_setup import known_name
from vorhand.v1 import ratings_pb2, ratings_pb2_grpc

_LOG = structlog.get_logger()
_USUAL_LIST, _LONGEST_LIST = 100, 1000
_LONGEST_GAME = 500
_PAUSE_S = 1.0  # seconds until the next query if nothing was rated


class RatingsServicer(ratings_pb2_grpc.RatingsServiceServicer):
    """The gRPC handler of `RatingsService`; see ratings.proto."""

    def __init__(self, ratings: Ratings) -> None:
        self._ratings = ratings

    async def ListRatings(  # noqa: N802
        self, request: ratings_pb2.ListRatingsRequest, context: Context
    ) -> ratings_pb2.ListRatingsResponse:
        """Return the best ratings of a game or, without a game, of each one."""
        del context
        most = checked_limit(request.limit, _USUAL_LIST, _LONGEST_LIST)
        if request.game:
            known_name(request.game, _LONGEST_GAME)
        best = await asyncio.to_thread(self._ratings.best, request.game, most, request.least_deals)
        response = ratings_pb2.ListRatingsResponse()
        for who, rating in best:
            response.ratings.add(
                game=who.game,
                name=who.name,
                agent=who.kind == AGENT,
                mean=rating.mean,
                deviation=rating.deviation,
                rating=rating.value,
                deals=rating.deals,
                mean_score=rating.score / rating.deals,
                last=rating.last,
            )
        return response


async def rate(ratings: Ratings) -> None:
    """Rate finished deals until cancelled."""
    while True:
        try:
            with renamed_errors():
                rated = await asyncio.to_thread(ratings.rate_some)
        except JournalError as error:
            _LOG.warning("not rated", error=str(error))
            rated = 0
        except Exception:  # catch all errors, so that rating goes on
            _LOG.exception("not rated")
            rated = 0
        if not rated:
            await asyncio.sleep(_PAUSE_S)

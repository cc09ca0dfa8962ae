"""The page's web application: its files and its API for browsers."""

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import grpc
from msgspec import UNSET, UnsetType
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.status import HTTP_404_NOT_FOUND
from starlette.types import Scope
from starlette.websockets import WebSocket

from vorhand.native.errors import InputError
from vorhand.service.client.client import Client, Place, RemoteError
from vorhand.service.games.observations import cached_game
from vorhand.v1 import ratings_pb2, ratings_pb2_grpc, tables_pb2, tables_pb2_grpc
from vorhand.web import answers, boards, messages
from vorhand.web.accounts import Accounts
from vorhand.web.guard import COOKIE, Guard, set_cookie
from vorhand.web.practice import Practices
from vorhand.web.question_workers import AskError, QuestionWorkers
from vorhand.web.quotas import Limits, QuotaError, Quotas, creator_of, set_browser_cookie
from vorhand.web.seats import SeatPage, leave_seat, watch
from vorhand.web.wire import (
    BodyTooLongError,
    address_of,
    as_json,
    read_address,
    read_body,
    response_of,
)

STATIC = Path(__file__).parent / "static"
LARGEST_MESSAGE = 64 * 1024  # maximum bytes of a message on a websocket
_MOST_SOCKETS = 200
_MOST_OF_ADDRESS = 50  # maximum number of websockets from one address
_LONGEST_CACHED_S = 365 * 24 * 3600
_OTHERS_DECIDE = tables_pb2.ABSENCE_RULE_OTHERS_DECIDE
_STATUS = {
    grpc.StatusCode.NOT_FOUND: 404,
    grpc.StatusCode.PERMISSION_DENIED: 403,
    grpc.StatusCode.UNAUTHENTICATED: 403,
    grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
    grpc.StatusCode.ALREADY_EXISTS: 409,
    grpc.StatusCode.UNAVAILABLE: 503,
}


@dataclass
class Page:
    """The web application of one table server.

    Browsers request it by one of the hosts, and present the token unless it is empty. A proxy
    serves it under the path ``root``, see `Guard`. Without an administrator token all browsers
    share one account. Invitations lead to the address ``public``, if there is one.
    """

    client: Client
    hosts: frozenset[str]
    token: str = ""
    root: str = ""
    operator: str = ""
    practices_file: Path | None = None
    creators_file: Path | None = None
    limits: Limits = field(default_factory=Limits)
    public: str = ""
    workers: QuestionWorkers = field(default_factory=QuestionWorkers)

    def __post_init__(self) -> None:
        self.practices = Practices(self.client, self.practices_file)
        self.quotas = Quotas(self.limits, self._is_running, self.creators_file)
        self.accounts = Accounts(self.client, self.operator, self.quotas)
        self._sockets: Counter[str] = Counter()  # open websockets by address
        text = (STATIC / "index.html").read_text("utf-8")
        self._home = text.replace('"./', f'"{self.root}/')  # so that links work at any depth
        self._guard: Guard | None = None

    def app(self) -> Guard:
        """Return the application with its guard."""
        routes = [
            Route("/", self._index),
            Route("/api/setup", self.setup),
            Route("/api/login", self.login, methods=["POST"]),
            Route("/api/account", self.account),
            Route("/api/account", self.name_account, methods=["POST"]),
            Route("/api/agents", self.agents),
            Route("/api/tables", self.open_tables),
            Route("/api/tables", self.make_table, methods=["POST"]),
            Route("/api/tables/{table}", self.table),
            Route("/api/ratings", self.ratings),
            Route("/api/seats", self.take_seat, methods=["POST"]),
            Route("/api/leave", self.leave, methods=["POST"]),
            Route("/api/records/{table}/{deal}", self.record),
            Route("/api/boards/{game}/{question}", self.question, methods=["POST"]),
            WebSocketRoute("/api/seat", self.seat),
            WebSocketRoute("/api/watch", self.watch),
            Mount("/", _Files(self._home)),
        ]
        handlers: dict[Any, Any] = {
            RemoteError: _failed,
            InputError: _failed,
            ClientDisconnect: _disconnected,
        }
        packed = [Middleware(GZipMiddleware, minimum_size=1000)]
        inner = Starlette(routes=routes, middleware=packed, exception_handlers=handlers)
        self._guard = Guard(inner, self.hosts, self.token, self.root)
        return self._guard

    async def _index(self, request: Request) -> Response:
        del request
        return HTMLResponse(self._home, headers={"cache-control": "no-cache"})

    async def setup(self, request: Request) -> Response:
        """Return the games if the browser has presented the token or needs none."""
        assert self._guard is not None
        if not self._guard.admitted(request.scope):
            return response_of(answers.Setup(locked=True, games=[], public=""))
        stub: Any = tables_pb2_grpc.TablesServiceStub(self.client.channel)
        known = await _call(stub.ListGames(tables_pb2.ListGamesRequest()))
        games = [
            answers.GameInfo(name=game.name, seats=game.seats, pack=boards.layout_of(game.name))
            for game in known.games
        ]
        return response_of(answers.Setup(locked=False, games=games, public=self.public))

    async def login(self, request: Request) -> Response:
        """Check the token, and store it in a cookie that scripts cannot read."""
        assert self._guard is not None
        token = (await read_body(request, messages.Login)).token
        if refusal := self._guard.check_token(request, token, status=403):
            return refusal.response()
        response = response_of(answers.Done())
        set_cookie(request, response, COOKIE, token)
        return response

    async def account(self, request: Request) -> Response:
        """Return the name of the browser's account, if it has one."""
        account = await self.accounts.find(request)
        name = "" if account is None else account.name
        response = response_of(answers.Account(name=name, own=self.accounts.own))
        if account is not None:
            account.keep(request, response)
        return response

    async def name_account(self, request: Request) -> Response:
        """Create an account for the browser, with the name that the person typed."""
        asked = await read_body(request, messages.NewName)
        account = await self.accounts.create(request, asked.name)
        response = response_of(answers.Account(name=account.name, own=True))
        account.keep(request, response)
        set_browser_cookie(request, response)
        return response

    async def agents(self, request: Request) -> Response:
        """Return the agents that play a game."""
        stub: Any = tables_pb2_grpc.TablesServiceStub(self.client.channel)
        asked = read_address(request, messages.GameQuery)
        wanted = tables_pb2.ListAgentsRequest(game=asked.game)
        known = await _call(stub.ListAgents(wanted))
        return response_of(answers.Agents(agents=[as_json(agent) for agent in known.agents]))

    async def open_tables(self, request: Request) -> Response:
        """Return tables with an open seat."""
        asked = read_address(request, messages.GameQuery)
        tables = await self.client.open_tables(asked.game)
        return response_of(answers.Tables(tables=[as_json(table) for table in tables]))

    async def table(self, request: Request) -> Response:
        """Return the public description of a table."""
        asked = read_address(request, messages.TablePath)
        return JSONResponse(as_json(await self.client.table(asked.table)))

    async def make_table(self, request: Request) -> Response:
        """Create a table: for practice if all others are agents and one deal is requested."""
        asked = await read_body(request, messages.NewTable)
        async with self.quotas.creating_table(creator_of(request)) as made:
            response = await self._make_table(request, asked, made)
        set_browser_cookie(request, response)
        return response

    async def _make_table(
        self, request: Request, asked: messages.NewTable, made: Callable[[str], None]
    ) -> Response:
        game, seats, deals, private = asked.game, list(asked.seats), asked.deals, asked.private
        bock_deals = None if asked.bock_deals is UNSET else asked.bock_deals
        kinds = [seat for seat in seats if seat in ("open", "private")]
        if kinds == ["private"] and deals == 1:
            place = await self.practices.start(game, tuple(seats), bock_deals=bock_deals)
            made(place.table_id)
            return response_of(answers.NewTable(**place._asdict()))
        mine = -1
        if self.accounts.own and "private" in seats:  # the person takes the seat with their account
            mine = seats.index("private")
            seats[mine] = "open"
        table, places = await self.client.create_table(
            game,
            seats,
            deals=deals,
            unlisted=private,
            absence_rule=_OTHERS_DECIDE,
            bock_deals=bock_deals,
        )
        made(table.table_id)
        code = await self.client.invite(table.table_id) if private else ""
        invitation = code if private else UNSET
        if mine < 0:
            place = next(iter(places), Place(table.table_id, -1, ""))
            return response_of(answers.NewTable(**place._asdict(), invitation=invitation))
        account = await self.accounts.find_or_create(request)
        place = await account.client.take_seat(table.table_id, mine, invitation=code)
        response = response_of(answers.NewTable(**place._asdict(), invitation=invitation))
        account.keep(request, response)
        return response

    async def _is_running(self, table: str) -> bool:
        """Return whether a table exists and is not over; True if the server does not say."""
        try:
            state = (await self.client.table(table)).state
        except RemoteError as error:
            return error.code != grpc.StatusCode.NOT_FOUND
        return state != tables_pb2.TABLE_STATE_ENDED

    async def take_seat(self, request: Request) -> Response:
        """Take an open seat at a public table, or at a private one by an invitation.

        At the table server the page owns its tables, so it may enter private ones, and an account
        could take its own seats again. Therefore a request must not name a seat, and reaches a
        private table only by an invitation.
        """
        asked = await read_body(request, messages.SeatRequest)
        table, code = asked.table or "", asked.invitation or ""
        if table and (await self.client.table(table)).unlisted:
            raise RemoteError(grpc.StatusCode.PERMISSION_DENIED, f"table {table!r} is private")
        account = await self.accounts.find_or_create(request)
        place = await account.client.take_seat(table, invitation=code)
        taken = await self.client.table(place.table_id)
        response = response_of(
            answers.TakenSeat(**place._asdict(), game=taken.game, players=len(taken.seats))
        )
        account.keep(request, response)
        set_browser_cookie(request, response)
        return response

    async def leave(self, request: Request) -> Response:
        """Leave a seat, see `leave_seat`."""
        asked = await read_body(request, messages.HeldSeat)
        await leave_seat(self.client, Place(asked.table, asked.seat, asked.token))
        return response_of(answers.Done())

    async def ratings(self, request: Request) -> Response:
        """Return the ratings of people and agents by game, the best of each first."""
        stub: Any = ratings_pb2_grpc.RatingsServiceStub(self.client.channel)
        asked = read_address(request, messages.GameQuery)
        wanted = ratings_pb2.ListRatingsRequest(game=asked.game)
        found = await _call(stub.ListRatings(wanted))
        return response_of(answers.Ratings(ratings=[as_json(rating) for rating in found.ratings]))

    async def question(self, request: Request) -> Response:
        """Return the answer to a question about a game, see `vorhand.web.boards`."""
        name, question = request.path_params["game"], request.path_params["question"]
        task = (boards.answer, name, question, await request.body())
        return JSONResponse(await self.workers.ask(address_of(request), *task))

    async def record(self, request: Request) -> Response:
        """Return record and outcome of a finished deal; with ``?seat=`` also that seat's view."""
        asked = read_address(request, messages.RecordQuery)
        record = await self.client.record(asked.table, asked.deal)
        actions = list(record.actions)
        answer = answers.DealRecord(
            game=record.game,
            actions=actions,
            returns=list(record.returns),
            record=record.record,
            first_seat=record.first_seat,
            outcome=await asyncio.to_thread(boards.outcome, record.game, actions),
        )
        if asked.seat is not UNSET:
            player = (asked.seat - record.first_seat) % len(record.returns)
            if player < cached_game(record.game).num_players():  # else the seat sat out
                answer.seen = await asyncio.to_thread(boards.seen, record.game, actions, player)
        return response_of(answer)

    async def seat(self, socket: WebSocket) -> None:
        """Serve the websocket of a seat, see `vorhand.web.seats`."""
        page = SeatPage(socket, self.client, self.practices, self.workers, self.quotas)
        await self._counted(socket, page.run)

    async def watch(self, socket: WebSocket) -> None:
        """Serve the websocket of a spectator, see `vorhand.web.seats.watch`."""
        await self._counted(socket, partial(watch, socket, self.client))

    async def _counted(self, socket: WebSocket, run: Any) -> None:
        address = address_of(socket)
        full = self._sockets.total() >= _MOST_SOCKETS
        if full or self._sockets[address] >= _MOST_OF_ADDRESS:
            await socket.close(1013, "too many pages are open")
            return
        self._sockets[address] += 1
        try:
            await run()
        finally:
            self._sockets = self._sockets - Counter([address])  # removes zero counts


class _Files(StaticFiles):
    """Static files; browsers cache those below assets/; unknown paths elsewhere give the page."""

    def __init__(self, home: str) -> None:
        super().__init__(directory=STATIC)
        self._home = home

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != HTTP_404_NOT_FOUND or path.startswith(("api/", "assets/")):
                raise
            response = HTMLResponse(self._home, status_code=HTTP_404_NOT_FOUND)
        immutable = path.startswith("assets/") and response.status_code == 200
        response.headers["cache-control"] = (
            f"public, max-age={_LONGEST_CACHED_S}, immutable" if immutable else "no-cache"
        )
        return response


async def _call(call: Awaitable[Any]) -> Any:
    """Return the answer of the table server; raise RemoteError if it refuses."""
    try:
        return await call
    except grpc.aio.AioRpcError as error:
        raise RemoteError(error.code(), error.details() or "") from error


async def _failed(request: Request, error: Exception) -> Response:
    """Return the error as a response whose status follows from its type."""
    del request
    status, headers = 400, {}
    quota: answers.Quota | UnsetType = UNSET
    match error:
        case RemoteError():
            status = _STATUS.get(error.code, 400)
        case AskError():
            status = error.status
        case BodyTooLongError():
            status = 413
    if isinstance(error, QuotaError):
        headers["retry-after"], quota = f"{math.ceil(error.wait_s)}", error.quota
    return response_of(answers.Failure(error=str(error), quota=quota), status, headers)


async def _disconnected(request: Request, error: Exception) -> Response:
    """Return a response for a browser that disconnected before its request was complete."""
    del request, error
    return Response(status_code=400)

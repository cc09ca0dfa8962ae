"""The service `TablesService`."""

import functools

import pyspiel

from vorhand.agents import agents as registered_agents
from vorhand.service.server.account_store import Caller
from vorhand.service.server.agents import may_sit
from vorhand.service.server.errors import checked_limit, denied, invalid, not_found
from vorhand.service.server.interceptors import Context
from vorhand.service.server.invitations import invite, invited_to, read_code
from vorhand.service.server.lobby import open_tables, tables_of
from vorhand.service.server.table_registry import TableRegistry
from vorhand.service.server.table_session import TableSession
from vorhand.service.server.table_setup import checked_name, known_name, playable
from vorhand.service.server.tokens import bearer
from vorhand.v1 import tables_pb2, tables_pb2_grpc

_PLAYERS = ("players", "num_players", "numPlayers")
_USUAL_LIST = 20
_LONGEST_LIST = 100


class TablesServicer(tables_pb2_grpc.TablesServiceServicer):
    """The gRPC handlers of `TablesService`; see tables.proto."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def ListGames(  # noqa: N802
        self, request: tables_pb2.ListGamesRequest, context: Context
    ) -> tables_pb2.ListGamesResponse:
        """Return the playable games."""
        del request, context
        return _games(self._registry.settings.games)

    async def ListAgents(  # noqa: N802
        self, request: tables_pb2.ListAgentsRequest, context: Context
    ) -> tables_pb2.ListAgentsResponse:
        """Return the agents that may sit at a table."""
        del context
        game, settings = None, self._registry.settings
        if request.game:
            game = checked_name(request.game, settings)
        response = tables_pb2.ListAgentsResponse()
        for agent in filter(lambda a: may_sit(a.name, game, settings), registered_agents(game)):
            parameters = map(str, agent.parameters.values())
            response.agents.add(name=agent.name, summary=agent.summary, parameters=parameters)
        return response

    async def CreateTable(  # noqa: N802
        self, request: tables_pb2.CreateTableRequest, context: Context
    ) -> tables_pb2.CreateTableResponse:
        """Create a table."""
        caller = self._registry.rights.caller(bearer(context))
        session, grants = await self._registry.create(caller.name, request)
        return tables_pb2.CreateTableResponse(table=session.describe(), grants=grants)

    async def GetTable(  # noqa: N802
        self, request: tables_pb2.GetTableRequest, context: Context
    ) -> tables_pb2.GetTableResponse:
        """Return the description of a table."""
        del context
        return tables_pb2.GetTableResponse(table=await self._registry.describe(request.table_id))

    async def ListTables(  # noqa: N802
        self, request: tables_pb2.ListTablesRequest, context: Context
    ) -> tables_pb2.ListTablesResponse:
        """Return tables with open seats, or those of the caller's account."""
        account = ""
        if request.mine:
            account = self._registry.rights.caller(bearer(context)).name
        most = checked_limit(request.limit, _USUAL_LIST, _LONGEST_LIST)
        longest = self._registry.settings.string_length
        if request.game and known_name(request.game, longest) != request.game:
            raise invalid(f"game {request.game!r}: expected its name alone", "game")
        if account:
            tables = tables_of(self._registry, account, request.game, most)
        else:
            tables = await open_tables(self._registry, request.game, most)
        return tables_pb2.ListTablesResponse(tables=tables)

    async def TakeSeat(  # noqa: N802
        self, request: tables_pb2.TakeSeatRequest, context: Context
    ) -> tables_pb2.TakeSeatResponse:
        """Take a seat."""
        caller = self._account(context)
        session = await self._registry.find(await self._invited_table(request))
        seat = request.seat if request.HasField("seat") else None
        if session.table.setup.unlisted and not request.invitation:
            _check_admission(session, seat, caller)
        grant = await self._registry.take_seat(session, seat, caller)
        return tables_pb2.TakeSeatResponse(grant=grant, table=session.describe())

    async def _invited_table(self, request: tables_pb2.TakeSeatRequest) -> str:
        """Return the table of a request for a seat; raise ServiceError if its code is invalid."""
        if not request.invitation:
            return request.table_id
        code = read_code(request.invitation)
        table_id = await self._registry.reader.read(invited_to, self._registry.journal, code)
        if not table_id or request.table_id not in ("", table_id):
            raise not_found(f"invitation {request.invitation!r}: is good for no table")
        return table_id

    async def CreateInvitation(  # noqa: N802
        self, request: tables_pb2.CreateInvitationRequest, context: Context
    ) -> tables_pb2.CreateInvitationResponse:
        """Create an invitation to a table."""
        caller = self._registry.rights.caller(bearer(context))
        session = await self._registry.find(request.table_id)
        self._registry.check_owner(session, caller)
        code = await invite(self._registry.journal, session.table_id)
        return tables_pb2.CreateInvitationResponse(invitation=code)

    async def CloseTable(  # noqa: N802
        self, request: tables_pb2.CloseTableRequest, context: Context
    ) -> tables_pb2.CloseTableResponse:
        """End a table."""
        caller = self._registry.rights.caller(bearer(context))
        session = await self._registry.find(request.table_id)
        await self._registry.close_table(session, caller)
        return tables_pb2.CloseTableResponse(table=session.describe())

    def _account(self, context: Context) -> Caller | None:
        """Return the calling account; None for anonymous calls and seat tokens."""
        metadata = context.invocation_metadata()
        if not any(key == "authorization" for key, _ in metadata or ()):
            return None
        token = bearer(context)
        return None if token.startswith("seat_") else self._registry.rights.caller(token)

    async def GetRecord(  # noqa: N802
        self, request: tables_pb2.GetRecordRequest, context: Context
    ) -> tables_pb2.GetRecordResponse:
        """Return the record of a finished deal."""
        del context
        return await self._registry.reader.record(request.table_id, request.deal)


def _check_admission(session: TableSession, seat: int | None, caller: Caller | None) -> None:
    """Raise ServiceError unless the caller owns the private table or already has the seat."""
    name = "" if caller is None else caller.name
    theirs = seat is not None and seat in session.grants and session.grants[seat].name == name
    if not name or not (name == session.owner or theirs):
        raise denied(f"table {session.table_id!r} is private: expected an invitation")


@functools.cache
def _games(names: tuple[str, ...]) -> tables_pb2.ListGamesResponse:
    response = tables_pb2.ListGamesResponse()
    for kind in playable(names):
        parameters = {key: _text(value) for key, value in kind.parameter_specification.items()}
        response.games.add(name=kind.short_name, seats=_seats(kind), parameters=parameters)
    return response


def _seats(kind: pyspiel.GameType) -> int:
    """Return the default number of players, without creating a game."""
    given = (kind.parameter_specification.get(name) for name in _PLAYERS)
    asked = next((number for number in given if isinstance(number, int)), kind.min_num_players)
    return int(max(kind.min_num_players, min(asked, kind.max_num_players)))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

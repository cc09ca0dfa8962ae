"""The service `AdminService`."""

import itertools
import time

from vorhand.service.server.account_store import Ban, Caller, key_of
from vorhand.service.server.errors import checked_limit, invalid
from vorhand.service.server.interceptors import Context
from vorhand.service.server.rights import id_of
from vorhand.service.server.table_registry import TableRegistry
from vorhand.service.server.tokens import bearer
from vorhand.v1 import admin_pb2, admin_pb2_grpc

_USUAL_LIST, _LONGEST_LIST = 100, 1000
_YEAR_10000 = 253_402_300_800  # in seconds since 1970; later times cannot be expressed as dates


class AdminServicer(admin_pb2_grpc.AdminServiceServicer):
    """The gRPC handlers of `AdminService`; see admin.proto."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def DescribeServer(  # noqa: N802
        self, request: admin_pb2.DescribeServerRequest, context: Context
    ) -> admin_pb2.DescribeServerResponse:
        """Return the server's name, counts of tables, deals and streams, and whether it drains."""
        del request
        self._check(context)
        registry = self._registry
        return admin_pb2.DescribeServerResponse(
            name=registry.journal.server,
            tables=len(registry.tables),
            deals=registry.deals,
            streams=registry.streams,
            draining=registry.suspended,
        )

    async def ListAllTables(  # noqa: N802
        self, request: admin_pb2.ListAllTablesRequest, context: Context
    ) -> admin_pb2.ListAllTablesResponse:
        """Return a page of the tables under way, with their owners and idle times."""
        self._check(context)
        most = checked_limit(request.limit, _USUAL_LIST, _LONGEST_LIST)
        tables = list(self._registry.tables.values())
        if request.after:
            known = [session.table_id for session in tables]
            if request.after not in known:
                raise invalid(f"after={request.after[:40]!r}: there is no such table", "after")
            tables = tables[known.index(request.after) + 1 :]
        response = admin_pb2.ListAllTablesResponse()
        now = time.monotonic()
        for session in itertools.islice(tables, most):
            idle_s = max(0.0, now - session.touched)
            response.tables.add(table=session.describe(), owner=session.owner, idle_s=idle_s)
        return response

    async def RemovePlayer(  # noqa: N802
        self, request: admin_pb2.RemovePlayerRequest, context: Context
    ) -> admin_pb2.RemovePlayerResponse:
        """Remove a player from a seat."""
        self._check(context)
        session = await self._registry.find(request.table_id)
        await session.remove(request.seat)
        return admin_pb2.RemovePlayerResponse(table=session.describe())

    async def AddBan(  # noqa: N802
        self, request: admin_pb2.AddBanRequest, context: Context
    ) -> admin_pb2.AddBanResponse:
        """Ban an account, an address or a network."""
        caller = self._check(context)
        kind, whom = _whom(request.ban)
        if key_of(kind, whom) == key_of("name", caller.name):
            raise invalid(f"name {whom!r}: that is your own", "ban.name")
        ban = Ban(kind, whom, _until(request.ban.until), request.ban.reason)
        await self._registry.rights.ban(ban)
        return admin_pb2.AddBanResponse()

    async def LiftBan(  # noqa: N802
        self, request: admin_pb2.LiftBanRequest, context: Context
    ) -> admin_pb2.LiftBanResponse:
        """Lift a ban."""
        self._check(context)
        await self._registry.rights.lift(*_whom(request))
        return admin_pb2.LiftBanResponse()

    async def ListBans(  # noqa: N802
        self, request: admin_pb2.ListBansRequest, context: Context
    ) -> admin_pb2.ListBansResponse:
        """Return all bans in force."""
        del request
        self._check(context)
        response = admin_pb2.ListBansResponse()
        for ban in self._registry.rights.bans():
            listed = response.bans.add(until=ban.until or 0.0, reason=ban.reason)
            setattr(listed, ban.kind, ban.whom)
        return response

    async def Drain(  # noqa: N802
        self, request: admin_pb2.DrainRequest, context: Context
    ) -> admin_pb2.DrainResponse:
        """Suspend new tables and deals, or allow them again; deals under way go on."""
        self._check(context)
        return admin_pb2.DrainResponse(deals=self._registry.suspend(not request.undo))

    async def CreateToken(  # noqa: N802
        self, request: admin_pb2.CreateTokenRequest, context: Context
    ) -> admin_pb2.CreateTokenResponse:
        """Create an API token, with a new account if requested."""
        self._check(context)
        rights = self._registry.rights
        if request.new_account:
            if request.seconds or request.admin:
                raise invalid("new_account: expected neither seconds nor admin", "new_account")
            token, kept = await rights.create_account(request.name)
        else:
            token, kept = await rights.create_token(
                request.name, request.seconds or None, admin=request.admin
            )
        return admin_pb2.CreateTokenResponse(about=_describe_token(kept), api_token=token)

    async def ListTokens(  # noqa: N802
        self, request: admin_pb2.ListTokensRequest, context: Context
    ) -> admin_pb2.ListTokensResponse:
        """Return the valid API tokens, without their secrets."""
        del request
        self._check(context)
        return admin_pb2.ListTokensResponse(
            tokens=map(_describe_token, self._registry.rights.tokens())
        )

    async def RevokeToken(  # noqa: N802
        self, request: admin_pb2.RevokeTokenRequest, context: Context
    ) -> admin_pb2.RevokeTokenResponse:
        """Revoke the tokens of an account, or one token."""
        self._check(context)
        if request.WhichOneof("which") is None:
            raise invalid("expected `token_id` or `name`", "which")
        revoked = await self._registry.rights.revoke(token_id=request.token_id, name=request.name)
        return admin_pb2.RevokeTokenResponse(revoked=revoked)

    def _check(self, context: Context) -> Caller:
        return self._registry.rights.administrator(bearer(context))


def _whom(named: admin_pb2.Ban | admin_pb2.LiftBanRequest) -> tuple[str, str]:
    kind = named.WhichOneof("whom")
    if kind is None:
        raise invalid("expected `name` or `address`", "whom")
    return kind, str(getattr(named, kind))


def _until(seconds: float) -> float | None:
    """Return the end of a ban, None for 0; raise ServiceError unless it is a date in the future."""
    if seconds == 0:
        return None
    if not time.time() < seconds < _YEAR_10000:
        expected = "expected 0 or a time to come, in seconds since 1970"
        raise invalid(f"until={seconds:g}: {expected}", "ban.until")
    return seconds


def _describe_token(caller: Caller) -> admin_pb2.Token:
    return admin_pb2.Token(
        token_id=id_of(caller),
        name=caller.name,
        expires=caller.expires or 0.0,
        admin=caller.admin,
    )

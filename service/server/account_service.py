"""The service `AccountService`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from vorhand.service.server.account_names import check_new_name
from vorhand.service.server.account_store import Caller, folded
from vorhand.service.server.errors import not_now
from vorhand.service.server.interceptors import Context
from vorhand.service.server.rights import Rights, taken
from vorhand.service.server.schema import JournalError
from vorhand.service.server.tokens import bearer
from vorhand.v1 import accounts_pb2, accounts_pb2_grpc

if TYPE_CHECKING:
    from vorhand.service.server.identities import Identity, SignIns

_SHORTEST = 2


class AccountServicer(accounts_pb2_grpc.AccountServiceServicer):
    """The gRPC handlers of `AccountService`; see accounts.proto."""

    def __init__(self, rights: Rights, sign_ins: SignIns | None) -> None:
        self._rights = rights
        self._sign_ins = sign_ins

    async def BeginSignIn(  # noqa: N802
        self, request: accounts_pb2.BeginSignInRequest, context: Context
    ) -> accounts_pb2.BeginSignInResponse:
        """Return the provider's authorization URI and the state of a new sign-in."""
        del context
        sign_ins = self._provided()
        uri, state, sign_in = await sign_ins.run(sign_ins.begin, request.redirect_uri)
        return accounts_pb2.BeginSignInResponse(authorization_uri=uri, state=state, sign_in=sign_in)

    async def FinishSignIn(  # noqa: N802
        self, request: accounts_pb2.FinishSignInRequest, context: Context
    ) -> accounts_pb2.FinishSignInResponse:
        """Complete a sign-in and return an API token for its account."""
        del context
        sign_ins = self._provided()
        if request.name:
            _check_chosen(request.name)
        identity = await sign_ins.run(sign_ins.finish, request.sign_in, request.code)
        name = await self._name(identity, request.name)
        self._rights.check_not_banned(name)
        token, kept = await self._rights.create_token(name, sign_ins.provider.token_s)
        return accounts_pb2.FinishSignInResponse(account=_describe(kept), api_token=token)

    async def SignOut(  # noqa: N802
        self, request: accounts_pb2.SignOutRequest, context: Context
    ) -> accounts_pb2.SignOutResponse:
        """Revoke the caller's API token."""
        del request
        await self._rights.sign_out(self._caller(context))
        return accounts_pb2.SignOutResponse()

    async def GetAccount(  # noqa: N802
        self, request: accounts_pb2.GetAccountRequest, context: Context
    ) -> accounts_pb2.GetAccountResponse:
        """Return the caller's account."""
        del request
        return accounts_pb2.GetAccountResponse(account=_describe(self._caller(context)))

    def _caller(self, context: Context) -> Caller:
        return self._rights.caller(bearer(context))

    def _provided(self) -> SignIns:
        if self._sign_ins is None:
            raise not_now("nobody can sign in here: the server has no provider of identities")
        return self._sign_ins

    async def _name(self, identity: Identity, chosen: str) -> str:
        """Return the name of a person's account, and create the account if they have none."""
        accounts = self._rights.accounts
        async with self._rights.naming:
            known = await asyncio.to_thread(accounts.name_of, identity.issuer, identity.subject)
            if known is not None:
                return known
            name = chosen or identity.name
            _check_chosen(name)
            name = await self._rights.check_free(name)
            try:
                await accounts.add_identity(identity.issuer, identity.subject, name, folded(name))
            except JournalError as error:  # another server was faster, perhaps for the same person
                known = await asyncio.to_thread(accounts.name_of, identity.issuer, identity.subject)
                if known is None:
                    raise taken(name) from error
                return known
            return name


def _check_chosen(name: str) -> None:
    check_new_name(name if len(name) >= _SHORTEST else "")


def _describe(caller: Caller) -> accounts_pb2.Account:
    return accounts_pb2.Account(name=caller.name, expires=caller.expires or 0.0, admin=caller.admin)

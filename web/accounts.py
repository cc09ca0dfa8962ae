"""Accounts of browsers at the table server, so that ratings distinguish people.

No browser has to sign in. A browser that joins other people gets an account of its own: an API
token that only identifies its owner, in a cookie that scripts cannot read. The account has the name
that the person typed, or else a guest name.
"""

import re
import secrets
from dataclasses import dataclass, replace
from typing import Any

import grpc
from starlette.requests import Request
from starlette.responses import Response

from vorhand.service.client.client import Client, RemoteError, bearer, reason_of
from vorhand.service.server.rate_limits import Bucket
from vorhand.service.server.tokens import is_token
from vorhand.v1 import accounts_pb2, accounts_pb2_grpc, admin_pb2, admin_pb2_grpc
from vorhand.web.guard import KEPT_S, set_cookie
from vorhand.web.quotas import Quotas, creator_of, is_refusal

_COOKIE = "vorhand-account"
_A_MINUTE, _AT_ONCE = 6, 60  # maximum number of new accounts a minute, and at once
_LONGEST_NAME = 40
_UNKNOWN = (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED)
_BANNED = "BANNED"


@dataclass
class Account:
    """The account of one browser."""

    name: str  # the public name; empty for the account shared by all browsers
    client: Client  # a client of the table server for this account

    def keep(self, request: Request, response: Response) -> None:
        """Store the account in the browser."""
        if self.name:
            set_cookie(request, response, _cookie_of(request), self.client.token, KEPT_S)


class Accounts:
    """The look-up and creation of accounts.

    Browsers without accounts share the client's token. Without an administrator token no accounts
    are created.
    """

    def __init__(self, client: Client, operator: str, quotas: Quotas) -> None:
        self._client, self._operator, self._quotas = client, operator, quotas
        self._new = Bucket(_A_MINUTE / 60, _AT_ONCE)

    @property
    def own(self) -> bool:
        """True if each browser can have its own account."""
        return bool(self._operator)

    async def find(self, request: Request) -> Account | None:
        """Return the account of a browser; None if it has none or its token has ended."""
        token = request.cookies.get(_cookie_of(request), "")
        if not self.own or not is_token(token, "api"):
            return None
        stub: Any = accounts_pb2_grpc.AccountServiceStub(self._client.channel)
        asked = accounts_pb2.GetAccountRequest()
        try:
            account = (await stub.GetAccount(asked, metadata=bearer(token))).account
        except grpc.aio.AioRpcError as error:
            if error.code() in _UNKNOWN and reason_of(error.trailing_metadata()) != _BANNED:
                return None
            raise RemoteError(error.code(), error.details() or "") from error
        return Account(account.name, replace(self._client, token=token))

    async def find_or_create(self, request: Request) -> Account:
        """Return a browser's account or a new one; if browsers have no accounts, the shared one."""
        if not self.own:
            return Account("", self._client)
        known = await self.find(request)
        return known or await self.create(request, f"guest-{secrets.token_hex(3)}")

    async def create(self, request: Request, name: str) -> Account:
        """Create an account for a browser.

        Raises:
          RemoteError: the name is taken or invalid, or too many accounts are created at once.
          QuotaError: the browser, or its address, has created too many.
        """
        if not self.own:
            raise RemoteError(
                grpc.StatusCode.FAILED_PRECONDITION,
                "people have no accounts here: expected vorhand web with a server of its own, or "
                "--operator-token-file",
            )
        with self._quotas.creating_account(creator_of(request)):
            return await self._create(name)

    async def _create(self, name: str) -> Account:
        if wait_s := self._new.take():
            raise RemoteError(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                f"too many new names at once; try again in {wait_s:.0f} s",
            )
        stub: Any = admin_pb2_grpc.AdminServiceStub(self._client.channel)
        asked = admin_pb2.CreateTokenRequest(name=_as_name(name), new_account=True)
        try:
            made = await stub.CreateToken(asked, metadata=bearer(self._operator))
        except grpc.aio.AioRpcError as error:
            refused = RemoteError(error.code(), error.details() or "")
            if is_refusal(refused):
                self._new.give_back()
            raise refused from error
        return Account(made.about.name, replace(self._client, token=made.api_token))


def _as_name(text: str) -> str:
    """Return the account name for a typed text, which may contain blanks."""
    return re.sub(r"\s+", "-", text.strip())[: _LONGEST_NAME + 1]


def _cookie_of(request: Request) -> str:
    """Return the cookie's name, which differs by port since pages on one machine share cookies."""
    return f"{_COOKIE}-{request.url.port or request.url.scheme}"

"""Access control: API tokens, bans, and the calls bound to them.

Tokens and bans are stored in the journal and cached in memory. A call that relies on a token is
bound to it: it ends at once when the token ends, or its account or address is banned.
"""

import asyncio
import contextlib
import contextvars
import functools
import ipaddress
import time
import urllib.parse
from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import grpc

from vorhand.service.server.account_names import LookAlikes, check_name, check_new_name
from vorhand.service.server.account_store import AccountStore, Ban, Caller, folded, key_of
from vorhand.service.server.errors import ServiceError, denied, invalid, not_found
from vorhand.service.server.interceptors import Context
from vorhand.service.server.journal import Grant, Journal
from vorhand.service.server.tokens import bearer, hash_of, new_token

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_LONGEST_REASON = 200
_ID_BYTES = 6  # length of the prefix of a token's hash that serves as its public id
_KNOWN_S = 86_400.0  # minimum time for which an ended token is remembered


@dataclass(eq=False)
class Call:
    """A call under way."""

    address: Address | None  # the client's address; None if it has none, as at a Unix socket
    task: asyncio.Task[Any]  # the task that runs the call
    caller: Caller | None = None  # the API token to which it is bound
    maker: str = ""  # the creator of the table, if the call acts for a private seat
    refusal: ServiceError | None = None  # the error that ended it, if any
    _timer: asyncio.TimerHandle | None = None

    def end(self, why: ServiceError) -> None:
        """End the call with an error."""
        if self.refusal is None:
            self.refusal = why
            self.task.cancel()

    def bind(self, caller: Caller) -> None:
        """Bind the call to a token: it ends when the token does."""
        self.caller = caller
        self.unbind()
        if caller.expires is not None:
            left = max(0.0, caller.expires - time.time())
            self._timer = asyncio.get_running_loop().call_later(left, self.end, _over(caller.name))

    def unbind(self) -> None:
        """Cancel the timer for the token's end."""
        if self._timer is not None:
            self._timer.cancel()


_CALL: contextvars.ContextVar[Call | None] = contextvars.ContextVar("call", default=None)


@dataclass
class Rights:
    """The API tokens and bans of a server, and its calls under way.

    Writes and reloads exclude each other, so that no reload removes an acknowledged change from the
    cache.
    """

    journal: Journal  # the journal that stores them
    accounts: AccountStore = field(init=False)  # the stored accounts
    _tokens: dict[bytes, Caller] = field(default_factory=dict)
    _bans: dict[tuple[str, str], Ban] = field(default_factory=dict)
    _calls: set[Call] = field(default_factory=set)
    _changing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _changes: set[asyncio.Task[None]] = field(default_factory=set)
    _looks: LookAlikes = field(default_factory=LookAlikes)
    naming: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while a name is chosen

    def __post_init__(self) -> None:
        self.accounts = AccountStore(self.journal)

    async def load(self) -> None:
        """Load tokens and bans, and end the calls that have lost their right."""
        async with self._changing:
            tokens = await asyncio.to_thread(self.accounts.tokens)
            bans = await asyncio.to_thread(self.accounts.bans)
            self._tokens, self._bans = tokens, bans
            self._enforce()

    # Calls.

    @contextlib.contextmanager
    def entered(self, context: Context) -> Iterator[Call]:
        """Register a call; raise ServiceError for a banned address, except of an administrator."""
        task = asyncio.current_task()
        assert task is not None
        call = Call(_address_of(context.peer()), task)
        if (ban := self._shut_out(call.address)) and not (
            (caller := self.shown(context)) and caller.admin
        ):
            raise _banned(str(call.address), ban)
        self._calls.add(call)
        _CALL.set(call)
        try:
            yield call
        finally:
            call.unbind()
            self._calls.discard(call)

    def caller(self, token: str) -> Caller:
        """Return the owner of an API token, and bind the call under way to the token.

        Raises:
          ServiceError: the token is unknown, it has ended, or its account is banned.
        """
        found = self._tokens.get(hash_of(token))
        if found is None:
            text = "the API token is not one of this server"
            raise ServiceError(grpc.StatusCode.UNAUTHENTICATED, text)
        self._check(found)
        if (call := _CALL.get()) is not None:
            call.bind(found)
        return found

    def shown(self, context: Context) -> Caller | None:
        """Return the owner of a valid API token in a call's metadata; None if there is none."""
        with contextlib.suppress(ServiceError):
            found = self._tokens.get(hash_of(bearer(context)))
            return found if found is not None and found.good else None
        return None

    def administrator(self, token: str) -> Caller:
        """Return the owner of an administrator's token; raise ServiceError for any other token."""
        caller = self.caller(token)
        if not caller.admin:
            raise denied("the API token may not administrate")
        return caller

    def check_grant(self, grant: Grant, maker: str) -> None:
        """Bind the call under way to the API token with which its seat was taken.

        The token of a private seat is valid only as long as the creator of the table, ``maker``, is
        not banned; ``maker`` is empty for other seats.

        Raises:
          ServiceError: that token has ended, or an account is banned.
        """
        if maker:
            self.check_not_banned(maker)
            if (call := _CALL.get()) is not None:
                call.maker = maker
        if not grant.name:
            return
        holder = self._tokens.get(grant.holder)
        if holder is None:
            raise _over(grant.name)
        self._check(holder)
        if (call := _CALL.get()) is not None:
            call.bind(holder)

    # Tokens.

    def all_tokens(self) -> Iterable[Caller]:
        """Return all tokens, including ended ones that are still remembered."""
        return self._tokens.values()

    def tokens(self) -> list[Caller]:
        """Return the valid tokens, by name."""
        good = (token for token in self._tokens.values() if token.good)
        return sorted(good, key=lambda token: (token.name, token.token_hash))

    def with_token(self, name: str) -> str:
        """Return the account with this or an equivalent name that has or had a token; or ""."""
        alike = {token.name for token in self.all_tokens() if folded(token.name) == folded(name)}
        return name if name in alike else min(alike, default="")

    async def _known(self, name: str) -> str:
        """Return the account with this name, or an equivalent one; empty if there is none."""
        known = self.with_token(check_name(name))
        return known or await asyncio.to_thread(self.accounts.name_like, name)

    async def check_free(self, name: str) -> str:
        """Return the normal form of a name for a new account; the lock `naming` must be held.

        Raises:
          ServiceError: the name is invalid, taken, or looks like one that is taken.
        """
        name = check_new_name(name)
        accounts = {token.name for token in self.all_tokens()}
        if other := await asyncio.to_thread(self._alike, name, accounts):
            raise taken(name, other)
        return name

    def _alike(self, name: str, accounts: set[str]) -> str:
        """Return an existing name that looks like a new one; empty if there is none. Blocks."""
        self._looks.add(accounts.union(self.accounts.names()))
        return self._looks.find(name)

    async def create_account(self, name: str) -> tuple[str, Caller]:
        """Create an account with a permanent token; return the token and its stored form."""
        async with self.naming:
            return await self._create_token(await self.check_free(name), None)

    async def create_token(
        self, name: str, seconds: float | None, *, admin: bool = False
    ) -> tuple[str, Caller]:
        """Create a token with a lifetime, None for ever; return it and its stored form.

        Raises:
          ServiceError: the account would be new, and `check_free` rejects its name.
        """
        async with self.naming:
            known = await self._known(name) or await self.check_free(name)
            return await self._create_token(known, seconds, admin=admin)

    async def _create_token(
        self, name: str, seconds: float | None, *, admin: bool = False
    ) -> tuple[str, Caller]:
        token = new_token("api")
        expires = None if seconds is None else time.time() + seconds
        kept = Caller(name, hash_of(token), expires, admin)
        past = time.time() - _KNOWN_S

        def note() -> None:
            for old in list(self._tokens.values()):
                if old.name == name and old.expires is not None and old.expires < past:
                    del self._tokens[old.token_hash]
            self._tokens[kept.token_hash] = kept

        await self._change(self.accounts.add_token(kept, past), note)
        return token, kept

    async def revoke(self, *, token_id: str = "", name: str = "") -> int:
        """Revoke a token, or all of an account; return their number; raise ServiceError if none."""
        ended = [
            token
            for token in self.tokens()
            if (name and folded(token.name) == folded(name))
            or (token_id and id_of(token) == token_id)
        ]
        if not ended:
            raise not_found(f"token {token_id or name!r}: there is none that is good")
        await self._end(ended)
        return len(ended)

    async def sign_out(self, caller: Caller) -> None:
        """Revoke one token."""
        await self._end([caller])

    async def _end(self, ended: list[Caller]) -> None:
        now = time.time()
        after = {token.token_hash: replace(token, expires=now) for token in ended}
        await self._change(
            self.accounts.end_tokens(list(after), now), lambda: self._tokens.update(after)
        )

    # Bans.

    def bans(self) -> list[Ban]:
        """Return the bans in force, sorted by kind and name or address."""
        return [ban for _, ban in sorted(self._bans.items()) if ban.holds]

    async def ban(self, ban: Ban) -> None:
        """Add a ban."""
        if len(ban.reason) > _LONGEST_REASON:
            raise invalid(f"reason: expected at most {_LONGEST_REASON} characters", "ban.reason")
        ban = replace(ban, whom=check_whom(ban.kind, ban.whom))

        def note() -> None:
            self._bans = {key: each for key, each in self._bans.items() if each.holds}
            self._bans[key_of(ban.kind, ban.whom)] = ban

        await self._change(self.accounts.add_ban(ban, time.time()), note)

    async def lift(self, kind: str, whom: str) -> None:
        """Lift a ban; raise ServiceError if there is none."""
        whom = check_whom(kind, whom)
        key = key_of(kind, whom)
        if key not in self._bans:
            raise not_found(f"ban of {whom!r}: there is none")
        await self._change(self.accounts.lift_ban(kind, whom), lambda: self._bans.pop(key, None))

    def check_not_banned(self, name: str) -> None:
        """Raise ServiceError if an account is banned."""
        ban = self._bans.get(key_of("name", name))
        if ban is not None and ban.holds:
            raise _banned(name, ban)

    # Internal.

    async def _change(self, writing: Coroutine[Any, Any, None], note: Callable[[], object]) -> None:
        """Write a change and update the cache; once begun, this completes even if the call ends."""

        async def change() -> None:
            async with self._changing:
                await writing
                note()
                # The call that makes the change may revoke its own token; it is answered before it
                # ends.
                self._enforce(but=_CALL.get())

        self._changes.add(task := asyncio.create_task(change()))
        task.add_done_callback(self._changes.discard)
        await asyncio.shield(task)

    def _check(self, caller: Caller) -> None:
        if not caller.good:
            raise _over(caller.name)
        self.check_not_banned(caller.name)

    def _enforce(self, but: Call | None = None) -> None:
        """End the calls that have lost the right to go on, except the call `but`."""
        for call in self._calls - {but}:
            admin = False
            try:
                self.check_not_banned(call.maker)
                if call.caller is not None:
                    caller = self._tokens.get(call.caller.token_hash)
                    if caller is None:
                        raise _over(call.caller.name)
                    self._check(caller)
                    admin = caller.admin
            except ServiceError as error:
                call.end(error)
                continue
            if not admin and (ban := self._shut_out(call.address)):
                call.end(_banned(str(call.address), ban))

    def _shut_out(self, address: Address | None) -> Ban | None:
        if address is None:
            return None
        for ban in self._bans.values():
            if ban.network is not None and ban.holds and address in ban.network:
                return ban
        return None


def id_of(caller: Caller) -> str:
    """Return the public id of a token, which does not reveal the token."""
    return caller.token_hash[:_ID_BYTES].hex()


def taken(name: str, other: str = "") -> ServiceError:
    """Return the error for a name that is taken, or that looks like the name `other`."""
    alike = "" if other in ("", name) else f", or looks like {other!r}"
    return ServiceError(
        grpc.StatusCode.ALREADY_EXISTS, f"name {name!r} is taken{alike}: begin again with another"
    )


def check_whom(kind: str, whom: str) -> str:
    """Return a name, address or network in normal form; raise ServiceError if it is invalid."""
    if kind == "name":
        return check_name(whom)
    try:
        return str(ipaddress.ip_network(whom, strict=False))
    except ValueError as error:
        raise invalid(
            f"address {whom[:50]!r}: expected an IPv4 or IPv6 address or network", "address"
        ) from error


@functools.lru_cache(10_000)
def _address_of(peer: str) -> Address | None:
    """Return the address in a gRPC peer, such as ``ipv4:127.0.0.1:5000``; None if it has none."""
    kind, _, rest = urllib.parse.unquote(peer).partition(":")
    if kind not in ("ipv4", "ipv6"):
        return None
    host = rest.rpartition(":")[0].strip("[]").partition("%")[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _over(name: str) -> ServiceError:
    return ServiceError(
        grpc.StatusCode.UNAUTHENTICATED,
        f"the API token of {name!r} has expired or was revoked",
        reason="TOKEN_ENDED",
    )


def _banned(whom: str, ban: Ban) -> ServiceError:
    until = f" until {_moment(ban.until)}" if ban.until is not None else ""
    because = f": {ban.reason}" if ban.reason else ""
    return ServiceError(
        grpc.StatusCode.PERMISSION_DENIED, f"{whom} is shut out{until}{because}", reason="BANNED"
    )


def _moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))

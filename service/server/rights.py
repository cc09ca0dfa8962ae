"""Who may do what: API tokens, bans, and the calls that stand or fall with them.

Everything stands in the journal and is kept in memory too. A call that has shown a token is bound
to it: when the token ends, or its account or its address is shut out, the call ends at once.
"""

from __future__ import annotations

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

from vorhand.service.server.callers import token_caller
from vorhand.service.server.errors import ServiceError, denied, invalid, not_found
from vorhand.service.server.journal import Grant, Journal
from vorhand.service.server.names import LookAlikes, check_name, check_new_name
from vorhand.service.server.people import Ban, Caller, People, folded, key_of
from vorhand.service.server.tokens import bearer, hash_of, new_token

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_LONGEST_REASON = 200
_ID_BYTES = 6  # of a token's hash, by which it is called
_KNOWN_S = 86_400.0  # for which it is known at least that a token has ended


@dataclass(eq=False)
class Call:
    """A call under way.

    Attributes:
      address: of the client; None if it has none, as at a Unix socket.
      task: in which it runs.
      caller: whose token it has shown.
      maker: of the table, where it acts for a private seat.
      refusal: why it was ended, if it was.
    """

    address: Address | None
    task: asyncio.Task[Any]
    caller: Caller | None = None
    maker: str = ""
    refusal: ServiceError | None = None
    _timer: asyncio.TimerHandle | None = None

    def end(self, why: ServiceError) -> None:
        """Ends it with an error."""
        if self.refusal is None:
            self.refusal = why
            self.task.cancel()

    def bind(self, caller: Caller) -> None:
        """It ends when this token does."""
        self.caller = caller
        self.unbind()
        if caller.expires is not None:
            left = max(0.0, caller.expires - time.time())
            self._timer = asyncio.get_running_loop().call_later(left, self.end, _over(caller.name))

    def unbind(self) -> None:
        """Nothing is waited for any more."""
        if self._timer is not None:
            self._timer.cancel()


_CALL: contextvars.ContextVar[Call | None] = contextvars.ContextVar("call", default=None)


@dataclass
class Rights:
    """The API tokens and bans of a server, and its calls under way.

    What is written and what is read anew are one after the other, so that memory is never behind
    what was answered.
    """

    journal: Journal
    _tokens: dict[bytes, Caller] = field(default_factory=dict)
    _bans: dict[tuple[str, str], Ban] = field(default_factory=dict)
    _calls: set[Call] = field(default_factory=set)
    _changing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _changes: set[asyncio.Task[None]] = field(default_factory=set)
    _looks: LookAlikes = field(default_factory=LookAlikes)
    naming: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while a name is taken

    @functools.cached_property
    def people(self) -> People:
        """Where it is kept."""
        return People(self.journal)

    async def load(self) -> None:
        """Reads what holds, and ends calls for which it does not any more."""
        async with self._changing:
            tokens = await asyncio.to_thread(self.people.tokens)
            bans = await asyncio.to_thread(self.people.bans)
            self._tokens, self._bans = tokens, bans
            self._enforce()

    # Calls.

    @contextlib.contextmanager
    def entered(self, context: grpc.aio.ServicerContext[Any, Any]) -> Iterator[Call]:
        """Lets a call in; ServiceError if its address is shut out."""
        task = asyncio.current_task()
        assert task is not None
        call = Call(_address_of(context.peer()), task)
        if (ban := self._shut_out(call.address)) and not self._administrates(context):
            raise _banned(str(call.address), ban)
        self._calls.add(call)
        _CALL.set(call)
        try:
            yield call
        finally:
            call.unbind()
            self._calls.discard(call)

    def caller(self, token: str) -> Caller:
        """Whose API token it is; the call under way is bound to it.

        Raises:
          ServiceError: it is none of this server, it has ended, or its account is shut out.
        """
        found = self._tokens.get(hash_of(token))
        if found is None:
            text = "the API token is not one of this server"
            raise ServiceError(grpc.StatusCode.UNAUTHENTICATED, text)
        self._check(found)
        if (call := _CALL.get()) is not None:
            call.bind(found)
        return found

    def shown(self, context: grpc.aio.ServicerContext[Any, Any]) -> str:
        """Who calls by the API token that they show; empty if it is none that is good."""
        with contextlib.suppress(ServiceError):
            found = self._tokens.get(hash_of(bearer(context.invocation_metadata())))
            return token_caller(found.name) if found is not None and found.good else ""
        return ""

    def administrator(self, token: str) -> Caller:
        """Whose token it is; ServiceError if it may not administrate."""
        caller = self.caller(token)
        if not caller.admin:
            raise denied("the API token may not administrate")
        return caller

    def check_grant(self, grant: Grant, maker: str) -> None:
        """The call under way acts for a seat, as long as the token does with which it was taken.

        Args:
          grant: the right to act for the seat.
          maker: the account that made the table, where the seat is private: a token is good only as
            long as that is not shut out. Empty at other seats.

        Raises:
          ServiceError: that token has ended, or an account is shut out.
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
        """All tokens, also those that have ended; the last of each account is kept."""
        return self._tokens.values()

    def tokens(self) -> list[Caller]:
        """The tokens that are good, by name."""
        good = (token for token in self._tokens.values() if token.good)
        return sorted(good, key=lambda token: (token.name, token.token_hash))

    def with_token(self, name: str) -> str:
        """The account of this name, or of one like it, that has had a token; empty: there is none.

        In old journals there may be several such accounts.
        """
        alike = {token.name for token in self.all_tokens() if folded(token.name) == folded(name)}
        return name if name in alike else min(alike, default="")

    async def _known(self, name: str) -> str:
        """The account of this name, or of one like it; empty: there is none."""
        known = self.with_token(check_name(name))
        return known or await asyncio.to_thread(self.people.person, name)

    async def check_free(self, name: str) -> str:
        """Return a name for a new account in normal form; `naming` is held.

        Raises:
          ServiceError: nobody may have it, or somebody has it, or one that looks like it.
        """
        name = check_new_name(name)
        accounts = {token.name for token in self.all_tokens()}
        if other := await asyncio.to_thread(self._alike, name, accounts):
            raise taken(name, other)
        return name

    def _alike(self, name: str, accounts: set[str]) -> str:
        """Return the name of somebody that looks like a new one; empty: there is none; blocks."""
        self._looks.add(accounts.union(self.people.names()))
        return self._looks.find(name)

    async def create_account(self, name: str) -> tuple[str, Caller]:
        """A token that never ends, and what is kept of it, for an account that there was not.

        Raises:
          ServiceError: as for `check_free`.
        """
        async with self.naming:
            return await self._create_token(await self.check_free(name), None)

    async def create_token(
        self, name: str, seconds: float | None, *, admin: bool = False
    ) -> tuple[str, Caller]:
        """A new token, and what is kept of it.

        Args:
          name: of the account; capitals make no difference.
          seconds: after which it ends; None: never.
          admin: whether it may administrate.

        Raises:
          ServiceError: it would be a new account, of a name as for `check_free`.
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

        await self._change(self.people.add_token(kept, past), note)
        return token, kept

    async def revoke(self, *, token_id: str = "", name: str = "") -> int:
        """Makes a token, or all of an account, worthless; how many.

        Raises:
          ServiceError: there is none.
        """
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
        """Makes one token worthless."""
        await self._end([caller])

    async def _end(self, ended: list[Caller]) -> None:
        now = time.time()
        after = {token.token_hash: replace(token, expires=now) for token in ended}
        await self._change(
            self.people.end_tokens(list(after), now), lambda: self._tokens.update(after)
        )

    # Bans.

    def bans(self) -> list[Ban]:
        """The bans that hold, by whom they concern."""
        return [ban for _, ban in sorted(self._bans.items()) if ban.holds]

    async def ban(self, ban: Ban) -> None:
        """Shuts somebody out."""
        if len(ban.reason) > _LONGEST_REASON:
            raise invalid(f"reason: expected at most {_LONGEST_REASON} characters", "ban.reason")
        ban = replace(ban, whom=check_whom(ban.kind, ban.whom))

        def note() -> None:
            self._bans = {key: each for key, each in self._bans.items() if each.holds}
            self._bans[key_of(ban.kind, ban.whom)] = ban

        await self._change(self.people.add_ban(ban, time.time()), note)

    async def lift(self, kind: str, whom: str) -> None:
        """Lifts a ban; ServiceError if there is none."""
        whom = check_whom(kind, whom)
        key = key_of(kind, whom)
        if key not in self._bans:
            raise not_found(f"ban of {whom!r}: there is none")
        await self._change(self.people.lift_ban(kind, whom), lambda: self._bans.pop(key, None))

    def check_not_banned(self, name: str) -> None:
        """Raises ServiceError if an account is shut out."""
        ban = self._bans.get(key_of("name", name))
        if ban is not None and ban.holds:
            raise _banned(name, ban)

    # Inside.

    async def _change(self, writing: Coroutine[Any, Any, None], note: Callable[[], object]) -> None:
        """Writes a change and takes note of it; once begun, that is done though the call ends."""

        async def change() -> None:
            async with self._changing:
                await writing
                note()
                # The call itself, which may be about its own token, is answered and then ends.
                self._enforce(but=_CALL.get())

        self._changes.add(task := asyncio.create_task(change()))
        task.add_done_callback(self._changes.discard)
        await asyncio.shield(task)

    def _check(self, caller: Caller) -> None:
        if not caller.good:
            raise _over(caller.name)
        self.check_not_banned(caller.name)

    def _enforce(self, but: Call | None = None) -> None:
        """Ends calls that have no right to go on, but one."""
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

    def _administrates(self, context: grpc.aio.ServicerContext[Any, Any]) -> bool:
        with contextlib.suppress(ServiceError):
            caller = self._tokens.get(hash_of(bearer(context.invocation_metadata())))
            return caller is not None and caller.admin and caller.good
        return False

    def _shut_out(self, address: Address | None) -> Ban | None:
        if address is None:
            return None
        for ban in self._bans.values():
            if ban.network is not None and ban.holds and address in ban.network:
                return ban
        return None


def id_of(caller: Caller) -> str:
    """By which a token is called where it must not be told."""
    return caller.token_hash[:_ID_BYTES].hex()


def taken(name: str, other: str = "") -> ServiceError:
    """Return the error for a name that somebody has, or that looks like an `other` name."""
    alike = "" if other in ("", name) else f", or looks like {other!r}"
    return ServiceError(
        grpc.StatusCode.ALREADY_EXISTS, f"name {name!r} is taken{alike}: begin again with another"
    )


def check_whom(kind: str, whom: str) -> str:
    """A name, or an address or network as it is written; ServiceError if it is none."""
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
    """The address in gRPC's name of a peer, such as ``ipv4:127.0.0.1:5000``."""
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

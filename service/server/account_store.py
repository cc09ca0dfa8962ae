"""The storage of accounts: identities, API tokens and bans."""

import asyncio
import functools
import ipaddress
import time
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from vorhand.service.server.journal import Journal
from vorhand.service.server.schema import BANS, IDENTITIES, TOKENS


@dataclass(frozen=True)
class Caller:
    """A stored API token, which identifies a caller."""

    name: str  # name of its account
    token_hash: bytes  # see `vorhand.service.server.tokens.hash_of`
    # the time when it expires or was revoked, in seconds since 1970; None: never
    expires: float | None = None
    admin: bool = False  # whether it has administrator rights

    @property
    def good(self) -> bool:
        """True if the token is still valid."""
        return self.expires is None or time.time() < self.expires


def folded(name: str) -> str:
    """Return a key shared by names that differ only in case and compatibility forms of letters."""
    return unicodedata.normalize("NFKC", name).casefold()


@dataclass(frozen=True)
class Ban:
    """A ban of an account, an address or a network."""

    kind: str  # "name" or "address"
    whom: str  # the name of an account, or an address or network
    until: float | None = None  # the end of the ban, in seconds since 1970; None: never
    reason: str = ""  # the operator's reason

    @property
    def holds(self) -> bool:
        """True if the ban is in force."""
        return self.until is None or time.time() < self.until

    @functools.cached_property
    def network(self) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
        """The banned addresses; None for an account."""
        return ipaddress.ip_network(self.whom) if self.kind == "address" else None


def key_of(kind: str, whom: str) -> tuple[str, str]:
    """Return the key shared by bans of the same account, address or network."""
    return kind, folded(whom) if kind == "name" else whom


@dataclass(frozen=True)
class AccountStore:
    """The stored accounts; synchronous methods block."""

    journal: Journal

    def tokens(self) -> dict[bytes, Caller]:
        """Return all tokens, by hash."""
        with self.journal.reading() as connection:
            rows = connection.execute(sa.select(TOKENS)).all()
        return {
            row.token_hash: Caller(row.name, row.token_hash, row.expires, row.admin) for row in rows
        }

    async def add_token(self, token: Caller, past: float) -> None:
        """Add a token, and delete those of its account that expired before `past`."""
        theirs = sa.and_(TOKENS.c.name == token.name, TOKENS.c.expires < past)
        await self.journal.execute(
            sa.delete(TOKENS).where(theirs),
            sa.insert(TOKENS).values(
                token_hash=token.token_hash,
                name=token.name,
                expires=token.expires,
                admin=token.admin,
            ),
        )

    async def end_tokens(self, hashes: Sequence[bytes], now: float) -> None:
        """Record that tokens have ended."""
        theirs = TOKENS.c.token_hash.in_(hashes)
        await self.journal.execute(sa.update(TOKENS).where(theirs).values(expires=now))

    def name_of(self, issuer: str, subject: str) -> str | None:
        """Return the name of a person's account; None if they have none."""
        theirs = sa.and_(IDENTITIES.c.issuer == issuer, IDENTITIES.c.subject == subject)
        with self.journal.reading() as connection:
            found = connection.execute(sa.select(IDENTITIES.c.name).where(theirs)).scalar()
        return None if found is None else str(found)

    def name_like(self, name: str) -> str:
        """Return the name with the same `folded` form among people who signed in; empty if none."""
        with self.journal.reading() as connection:
            theirs = sa.select(IDENTITIES.c.name).where(IDENTITIES.c.folded == folded(name))
            return str(connection.execute(theirs).scalar() or "")

    def names(self) -> list[str]:
        """Return the names of all people who have signed in."""
        with self.journal.reading() as connection:
            return list(connection.execute(sa.select(IDENTITIES.c.name)).scalars())

    async def add_identity(self, issuer: str, subject: str, name: str, folded: str) -> None:
        """Add a person; raise JournalError if the person or the name exists already."""
        values = {"issuer": issuer, "subject": subject, "name": name, "folded": folded}
        await self.journal.execute(sa.insert(IDENTITIES).values(values))

    def bans(self) -> dict[tuple[str, str], Ban]:
        """Return the bans in force, by `key_of`."""
        hold = sa.or_(BANS.c.until.is_(None), BANS.c.until > time.time())
        with self.journal.reading() as connection:
            rows = connection.execute(sa.select(BANS).where(hold)).all()
        bans = [Ban(row.kind, row.whom, row.until, row.reason) for row in rows]
        return {key_of(ban.kind, ban.whom): ban for ban in bans}

    async def add_ban(self, ban: Ban, now: float) -> None:
        """Add a ban, replacing that of the same name or address; delete expired bans."""
        values = {"kind": ban.kind, "whom": ban.whom, "until": ban.until, "reason": ban.reason}
        over = sa.delete(BANS).where(BANS.c.until < now)
        before = await self._bans_of(ban.kind, ban.whom)
        await self.journal.execute(over, before, sa.insert(BANS).values(values))

    async def lift_ban(self, kind: str, whom: str) -> None:
        """Delete a ban."""
        await self.journal.execute(await self._bans_of(kind, whom))

    async def _bans_of(self, kind: str, whom: str) -> sa.Executable:
        """Return the statement that lifts the bans of an address or, in any spelling, a name."""

        def written() -> list[str]:
            with self.journal.reading() as connection:
                found = connection.execute(sa.select(BANS.c.whom).where(BANS.c.kind == kind))
                return [row.whom for row in found if key_of(kind, row.whom) == key_of(kind, whom)]

        these = BANS.c.whom.in_(await asyncio.to_thread(written))
        return sa.delete(BANS).where(BANS.c.kind == kind, these)

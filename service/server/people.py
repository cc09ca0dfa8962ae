"""What the journal keeps of people: who they are, their tokens, and who is shut out."""

from __future__ import annotations

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
    """An API token, as it is kept.

    Attributes:
      name: of its account.
      token_hash: see `vorhand.service.server.tokens.hash_of`.
      expires: when it ends or was revoked, in seconds since 1970; None: never.
      admin: whether it may administrate.
    """

    name: str
    token_hash: bytes
    expires: float | None = None
    admin: bool = False

    @property
    def good(self) -> bool:
        """Whether it has not ended."""
        return self.expires is None or time.time() < self.expires


def folded(name: str) -> str:
    """The same for names that look alike but for capitals and forms of letters."""
    return unicodedata.normalize("NFKC", name).casefold()


@dataclass(frozen=True)
class Ban:
    """Somebody who is shut out.

    Attributes:
      kind: "name" or "address".
      whom: the name of an account, or an address or network.
      until: when it is over, in seconds since 1970; None: never.
      reason: why.
    """

    kind: str
    whom: str
    until: float | None = None
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether it is not over."""
        return self.until is None or time.time() < self.until

    @functools.cached_property
    def network(self) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
        """The addresses that are shut out, if it is no account."""
        return ipaddress.ip_network(self.whom) if self.kind == "address" else None


def key_of(kind: str, whom: str) -> tuple[str, str]:
    """What bans of the same account, address or network share."""
    return kind, folded(whom) if kind == "name" else whom


@dataclass(frozen=True)
class People:
    """Reads and writes it; what reads blocks."""

    journal: Journal

    def tokens(self) -> dict[bytes, Caller]:
        """All tokens, by hash."""
        with self.journal.reading() as connection:
            rows = connection.execute(sa.select(TOKENS)).all()
        return {
            row.token_hash: Caller(row.name, row.token_hash, row.expires, row.admin) for row in rows
        }

    async def add_token(self, token: Caller, past: float) -> None:
        """Adds a token, and forgets those of its account that ended before `past`."""
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
        """Notes that tokens have ended."""
        theirs = TOKENS.c.token_hash.in_(hashes)
        await self.journal.execute(sa.update(TOKENS).where(theirs).values(expires=now))

    def name_of(self, issuer: str, subject: str) -> str | None:
        """The name of the account of a person, if they have one."""
        theirs = sa.and_(IDENTITIES.c.issuer == issuer, IDENTITIES.c.subject == subject)
        with self.journal.reading() as connection:
            found = connection.execute(sa.select(IDENTITIES.c.name).where(theirs)).scalar()
        return None if found is None else str(found)

    def person(self, name: str) -> str:
        """The name of the person who has signed in under one like this; empty: nobody has."""
        with self.journal.reading() as connection:
            theirs = sa.select(IDENTITIES.c.name).where(IDENTITIES.c.folded == folded(name))
            return str(connection.execute(theirs).scalar() or "")

    def names(self) -> list[str]:
        """Return the names of all people who have signed in."""
        with self.journal.reading() as connection:
            return list(connection.execute(sa.select(IDENTITIES.c.name)).scalars())

    async def add_identity(self, issuer: str, subject: str, name: str, folded: str) -> None:
        """Adds a person.

        Raises:
          JournalError: they, or the name, are there already.
        """
        values = {"issuer": issuer, "subject": subject, "name": name, "folded": folded}
        await self.journal.execute(sa.insert(IDENTITIES).values(values))

    def bans(self) -> dict[tuple[str, str], Ban]:
        """The bans that are not over, by `key_of`."""
        hold = sa.or_(BANS.c.until.is_(None), BANS.c.until > time.time())
        with self.journal.reading() as connection:
            rows = connection.execute(sa.select(BANS).where(hold)).all()
        bans = [Ban(row.kind, row.whom, row.until, row.reason) for row in rows]
        return {key_of(ban.kind, ban.whom): ban for ban in bans}

    async def add_ban(self, ban: Ban, now: float) -> None:
        """Adds a ban, or replaces the one of the same name or address; forgets those over."""
        values = {"kind": ban.kind, "whom": ban.whom, "until": ban.until, "reason": ban.reason}
        over = sa.delete(BANS).where(BANS.c.until < now)
        before = await self._bans_of(ban.kind, ban.whom)
        await self.journal.execute(over, before, sa.insert(BANS).values(values))

    async def lift_ban(self, kind: str, whom: str) -> None:
        """Takes a ban away."""
        await self.journal.execute(await self._bans_of(kind, whom))

    async def _bans_of(self, kind: str, whom: str) -> sa.Executable:
        """What takes away the bans of an account, however its name is written, or an address."""

        def written() -> list[str]:
            with self.journal.reading() as connection:
                found = connection.execute(sa.select(BANS.c.whom).where(BANS.c.kind == kind))
                return [row.whom for row in found if key_of(kind, row.whom) == key_of(kind, whom)]

        these = BANS.c.whom.in_(await asyncio.to_thread(written))
        return sa.delete(BANS).where(BANS.c.kind == kind, these)

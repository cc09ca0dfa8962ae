"""Invitations: codes that people can say and type, each valid for the open seats of one table."""

import secrets

import sqlalchemy as sa

from vorhand.service.server.errors import invalid
from vorhand.service.server.journal import Journal
from vorhand.service.server.schema import INVITATIONS
from vorhand.service.server.tokens import hash_of

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's Base32, without ambiguous letters
_ALIKE = str.maketrans("OIL", "011", "- ")
_LENGTH = 12  # 60 bits
_GROUP = 4


def new_code() -> str:
    """Return a code that cannot be guessed, such as ``7QKM-04ZD-X9PA``."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    return "-".join(letters[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP))


def read_code(text: str) -> str:
    """Return a typed code in normal form; raise ServiceError if it is no code."""
    code = text.upper().translate(_ALIKE) if len(text) <= 2 * _LENGTH else ""
    if len(code) != _LENGTH or not set(code) <= set(_LETTERS):
        expected = f"expected {_LENGTH} letters and digits, as in 7QKM-04ZD-X9PA"
        raise invalid(f"invitation {text[:40]!r}: {expected}", "invitation")
    return code


async def invite(journal: Journal, table_id: str) -> str:
    """Create a new code for a table and invalidate the previous one."""
    code = new_code()
    values = {"table_id": table_id, "code_hash": hash_of(read_code(code))}
    old = sa.delete(INVITATIONS).where(INVITATIONS.c.table_id == table_id)
    await journal.execute(old, sa.insert(INVITATIONS).values(values))
    return code


def invited_to(journal: Journal, code: str) -> str:
    """Return the table of a code; empty if there is none. Blocks."""
    query = sa.select(INVITATIONS.c.table_id).where(INVITATIONS.c.code_hash == hash_of(code))
    with journal.reading() as connection:
        return str(connection.execute(query).scalar() or "")

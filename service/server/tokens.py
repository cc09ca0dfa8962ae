"""Tokens: random secrets that are shown once and stored as hashes.

Tokens are looked up and compared by their hashes, so timing reveals nothing about them. Only the
token with which the author of a remote agent watches the agent is kept in clear, in memory, because
it is sent with each request to the agent (`Spectators.token_for`).
"""

import hashlib
import hmac
import re
import secrets

import grpc

from vorhand.service.server.errors import ServiceError
from vorhand.service.server.interceptors import Context

_BYTES = 24


def new_token(kind: str) -> str:
    """Return a new token of 192 random bits, prefixed with its kind."""
    return f"{kind}_{secrets.token_urlsafe(_BYTES)}"


def new_identifier() -> str:
    """Return a new identifier that cannot be guessed, of letters and digits."""
    return secrets.token_hex(10)


def is_token(text: str, kind: str) -> bool:
    """Return whether a text has the form of a token of this kind."""
    return re.fullmatch(rf"{kind}_[A-Za-z0-9_-]{{32}}", text) is not None


def is_identifier(text: str) -> bool:
    """Return whether a text has the form of an identifier by `new_identifier`."""
    return re.fullmatch("[0-9a-f]{20}", text) is not None


def hash_of(token: str) -> bytes:
    """Return the stored hash of a token."""
    return hashlib.sha256(token.encode()).digest()


def same(token: str, kept: bytes) -> bool:
    """Return whether a token matches a stored hash."""
    return hmac.compare_digest(hash_of(token), kept)


def bearer(context: Context) -> str:
    """Return the bearer token of a call; raise ServiceError if it has none."""
    for key, value in context.invocation_metadata() or ():
        if key == "authorization" and isinstance(value, str):
            scheme, _, token = value.partition(" ")
            if scheme.lower() == "bearer" and token:
                return token.strip()
    raise ServiceError(
        grpc.StatusCode.UNAUTHENTICATED, "expected metadata `authorization: Bearer <token>`"
    )

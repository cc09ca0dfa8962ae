"""Tokens: random, shown once, kept as hashes.

They are found and compared by their hashes: how long that takes tells nothing of a token. Only the
token by which the author of a dialled agent looks on is shown with each question to the agent, and
so kept itself, in memory alone (`Onlookers.token_for`).
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

import grpc

from vorhand.service.server.errors import ServiceError

_BYTES = 24


def new_token(kind: str) -> str:
    """A token of 192 random bits; the kind in front tells people what it is for."""
    return f"{kind}_{secrets.token_urlsafe(_BYTES)}"


def new_identifier() -> str:
    """An identifier that cannot be guessed, of letters and digits."""
    return secrets.token_hex(10)


def is_token(text: str, kind: str) -> bool:
    """Whether it is written as `new_token` writes those of this kind."""
    return re.fullmatch(rf"{kind}_[A-Za-z0-9_-]{{32}}", text) is not None


def is_identifier(text: str) -> bool:
    """Whether it is written as `new_identifier` writes them."""
    return re.fullmatch("[0-9a-f]{20}", text) is not None


def hash_of(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


def same(token: str, kept: bytes) -> bool:
    """Whether a token is the one of which the hash was kept."""
    return hmac.compare_digest(hash_of(token), kept)


def bearer(metadata: object) -> str:
    """The token of a call; ServiceError if it carries none."""
    for key, value in metadata or ():  # type: ignore[attr-defined]
        if key == "authorization" and isinstance(value, str):
            scheme, _, token = value.partition(" ")
            if scheme.lower() == "bearer" and token:
                return token.strip()
    raise ServiceError(
        grpc.StatusCode.UNAUTHENTICATED, "expected metadata `authorization: Bearer <token>`"
    )

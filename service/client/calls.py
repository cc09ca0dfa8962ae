"""Calls of a table server: channels, what a call tells when it ends, pauses between attempts."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import Any, NamedTuple

import grpc
from google.rpc import error_details_pb2, status_pb2

from vorhand.service.server.errors import AFTER, DOMAIN, ELSEWHERE, PAST

_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.05, 0.5
COME_BACK = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
)
_DETAILS = "grpc-status-details-bin"
_MOST_BYTES = 16 * 1024 * 1024
_CHANNEL = [
    ("grpc.max_receive_message_length", _MOST_BYTES),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 10_000),  # how long connecting, with TLS, may take
    ("grpc.max_reconnect_backoff_ms", 1000),
]


class RemoteError(OSError):
    """The server refused something, or cannot be reached.

    Attributes:
      code: the gRPC status.
    """

    def __init__(self, code: grpc.StatusCode, message: str) -> None:
        super().__init__(f"{code.name}: {message}")
        self.code = code


class Place(NamedTuple):
    """A seat at a table, and the right to act for it."""

    table_id: str
    seat: int
    token: str


class Pause:
    """The time between attempts: longer each time, until something has come."""

    def __init__(self) -> None:
        self._seconds = _FIRST_WAIT_S

    def reset(self) -> None:
        """Something has come."""
        self._seconds = _FIRST_WAIT_S

    async def sleep(self) -> None:
        """Waits, not all clients for the same time."""
        await asyncio.sleep(self._seconds * (0.5 + random.random()))
        self._seconds = min(2 * self._seconds, _LONGEST_WAIT_S)


def open_channel(address: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    """A channel to a server of ours."""
    if credentials is None:
        return grpc.aio.insecure_channel(address, options=_CHANNEL)
    return grpc.aio.secure_channel(address, credentials, options=_CHANNEL)


def told_elsewhere(metadata: Any) -> str:
    """The address at which another server has a table, from how a call ended; else empty."""
    about = _elsewhere(metadata)
    return "" if about is None else str(about.metadata["address"])


def told_past(metadata: Any) -> int | None:
    """After which number to join again where earlier events are past; None if they are not."""
    about = _about(metadata)
    found = about is not None and about.reason == PAST
    return int(about.metadata[AFTER]) if found else None


def is_elsewhere(metadata: Any) -> bool:
    """Whether a call ended since another server has the table, be it there or gone."""
    return _elsewhere(metadata) is not None


def reason_of(metadata: Any) -> str:
    """The server's name of the error that ended a call, such as BANNED; empty: it has none."""
    about = _about(metadata)
    return "" if about is None else str(about.reason)


def _elsewhere(metadata: Any) -> Any:
    about = _about(metadata)
    return about if about is not None and about.reason == ELSEWHERE else None


def _about(metadata: Any) -> Any:
    about = error_details_pb2.ErrorInfo()
    for key, value in metadata or ():
        if key == _DETAILS:
            for detail in status_pb2.Status.FromString(value).details:
                if detail.Unpack(about) and about.domain == DOMAIN:
                    return about
    return None


class TokenError(ValueError):
    """A token that no call can carry."""


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata that carries a token; TokenError if it has signs that metadata cannot have."""
    if not (token.isascii() and token.isprintable()):
        raise TokenError("token: expected letters, digits and signs of ASCII alone")
    return (("authorization", f"Bearer {token}"),) if token else ()


@contextlib.contextmanager
def as_remote_errors() -> Any:
    """Turns gRPC's errors into `RemoteError`."""
    try:
        yield
    except grpc.RpcError as error:
        details = error.details() if hasattr(error, "details") else ""
        code = error.code() if hasattr(error, "code") else grpc.StatusCode.UNKNOWN
        raise RemoteError(code, details or "") from error

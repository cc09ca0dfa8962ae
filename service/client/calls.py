"""Helpers for calls to a table server: channels, error details and back-off."""

import asyncio
import contextlib
import random
from typing import Any, NamedTuple

import grpc
from google.rpc import error_details_pb2, status_pb2

from vorhand.native.errors import InputError, VorhandError
from vorhand.service.server.errors import AFTER, DOMAIN, ELSEWHERE, PAST

_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.05, 0.5
RETRYABLE = (
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
    ("grpc.min_reconnect_backoff_ms", 10_000),  # time for a connection, including TLS
    ("grpc.max_reconnect_backoff_ms", 1000),
]


class RemoteError(VorhandError, OSError):
    """A refusal by the server, or a failure to reach it.

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


class BackOff:
    """The back-off between attempts; it doubles up to a limit until data is received."""

    def __init__(self) -> None:
        self._seconds = _FIRST_WAIT_S

    def reset(self) -> None:
        """Reset the back-off after data was received."""
        self._seconds = _FIRST_WAIT_S

    async def sleep(self) -> None:
        """Wait, with random jitter."""
        await asyncio.sleep(self._seconds * (0.5 + random.random()))
        self._seconds = min(2 * self._seconds, _LONGEST_WAIT_S)


def open_channel(address: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    """Open a channel to a table server."""
    if credentials is None:
        return grpc.aio.insecure_channel(address, options=_CHANNEL)
    return grpc.aio.secure_channel(address, credentials, options=_CHANNEL)


def owner_address(metadata: Any) -> str:
    """Return the address of a table's owner from the error of a call; empty if it has none."""
    about = _elsewhere(metadata)
    return "" if about is None else str(about.metadata["address"])


def resume_sequence(metadata: Any) -> int | None:
    """Return the sequence number to rejoin from if older events are no longer sent; else None."""
    about = _about(metadata)
    found = about is not None and about.reason == PAST
    return int(about.metadata[AFTER]) if found else None


def is_elsewhere(metadata: Any) -> bool:
    """Return whether a call ended because another server, running or not, owns the table."""
    return _elsewhere(metadata) is not None


def reason_of(metadata: Any) -> str:
    """Return the reason code of an error, such as BANNED; empty if it has none."""
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


class TokenError(InputError):
    """A token that cannot be sent as metadata."""


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """Return a token as metadata, none if it is empty; raise TokenError if it is not printable."""
    if not (token.isascii() and token.isprintable()):
        raise TokenError("token: expected letters, digits and signs of ASCII alone")
    return (("authorization", f"Bearer {token}"),) if token else ()


@contextlib.contextmanager
def as_remote_errors() -> Any:
    """Convert gRPC's errors into `RemoteError`."""
    try:
        yield
    except grpc.RpcError as error:
        details = error.details() if hasattr(error, "details") else ""
        code = error.code() if hasattr(error, "code") else grpc.StatusCode.UNKNOWN
        raise RemoteError(code, details or "") from error

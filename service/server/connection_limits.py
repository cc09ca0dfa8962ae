"""Limits of connections: their number in total and per address, and the time they may be idle.

gRPC's core limits open connections and closes idle ones. Connections per address are counted when a
call arrives, because a connection's peer is unknown here before its first call.
"""

import contextlib
import resource
from collections.abc import Iterator

from vorhand.service.server.errors import exhausted
from vorhand.service.server.settings import Settings

_LARGEST_METADATA = 16 * 1024
_PENDING_CALLS = 10_000  # maximum of calls that wait for Python; beyond it, gRPC cancels some
_HANDSHAKE_MS = 20_000  # timeout for the handshake of a new connection

PENDING = [
    ("grpc.server.max_pending_requests", _PENDING_CALLS),
    ("grpc.server.max_pending_requests_hard_limit", 2 * _PENDING_CALLS),
]
"""Server options that make the server refuse bursts of calls with a status and its details.

By default gRPC's core resets streams at random while more than 1,000 calls wait to be accepted, and
the client sees CANCELLED without a retry time.
"""


def raise_file_limit() -> int:
    """Raise this process's limit of open files to the maximum; return it, 2^20 if unlimited."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return soft if soft != resource.RLIM_INFINITY else 1 << 20


def channel_options(settings: Settings, files: int) -> list[tuple[str, int]]:
    """Return the options of gRPC's core; half of the ``files`` are reserved for other uses."""
    return [
        ("grpc.max_receive_message_length", settings.message_bytes),
        ("grpc.max_metadata_size", _LARGEST_METADATA),
        ("grpc.so_reuseport", 0),
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
        ("grpc.max_allowed_incoming_connections", min(settings.connections, files // 2)),
        ("grpc.max_connection_idle_ms", round(1000 * settings.idle_connection_s)),
        ("grpc.server_handshake_timeout_ms", _HANDSHAKE_MS),
        *PENDING,
    ]


class ConnectionLimits:
    """The connections of each address that have calls under way."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._calls: dict[str, dict[str, int]] = {}  # calls by address and peer

    @contextlib.contextmanager
    def used(self, address: str, peer: str) -> Iterator[None]:
        """Count a call under way; raise ServiceError if its address has too many connections."""
        peers = self._calls.setdefault(address, {})
        if peer not in peers and len(peers) >= self._most:
            raise exhausted(f"{address} has {len(peers)} connections, as many as it may", 10.0)
        peers[peer] = peers.get(peer, 0) + 1
        try:
            yield
        finally:
            peers[peer] -= 1
            if not peers[peer]:
                del peers[peer]
            if not peers:
                self._calls.pop(address, None)

"""Common options and helpers of commands that call a table server."""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vorhand.cli.errors import OptionError

if TYPE_CHECKING:
    import grpc

ADDRESS = "127.0.0.1:50051"
ConnectOption = Annotated[str, typer.Option(help="The table server, host and port.")]
TokenOption = Annotated[Path | None, typer.Option(help="File with an API token.")]
CertificateOption = Annotated[
    Path | None, typer.Option(help="Use TLS, and trust the authorities in this file.")
]

_CONNECT_S = 10.0
_SPAN = re.compile(r"(\d+)([mhd])")
_SECONDS = {"m": 60, "h": 3600, "d": 86_400}


@dataclass(frozen=True)
class Connection:
    """An open gRPC channel to a server, and the metadata for calls, with the token."""

    channel: grpc.Channel
    metadata: tuple[tuple[str, str], ...]

    def call(self, method: Any, request: Any) -> Any:
        """Send a request to a stub's method and return the answer.

        Raises:
          RemoteError: the server refused.
        """
        import grpc

        from vorhand.service.client.client import RemoteError

        try:
            return method(request, metadata=self.metadata, timeout=30)
        except grpc.RpcError as error:
            raise RemoteError(error.code(), error.details() or "") from error


@contextlib.contextmanager
def connected(
    address: str, token: Path | None, certificate: Path | None, *, secret: bool = False
) -> Iterator[Connection]:
    """Connect to a server, by TLS if there is a file with its root certificates.

    Raises:
      ValueError: the address, the token or the certificate is invalid; or the token, or a secret
        that the server will send, would leave this machine in plain text.
      ConnectionError: no table server answers at the address.
    """
    import grpc

    from vorhand.service import tls
    from vorhand.service.client.client import bearer

    metadata = bearer(read_token(token))
    if certificate is None:
        tls.check_plaintext(address, allowed=not (metadata or secret))
        channel = grpc.insecure_channel(address)
    else:
        tls.check_address(address)
        credentials = tls.channel_credentials(certificate, None, None)
        channel = grpc.secure_channel(address, credentials)
    check_listens(address)
    with channel:
        try:
            grpc.channel_ready_future(channel).result(_CONNECT_S)
        except grpc.FutureTimeoutError as error:
            raise ConnectionError(
                f"{address}: what listens there does not speak to us; a table server with "
                "TLS needs --certificate, one without it must not have that"
            ) from error
        yield Connection(channel, metadata)


def check_listens(address: str) -> None:
    """Raise ConnectionError, within two seconds, if nothing listens at a server's address."""
    from vorhand.service import tls

    if not tls.listens(address):
        raise ConnectionError(
            f"{address}: nothing listens there; `vorhand serve --listen {address}` starts a table "
            "server"
        )


def read_token(path: Path | None, option: str = "--token-file") -> str:
    """Return the token in an option's file, empty without a path; raise OptionError if invalid."""
    if path is None:
        return ""
    if not path.is_file():
        raise OptionError(f"{option} {path}: there is no such file; the operator has the token")
    token = path.read_text("utf-8", errors="replace").strip()
    if not token or not token.isascii() or len(token.split()) != 1:
        raise OptionError(f"{option} {path}: expected one token and nothing else")
    return token


def write_secret(path: Path, secret: str) -> None:
    """Write a new file that only its owner can read."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{secret}\n")


def seconds_of(span: str) -> int:
    """Return a time such as ``90m``, ``12h`` or ``30d`` in seconds; raise ValueError if invalid."""
    found = _SPAN.fullmatch(span)
    if not found:
        raise OptionError(f"time {span!r}: expected a number and m, h or d, as in 90m, 12h, 30d")
    return int(found[1]) * _SECONDS[found[2]]


def moment(seconds: float) -> str:
    """Return a time in seconds since 1970 as local time; ``never`` for 0."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds)) if seconds else "never"

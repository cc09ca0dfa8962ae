"""Runs the page and its table server in one process until told to stop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import uvicorn

from vorhand.service import tls
from vorhand.service.client.client import Client
from vorhand.service.server import running
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings, packed_games
from vorhand.service.tls import host_of, is_loopback
from vorhand.web.app import LARGEST_MESSAGE, Page
from vorhand.web.guard import LOOPBACK
from vorhand.web.hints import prepare
from vorhand.web.quotas import Limits

_WORKERS = 2  # processes in which agents think


class ListenError(ValueError):
    """An address at which the page may not be served with these options."""


@dataclass(frozen=True)
class Where:
    """Where the page is served, and whose tables it shows.

    Attributes:
      listen: host and port; port 0: any free one.
      hosts: further host names under which browsers request it.
      token: what browsers must present; needed beyond this machine.
      key, certificate: PEM files for TLS; needed beyond this machine.
      limits: of what a browser, or an address, may make.
    """

    listen: str
    hosts: tuple[str, ...] = ()
    token: str = ""
    key: Path | None = None
    certificate: Path | None = None
    limits: Limits = field(default_factory=Limits)

    def check(self) -> None:
        """Refuses to expose tables to a network; ListenError says what is missing."""
        tls.check_address(self.listen)
        if (self.key is None) != (self.certificate is None):
            raise ListenError("--tls-key, --tls-certificate: expected both or none")
        if is_loopback(self.listen):
            return
        if not self.token or self.certificate is None:
            raise ListenError(
                f"--listen {self.listen}: other machines can reach this address; expected "
                "--token-file, --tls-key and --tls-certificate with it, or 127.0.0.1"
            )

    @property
    def names(self) -> frozenset[str]:
        """All names under which browsers may ask for the page."""
        return frozenset({*LOOPBACK, host_of(self.listen).strip("[]"), *self.hosts})


def data_folder() -> Path:
    """The folder of what the page keeps, made if it is not there, for its owner alone."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(base) / "vorhand"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _data_file(name: str) -> Path | None:
    """Return a file in the folder of what the page keeps; None: there is no folder for it."""
    try:
        return data_folder() / name
    except (OSError, RuntimeError):  # it cannot be made; nobody's home is known
        return None


async def own_server(
    journal: str,
    token_file: Path,
    operator_file: Path,
    further: tuple[str, ...],
    settings: Settings,
) -> Server:
    """Starts a table server for the page alone, at a free loopback port.

    The files hold the page's token, and the one by which it makes accounts for browsers. Of the
    settings, the games and the number of workers are the page's.
    """
    url = running.journal_url(journal)
    running.api_token(url, token_file)
    running.api_token(url, operator_file, admin=True)
    games = (*packed_games(), *further)
    server = Server(url, "127.0.0.1:0", replace(settings, games=games, workers=_WORKERS))
    await server.start()
    return server


async def serve_page(
    where: Where, client: Client, operator: str, started: Callable[[str], None]
) -> None:
    """Serves the page until SIGINT or SIGTERM.

    Args:
      where: at which address, to whom.
      client: of the table server.
      operator: see `Page`.
      started: called with the page's address once it is served.

    Raises:
      ListenError: the page may not be served at the address.
      OSError: the address cannot be listened at.
    """
    where.check()
    host, _, port = where.listen.rpartition(":")
    secure = where.certificate is not None
    kept, made = _data_file("practice.jsonl"), _data_file("made.json")
    page = Page(client, where.names, where.token, secure, operator, kept, made, where.limits)
    config = uvicorn.Config(
        page.app(),
        host=host.strip("[]"),
        port=int(port),
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        log_level="warning",
        server_header=False,
        lifespan="off",
        ssl_keyfile=where.key,
        ssl_certfile=where.certificate,
        timeout_graceful_shutdown=5,
    )
    scheme = "http" if where.certificate is None else "https"
    preparing = asyncio.ensure_future(page.thinkers.ask("", prepare))
    try:
        await _Uvicorn(config, lambda bound: started(f"{scheme}://{host}:{bound}/")).serve()
    finally:
        preparing.cancel()
        await asyncio.gather(preparing, return_exceptions=True)
        page.thinkers.close()


class _Uvicorn(uvicorn.Server):
    """Calls back with the port once it listens."""

    def __init__(self, config: uvicorn.Config, started: Callable[[int], None]) -> None:
        super().__init__(config)
        self._on_started = started

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            self._on_started(self.servers[0].sockets[0].getsockname()[1])

"""The process that runs the page and, unless it uses another one, its table server."""

import asyncio
import gc
import logging
import os
import re
import socket
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import anyio.to_thread
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from vorhand.native.errors import InputError
from vorhand.service import tls
from vorhand.service.client.client import Client
from vorhand.service.server import process_setup
from vorhand.service.server.connection_limits import raise_file_limit
from vorhand.service.server.rate_limits import Bucket
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings, packed_games
from vorhand.service.tls import host_of, is_loopback
from vorhand.web.addresses import networks_of
from vorhand.web.app import LARGEST_MESSAGE, Page
from vorhand.web.boards import prepare
from vorhand.web.connections import ConnectionLimits, Listener, bind
from vorhand.web.guard import GONE, LOOPBACK
from vorhand.web.quotas import Limits

_WORKERS = 2  # worker processes for agents
_FILE_THREADS = 8  # threads that read files for browsers; each takes memory
_ROOT = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_PUBLIC = re.compile(
    r"https?://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?(/[A-Za-z0-9._~-]+)*/?"
)
_PING_S, _PONG_S = 4.0, 4.0  # interval of pings to browsers, and timeout for an answer
_SHORTEST_TOKEN = 16  # minimum characters, so that it cannot be guessed
_LOG_AT_ONCE, _LOG_PER_S = 20_000, 50.0  # bytes of logs caused by other machines: burst, and rate
_LINE = 100  # estimated bytes that a log handler adds to a message
_OWN = re.compile(r"/(api|assets)(/.*)?")  # the page has its own paths below these


class ListenError(InputError):
    """Options with which the page may not be served."""


@dataclass(frozen=True)
class PageOptions:
    """The address of the page, and the options of its server.

    Attributes:
      listen: host and port; port 0: any free one.
      hosts: further host names under which browsers request it.
      token: the token browsers must present; required beyond this machine and with proxies.
      key, certificate: PEM files for TLS; required beyond this machine.
      limits: the quotas per browser and address.
      root: path under which a proxy serves the page, such as ``/cards``; empty: none.
      proxies: addresses and networks of proxies whose ``X-Forwarded-For`` and ``X-Forwarded-Proto``
        are trusted; others' are ignored.
      public: address of the page for others, to which invitations lead; empty: the one that the
        browser requested.
    """

    listen: str
    hosts: tuple[str, ...] = ()
    token: str = ""
    key: Path | None = None
    certificate: Path | None = None
    limits: Limits = field(default_factory=Limits)
    root: str = ""
    proxies: tuple[str, ...] = ()
    public: str = ""

    def check(self) -> None:
        """Check the options; tables must not be exposed to a network without protection.

        Raises:
          AddressError: the address to listen on is invalid.
          ListenError: an option is missing or invalid; the message names it.
          ProxyError: a proxy is invalid.
        """
        tls.check_address(self.listen)
        if not _ROOT.fullmatch(self.root):
            raise ListenError(f"--root-path {self.root!r}: expected a path such as /cards")
        if _OWN.fullmatch(self.root):
            raise ListenError(
                f"--root-path {self.root!r}: the page itself has paths below /api and /assets; "
                "expected another path, such as /cards"
            )
        if self.public and not _PUBLIC.fullmatch(self.public):
            raise ListenError(
                f"--public-url {self.public!r}: expected an address such as "
                "https://cards.example.org/"
            )
        if 0 < len(self.token) < _SHORTEST_TOKEN:
            raise ListenError(
                f"a token of {len(self.token)} characters: expected at least {_SHORTEST_TOKEN}, "
                "such as --token-file makes if its file does not exist"
            )
        if networks_of(self.proxies) and not self.token:
            raise ListenError(
                "--trusted-proxy: others can reach the page through it; expected --token-file"
            )
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
        """All host names under which browsers may request the page."""
        public = {match[1].strip("[]").lower()} if (match := _PUBLIC.match(self.public)) else set()
        return frozenset({*LOOPBACK, host_of(self.listen).strip("[]"), *self.hosts, *public})

    def creators_file(self) -> Path | None:
        """Return the file for `Quotas.kept`, one per address.

        Return None if any free port is used, or the folder cannot be created.
        """
        host, _, port = self.listen.rpartition(":")
        if not int(port):
            return None
        return _data_file(f"made-{host.strip('[]').replace(':', '_')}-{int(port)}.json")


def data_folder() -> Path:
    """Return the folder of the page's data; create it if necessary, for its owner alone."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(base) / "vorhand"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _data_file(name: str) -> Path | None:
    """Return a file in the folder of the page's data; None if the folder cannot be created."""
    try:
        return data_folder() / name
    except (OSError, RuntimeError):  # it cannot be created, or there is no home directory
        return None


async def start_own_server(
    journal: str,
    token_file: Path,
    operator_file: Path,
    further: tuple[str, ...],
    settings: Settings,
) -> Server:
    """Start a table server for the page alone, at a free loopback port.

    The files contain the page's API token, and the administrator token with which it creates
    browsers' accounts. The games and the number of workers in the settings are replaced by the
    page's own.
    """
    url = process_setup.journal_url(journal)
    process_setup.api_token(url, token_file)
    process_setup.api_token(url, operator_file, admin=True)
    games = (*packed_games(), *further)
    server = Server(url, "127.0.0.1:0", replace(settings, games=games, workers=_WORKERS))
    await server.start()
    return server


async def serve_page(
    options: PageOptions, client: Client, operator: str, started: Callable[[str], None]
) -> None:
    """Serve the page until SIGINT or SIGTERM; ``started`` is called with its address.

    Raises:
      AddressError, ListenError, ProxyError: the options are invalid, see `PageOptions.check`.
      OSError: listening on the address failed.
    """
    options.check()
    limit_logs()
    practices = _data_file("practice.jsonl")
    page = Page(
        client,
        options.names,
        options.token,
        options.root,
        operator,
        practices,
        options.creators_file(),
        options.limits,
        options.public,
    )
    config = uvicorn.Config(
        page.app(),
        http="h11",
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=_PING_S,
        ws_ping_timeout=_PONG_S,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        proxy_headers=bool(options.proxies),
        forwarded_allow_ips=list(options.proxies),
        ssl_keyfile=options.key,
        ssl_certfile=options.certificate,
        timeout_graceful_shutdown=5,
    )
    scheme = "http" if options.certificate is None else "https"
    host, _, _ = options.listen.rpartition(":")

    def listening(port: int) -> None:
        started(f"{scheme}://{host}:{port}{options.root}/")

    preparing = asyncio.ensure_future(page.workers.ask("", prepare))
    try:
        anyio.to_thread.current_default_thread_limiter().total_tokens = _FILE_THREADS
        gc.collect()
        gc.freeze()  # later collections skip these permanent objects
        await _Uvicorn(config, options, listening).serve()
    finally:
        preparing.cancel()
        await asyncio.gather(preparing, return_exceptions=True)
        page.workers.close()


class LogLimit(logging.Filter):
    """A filter that drops messages beyond some kilobytes a minute, and reports their number."""

    def __init__(self) -> None:
        super().__init__()
        self._bytes = Bucket(_LOG_PER_S, _LOG_AT_ONCE)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is written."""
        text = record.getMessage()
        if record.exc_info:
            record.exc_text = "".join(traceback.format_exception(*record.exc_info)).rstrip()
        size = len(text) + len(record.exc_text or "") + _LINE
        if self._bytes.take(min(size, _LOG_AT_ONCE)):
            self._left_out += 1
            return False
        if self._left_out:
            record.msg, record.args = f"{text} ({self._left_out:,} messages left out before)", ()
            self._left_out = 0
        return True


def limit_logs() -> None:
    """Give the loggers that other machines can trigger one common limit."""
    limit = LogLimit()
    for name in ("uvicorn.error", "asyncio", "vorhand.web"):
        logging.getLogger(name).addFilter(limit)


class _Uvicorn(uvicorn.Server):
    """A uvicorn server that uses a `Listener`, and calls back with the port once it listens."""

    def __init__(
        self, config: uvicorn.Config, options: PageOptions, started: Callable[[int], None]
    ) -> None:
        super().__init__(config)
        host, _, port = options.listen.rpartition(":")
        self._listening = bind(host.strip("[]"), int(port))
        self._proxies, self._on_started = networks_of(options.proxies), started
        self._listener: Listener | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        del sockets
        await super().startup([])
        limits = ConnectionLimits().within(raise_file_limit())
        self._listener = Listener(
            self._listening, self._protocol, limits, self.config.ssl, self._proxies
        )
        self._listener.start()
        self._on_started(self._listening[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        del sockets
        assert self._listener is not None
        await self._listener.close()
        await super().shutdown([])

    def _protocol(self) -> asyncio.Protocol:
        state: dict[str, Any] = {}
        protocol = H11Protocol(self.config, self.server_state, state)
        state[GONE] = lambda: protocol.cycle.disconnected
        return protocol

"""``vorhand web``: the table and the analysis board in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vorhand.cli.options import (
    RETURN_S,
    UNJOINED_S,
    Dial,
    OwnFiles,
    Return,
    Unjoined,
    import_own_files,
)
from vorhand.games.extras import require

if TYPE_CHECKING:
    from vorhand.service.server.settings import Settings
    from vorhand.web.server import PageOptions


def web(
    listen: Annotated[
        str, typer.Option(help="Host and port of the page; port 0 means any free one.")
    ] = "127.0.0.1:8000",
    connect: Annotated[
        str | None,
        typer.Option(help="Host and port of a running table server; default: one of its own."),
    ] = None,
    journal: Annotated[
        str | None,
        typer.Option(help="Journal of its own table server; default: in your data folder."),
    ] = None,
    games: Annotated[
        str,
        typer.Option(help="Further OpenSpiel games for its own server, with commas; all: any."),
    ] = "",
    dial: Dial = None,
    token_file: Annotated[
        Path | None,
        typer.Option(help="File with the token that browsers need; created if it does not exist."),
    ] = None,
    api_token_file: Annotated[
        Path | None, typer.Option(help="With --connect: the API token of the table server.")
    ] = None,
    operator_token_file: Annotated[
        Path | None,
        typer.Option(
            help="With --connect: an administrator's token, with which each browser gets "
            "an account of its own (else they share one)."
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(help="With --connect: use TLS, and trust the authorities in this file."),
    ] = None,
    host: Annotated[
        list[str] | None, typer.Option(help="A further name under which browsers find the page.")
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option(help="TLS for the page: the private key, PEM.")
    ] = None,
    tls_certificate: Annotated[
        Path | None, typer.Option(help="TLS for the page: the certificate, PEM.")
    ] = None,
    tables_per_browser: Annotated[
        int, typer.Option(min=1, help="Most tables under way that one browser made.")
    ] = 12,
    tables_per_address: Annotated[
        int, typer.Option(min=1, help="Most tables under way that browsers of one address made.")
    ] = 60,
    accounts_per_address: Annotated[
        int, typer.Option(min=1, help="Most accounts created from one address in twenty minutes.")
    ] = 20,
    unjoined: Unjoined = UNJOINED_S,
    return_s: Return = RETURN_S,
    root_path: Annotated[
        str, typer.Option(help="Path under which a proxy serves the page, such as /cards.")
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address or network of a proxy to trust for X-Forwarded-For and "
            "X-Forwarded-Proto; default: none."
        ),
    ] = None,
    public_url: Annotated[
        str,
        typer.Option(
            help="Address under which others reach the page, such as https://cards.example.org/; "
            "invitations lead there."
        ),
    ] = "",
    server_port_file: Annotated[
        Path | None,
        typer.Option(help="File to which the port of its own table server is written."),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Show the page in your browser.")
    ] = True,
    own_files: OwnFiles = None,
) -> None:
    """Open a card table and an analysis board in your browser.

    Examples:
        vorhand web
        vorhand web --listen 127.0.0.1:8080 --no-open
    """
    import asyncio
    import webbrowser

    for module in ("starlette", "uvicorn", "grpc"):
        require(module)
    from vorhand.service.server import process_setup
    from vorhand.service.server.settings import Settings
    from vorhand.web.quotas import Limits
    from vorhand.web.server import ListenError, PageOptions

    if connect is None and (api_token_file or operator_token_file or certificate):
        raise ListenError(
            "--api-token-file, --operator-token-file, --certificate: expected --connect with them"
        )
    if connect is not None and (journal or games or dial or server_port_file or own_files):
        raise ListenError(
            "--journal, --games, --dial, --server-port-file, --import: expected none with "
            "--connect, since they are that server's"
        )
    import_own_files(own_files)
    token = "" if token_file is None else _token(token_file)
    limits = Limits(
        tables_per_browser, tables_per_address, accounts_per_address=accounts_per_address
    )
    options = PageOptions(
        listen,
        tuple(host or ()),
        token,
        tls_key,
        tls_certificate,
        limits,
        root_path.rstrip("/"),
        tuple(trusted_proxy or ()),
        public_url,
    )
    options.check()

    def started(address: str) -> None:
        typer.echo(f"the table is at {address}   (Ctrl-C ends it)")
        if open_browser:
            webbrowser.open(address)

    if connect is not None:
        tokens = (api_token_file, operator_token_file)
        asyncio.run(_connected(options, connect, tokens, certificate, started))
    else:
        settings = Settings(
            dial=process_setup.checked_dial(dial or ()), unjoined_s=unjoined, return_s=return_s
        )
        asyncio.run(_alone(options, journal, games, settings, server_port_file, started))


async def _connected(
    options: PageOptions,
    connect: str,
    token_files: tuple[Path | None, Path | None],
    certificate: Path | None,
    started: Callable[[str], None],
) -> None:
    """Serve the page of a table server that is already running."""
    from vorhand.cli.servers import connected, read_token
    from vorhand.service import tls
    from vorhand.service.client.client import Client
    from vorhand.v1 import admin_pb2, admin_pb2_grpc
    from vorhand.web.server import serve_page

    own, operator = token_files
    secret = read_token(own, "--api-token-file")
    may_administrate = read_token(operator, "--operator-token-file")
    with connected(connect, operator or own, certificate) as connection:
        if may_administrate:  # so that a bad token is refused before a person types a name
            stub = admin_pb2_grpc.AdminServiceStub(connection.channel)
            connection.call(stub.DescribeServer, admin_pb2.DescribeServerRequest())
    if not may_administrate:
        typer.echo(
            "all browsers are one account at that server, without names, and rated as one; "
            "--operator-token-file gives each its own"
        )
    credentials = None
    if certificate is not None:
        credentials = tls.channel_credentials(certificate, None, None)
    async with Client(connect, secret, credentials) as client:
        await serve_page(options, client, may_administrate, started)


async def _alone(
    options: PageOptions,
    journal: str | None,
    games: str,
    settings: Settings,
    port_file: Path | None,
    started: Callable[[str], None],
) -> None:
    """Serve the page together with its own table server."""
    import logging

    from vorhand.service.client.client import Client
    from vorhand.service.server import process_setup
    from vorhand.web.server import data_folder, serve_page, start_own_server

    process_setup.set_up_logs(logging.WARNING)
    path = data_folder() / "web.db" if journal is None else Path(journal)
    kept, operator = (path.with_name(f"{path.name}-{name}") for name in ("token", "operator-token"))
    further = tuple(filter(None, map(str.strip, games.split(","))))
    server = await start_own_server(str(path), kept, operator, further, settings)
    if port_file is not None:
        port_file.write_text(f"{server.port}\n", encoding="utf-8")
    try:
        async with Client(f"127.0.0.1:{server.port}", kept.read_text("utf-8").strip()) as client:
            await serve_page(options, client, operator.read_text("utf-8").strip(), started)
    finally:
        await server.stop()


def _token(path: Path) -> str:
    """Return the token in a file; create it if it does not exist, readable only by its owner."""
    import secrets

    from vorhand.cli.servers import write_secret

    if not path.exists():
        write_secret(path, secrets.token_urlsafe(24))
        typer.echo(f"the page's token is in {path}")
    return path.read_text(encoding="utf-8").strip()

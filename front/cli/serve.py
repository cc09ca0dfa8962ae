"""``vorhand serve`` and ``vorhand serve-agent``."""

from __future__ import annotations

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

if TYPE_CHECKING:
    import grpc

    from vorhand.service.server.identities import Provider
    from vorhand.service.server.server import Server
    from vorhand.v1 import agent_pb2

_DAY_S = 86_400
_Key = Annotated[Path | None, typer.Option(help="TLS: the private key, a PEM file.")]
_Certificate = Annotated[Path | None, typer.Option(help="TLS: the certificate, a PEM file.")]
_SelfSigned = Annotated[
    Path | None,
    typer.Option(help="TLS for development: make a certificate, write it to this file."),
]
_ClientRoots = Annotated[
    Path | None,
    typer.Option(help="Mutual TLS: clients need a certificate signed by these authorities."),
]
_Plaintext = Annotated[
    bool,
    typer.Option("--allow-plaintext", help="Allow plain text at addresses other than loopback."),
]


def serve(
    listen: Annotated[
        str, typer.Option(help="Host and port; port 0 means any free one.")
    ] = "127.0.0.1:50051",
    journal: Annotated[str, typer.Option(help="SQLite file, or a PostgreSQL URL.")] = "tables.db",
    name: Annotated[
        str, typer.Option(help="Name of this server, if several share a database.")
    ] = "main",
    advertise: Annotated[
        str, typer.Option(help="Host and port to which other servers of the database send clients.")
    ] = "",
    take_over: Annotated[
        bool,
        typer.Option(
            "--take-over",
            help="Take the tables from a running server of the same name, which ends.",
        ),
    ] = False,
    lease: Annotated[
        float, typer.Option(min=0.5, help="Seconds of silence after which a server counts as lost.")
    ] = 2.5,
    token_file: Annotated[
        Path | None, typer.Option(help="File with the API token; created if it does not exist.")
    ] = None,
    admin_token_file: Annotated[
        Path | None,
        typer.Option(help="File with the token for `vorhand admin`; created if it does not exist."),
    ] = None,
    games: Annotated[
        str,
        typer.Option(
            help="Further OpenSpiel games that may be played, separated by commas; all: any game."
        ),
    ] = "",
    workers: Annotated[int, typer.Option(min=1, help="Processes in which agents think.")] = 1,
    tables: Annotated[int, typer.Option(min=1, help="Most tables in play.")] = 1000,
    tables_per_account: Annotated[
        int, typer.Option(min=1, help="Most tables in play of one account.")
    ] = 200,
    calls_per_account: Annotated[
        float, typer.Option(min=1.0, help="Most calls a second of one account.")
    ] = 200.0,
    calls_per_address: Annotated[
        float, typer.Option(min=1.0, help="Most calls a second from one address without a token.")
    ] = 50.0,
    connections: Annotated[
        int, typer.Option(min=1, help="Open connections; at most half of the files it may open.")
    ] = 4000,
    connections_per_address: Annotated[
        int, typer.Option(min=1, help="Connections of an address on which calls are under way.")
    ] = 500,
    seats_per_address: Annotated[
        int, typer.Option(min=1, help="Most open seats taken from one address without a token.")
    ] = 20,
    agent_share: Annotated[
        float,
        typer.Option(
            min=0.01,
            max=1.0,
            help="Share of the server's time for tables at which only agents play.",
        ),
    ] = 0.15,
    unjoined: Unjoined = UNJOINED_S,
    return_s: Return = RETURN_S,
    keep: Annotated[
        float | None,
        typer.Option(min=0.0, help="Days after which a table that ended is forgotten."),
    ] = None,
    dial: Dial = None,
    dial_roots: Annotated[
        Path | None,
        typer.Option(
            help="Authorities that vouch for grpcs:// agents, PEM; default: the system's."
        ),
    ] = None,
    dial_certificate: Annotated[
        Path | None, typer.Option(help="Certificate for grpcs:// agents that ask for one, PEM.")
    ] = None,
    dial_key: Annotated[Path | None, typer.Option(help="Key of that certificate, PEM.")] = None,
    dial_plaintext: Annotated[
        bool,
        typer.Option(
            "--dial-plaintext", help="Dial grpc:// agents on other machines, in plain text."
        ),
    ] = False,
    oidc_issuer: Annotated[
        str, typer.Option(help="Identity provider (OpenID Connect) at which people sign in.")
    ] = "",
    oidc_client_id: Annotated[str, typer.Option(help="Client id at the provider.")] = "",
    oidc_client_secret_file: Annotated[
        Path | None, typer.Option(help="File with the client secret, if there is one.")
    ] = None,
    oidc_redirect: Annotated[
        list[str] | None,
        typer.Option(
            help="A further address to which the provider may redirect browsers, besides loopback."
        ),
    ] = None,
    sign_in_for: Annotated[
        str, typer.Option(help="Time for which people's tokens are valid: 12h, 30d.")
    ] = "30d",
    tls_key: _Key = None,
    tls_certificate: _Certificate = None,
    tls_self_signed: _SelfSigned = None,
    tls_client_roots: _ClientRoots = None,
    allow_plaintext: _Plaintext = False,
    metrics: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port for Prometheus, on the loopback address."),
    ] = None,
    traces: Annotated[
        str,
        typer.Option(
            help="Collector of OpenTelemetry traces: http://127.0.0.1:4317; needs [traces]."
        ),
    ] = "",
    port_file: Annotated[
        Path | None, typer.Option(help="File to which the port is written once the server listens.")
    ] = None,
    own_files: OwnFiles = None,
) -> None:
    """Serve tables to programs in any language (see proto/vorhand/v1).

    Examples:
        vorhand serve --token-file api-token
    """
    import_own_files(own_files)
    import asyncio

    from vorhand.service import tls
    from vorhand.service.agent.client import Security
    from vorhand.service.server import process_setup
    from vorhand.service.server.server import Server, serve
    from vorhand.service.server.settings import Settings, packed_games
    from vorhand.service.server.table_setup import check_games
    from vorhand.service.server.tracing import Tracing, exporting

    url = process_setup.journal_url(journal)
    process_setup.set_up_logs()
    further = tuple(filter(None, map(str.strip, games.split(","))))
    check_games(further)
    settings = Settings(
        games=(*packed_games(), *further),
        workers=workers,
        tables=tables,
        tables_per_account=tables_per_account,
        lease_s=lease,
        agent_share=agent_share,
        calls_per_account=calls_per_account,
        calls_per_address=calls_per_address,
        connections=connections,
        connections_per_address=connections_per_address,
        seats_per_address=seats_per_address,
        keep_s=None if keep is None else keep * _DAY_S,
        dial=process_setup.checked_dial(dial or ()),
        unjoined_s=unjoined,
        return_s=return_s,
        dial_plaintext=dial_plaintext,
    )
    credentials = _credentials(
        listen, tls_key, tls_certificate, tls_self_signed, tls_client_roots, allow_plaintext
    )
    tls.channel_credentials(dial_roots, dial_certificate, dial_key)  # reports errors now
    dialling = Security(dial_roots, dial_certificate, dial_key, dial_plaintext)
    token = process_setup.api_token(url, token_file)
    if admin_token_file is not None:
        process_setup.api_token(url, admin_token_file, admin=True)
    provider = _provider(
        oidc_issuer, oidc_client_id, oidc_client_secret_file, oidc_redirect or [], sign_in_for
    )
    server = Server(
        url, listen, settings, credentials, dialling, metrics, name, advertise, provider, take_over
    )
    server.tracing = Tracing(exporting(traces)) if traces else None

    def started(server: Server) -> None:
        if token:
            typer.echo(f"API token, shown only now: {token}")
        if port_file is not None:
            port_file.write_text(f"{server.port}\n")

    asyncio.run(serve(server, started))


def _provider(
    issuer: str, client_id: str, secret: Path | None, redirects: list[str], span: str
) -> Provider | None:
    """Return the identity provider of the options; None without an issuer."""
    from vorhand.cli.servers import seconds_of
    from vorhand.service.server.identities import Provider, ProviderError

    if not issuer:
        if client_id or secret or redirects:
            raise ProviderError("--oidc-...: expected --oidc-issuer with them")
        return None
    if not client_id:
        raise ProviderError("--oidc-issuer: expected --oidc-client-id with it")
    text = "" if secret is None else secret.read_text("utf-8").strip()
    return Provider(issuer, client_id, text, tuple(redirects), seconds_of(span))


def serve_agent(
    agent: Annotated[str, typer.Argument(help="The agent, for example pimc(worlds=80).")],
    listen: Annotated[
        str, typer.Option(help="Host and port; port 0 means any free one.")
    ] = "127.0.0.1:9090",
    tls_key: _Key = None,
    tls_certificate: _Certificate = None,
    tls_self_signed: _SelfSigned = None,
    tls_client_roots: _ClientRoots = None,
    allow_plaintext: _Plaintext = False,
    own_files: OwnFiles = None,
) -> None:
    """Serve an agent; others dial it as grpc://HOST:PORT, or with TLS as grpcs://HOST:PORT.

    For each table at which the agent sits, the name, the seat and a token are printed. With them
    its author can watch its seat, under Watch in `vorhand web`.

    Examples:
        vorhand serve-agent "pimc(worlds=80)" --listen 127.0.0.1:9090
    """
    import_own_files(own_files)
    from vorhand.service.agent.server import AgentServer

    credentials = _credentials(
        listen, tls_key, tls_certificate, tls_self_signed, tls_client_roots, allow_plaintext
    )

    def seated(at: agent_pb2.AgentSeat) -> None:
        typer.echo(f"table {at.table_id}, seat {at.seat}: watched with the token {at.watch_token}")

    server = AgentServer(
        agent, listen, credentials=credentials, allow_plaintext=allow_plaintext, seated=seated
    )
    scheme = "grpc" if credentials is None else "grpcs"
    typer.echo(f"{agent} is {scheme}://{server.address}")
    try:
        server.wait()
    except KeyboardInterrupt:
        server.stop()


def _credentials(
    listen: str,
    key: Path | None,
    certificate: Path | None,
    self_signed: Path | None,
    client_roots: Path | None,
    allow_plaintext: bool,
) -> grpc.ServerCredentials | None:
    """Return the requested TLS credentials; None for plain text if it is permitted."""
    from vorhand.service import tls

    if (key is None) != (certificate is None):
        raise tls.TlsError("--tls-key, --tls-certificate: expected both or none")
    roots = None if client_roots is None else client_roots.read_bytes()
    if key is not None and certificate is not None:
        return tls.read(key, certificate).credentials(roots)
    if self_signed is not None:
        made = tls.self_signed(sorted({tls.host_of(listen), "localhost", "127.0.0.1"}))
        self_signed.write_bytes(made.chain)
        typer.echo(f"certificate {self_signed}, SHA-256 {made.fingerprint}")
        return made.credentials(roots)
    if roots is not None:
        raise tls.TlsError("--tls-client-roots: expected a certificate of the server too")
    tls.check_plaintext(listen, allow_plaintext)
    return None

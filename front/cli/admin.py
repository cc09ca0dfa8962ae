"""``vorhand admin``: the administration of a table server from outside."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from vorhand.cli import servers
from vorhand.cli.lobby import seated
from vorhand.cli.servers import CertificateOption, ConnectOption

if TYPE_CHECKING:
    from vorhand.v1 import admin_pb2

app = typer.Typer(
    no_args_is_help=True,
    help="Runs a table server from outside: tables, players, bans, tokens, draining.",
)

_Whom = Annotated[str, typer.Argument(help="An account, or an address or network.")]
_TableId = Annotated[str, typer.Argument(help="Identifier of the table.")]


@app.callback()
def where(
    context: typer.Context,
    connect: ConnectOption = servers.ADDRESS,
    token_file: Annotated[Path, typer.Option(help="File with an administrator's token.")] = Path(
        "admin-token"
    ),
    certificate: CertificateOption = None,
) -> None:
    """Administer a table server from outside: tables, players, bans, tokens, draining."""
    context.obj = (connect, token_file, certificate)


@contextmanager
def _server(context: typer.Context) -> Iterator[tuple[servers.Connection, Any]]:
    from vorhand.v1 import admin_pb2_grpc

    with servers.connected(*context.obj) as connection:
        yield connection, admin_pb2_grpc.AdminServiceStub(connection.channel)


def _call(context: typer.Context, method: str, request: Any) -> Any:
    """Return the answer of the administrative service to one request."""
    with _server(context) as (connection, stub):
        return connection.call(getattr(stub, method), request)


@app.command()
def status(context: typer.Context) -> None:
    """Show the numbers of tables, deals and streams.

    Examples:
        vorhand admin --token-file admin-token status
    """
    from vorhand.v1 import admin_pb2

    about = _call(context, "DescribeServer", admin_pb2.DescribeServerRequest())
    drains = ", draining" if about.draining else ""
    typer.echo(
        f"server {about.name}: {about.tables} tables, {about.deals} deals being played, "
        f"{about.streams} streams{drains}"
    )


@app.command()
def tables(
    context: typer.Context,
    limit: Annotated[int, typer.Option(min=1, help="Most tables to list.")] = 100,
) -> None:
    """List the tables under way, the oldest first.

    Examples:
        vorhand admin --token-file admin-token tables --limit 20
    """
    from vorhand.v1 import admin_pb2

    shown = Table("table", "game", "owner", "seats", "deals", "idle", box=None)
    left, after = limit, ""
    with _server(context) as (connection, stub):
        while left > 0:
            request = admin_pb2.ListAllTablesRequest(limit=min(left, 1000), after=after)
            page = connection.call(stub.ListAllTables, request).tables
            for hosted in page:
                _add_row(shown, hosted)
            if len(page) < request.limit:
                break
            left, after = left - len(page), page[-1].table.table_id
    Console().print(shown)


def _add_row(shown: Table, hosted: admin_pb2.HostedTable) -> None:
    table = hosted.table
    seats = ", ".join(seated(seat) for seat in table.seats)
    deals = f"{table.deals_finished} of {table.deals}"
    shown.add_row(table.table_id, table.game, hosted.owner, seats, deals, f"{hosted.idle_s:.0f} s")


@app.command()
def close(context: typer.Context, table: _TableId) -> None:
    """End a table at once; the deal under way is not scored.

    Examples:
        vorhand admin --token-file admin-token close 0123456789abcdef0123
    """
    from vorhand.v1 import tables_pb2, tables_pb2_grpc

    with _server(context) as (connection, _):
        stub = tables_pb2_grpc.TablesServiceStub(connection.channel)
        connection.call(stub.CloseTable, tables_pb2.CloseTableRequest(table_id=table))
    typer.echo(f"table {table} is closed")


@app.command()
def kick(
    context: typer.Context,
    table: _TableId,
    seat: Annotated[int, typer.Argument(help="Number of the seat.")],
) -> None:
    """Take a seat away from its player; the table goes on.

    Examples:
        vorhand admin --token-file admin-token kick 0123456789abcdef0123 2
    """
    from vorhand.v1 import admin_pb2

    request = admin_pb2.RemovePlayerRequest(table_id=table, seat=seat)
    _call(context, "RemovePlayer", request)
    typer.echo(f"seat {seat} of table {table} is no longer its player's")


@app.command()
def ban(
    context: typer.Context,
    whom: _Whom,
    span: Annotated[
        str, typer.Option("--for", help="Duration: 90m, 12h, 30d; default: until it is lifted.")
    ] = "",
    reason: Annotated[str, typer.Option(help="Reason, which the banned player reads.")] = "",
) -> None:
    """Ban an account, an address or a network; open connections end at once.

    Examples:
        vorhand admin --token-file admin-token ban anna --for 12h
        vorhand admin --token-file admin-token ban 192.0.2.0/24
    """
    from vorhand.v1 import admin_pb2

    until = time.time() + servers.seconds_of(span) if span else 0.0
    barred = admin_pb2.Ban(until=until, reason=reason)
    setattr(barred, _kind(whom), whom)
    _call(context, "AddBan", admin_pb2.AddBanRequest(ban=barred))
    typer.echo(f"{whom} is shut out; until: {servers.moment(until)}")


@app.command()
def unban(context: typer.Context, whom: _Whom) -> None:
    """Lift a ban.

    Examples:
        vorhand admin --token-file admin-token unban anna
    """
    from vorhand.v1 import admin_pb2

    request = admin_pb2.LiftBanRequest()
    setattr(request, _kind(whom), whom)
    _call(context, "LiftBan", request)
    typer.echo(f"{whom} may come in again")


@app.command()
def bans(context: typer.Context) -> None:
    """List the bans.

    Examples:
        vorhand admin --token-file admin-token bans
    """
    from vorhand.v1 import admin_pb2

    found = _call(context, "ListBans", admin_pb2.ListBansRequest()).bans
    shown = Table("who", "until", "reason", box=None)
    for barred in found:
        shown.add_row(barred.name or barred.address, servers.moment(barred.until), barred.reason)
    Console().print(shown)


@app.command()
def drain(
    context: typer.Context,
    undo: Annotated[bool, typer.Option("--undo", help="Begin tables and deals again.")] = False,
    wait: Annotated[
        bool, typer.Option("--wait", help="Return when the last deal has ended.")
    ] = False,
) -> None:
    """Let the deals under way end, and begin no table or deal, so that the server can be stopped.

    Unfinished tables go on when the server is started again.

    Examples:
        vorhand admin --token-file admin-token drain --wait
    """
    from vorhand.v1 import admin_pb2

    with _server(context) as (connection, stub):
        deals = connection.call(stub.Drain, admin_pb2.DrainRequest(undo=undo)).deals
        while wait and not undo and deals:
            typer.echo(f"{deals} deals are being played")
            time.sleep(1)
            deals = connection.call(stub.DescribeServer, admin_pb2.DescribeServerRequest()).deals
    now = "begins tables and deals again" if undo else f"drains: {deals} deals are being played"
    typer.echo(f"the server {now}")


@app.command()
def token(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Account that gets the token.")],
    span: Annotated[
        str, typer.Option("--for", help="Time for which it is valid: 12h, 30d; default: for ever.")
    ] = "",
    admin: Annotated[bool, typer.Option("--admin", help="Give it administrator rights.")] = False,
) -> None:
    """Create an API token and show it; it cannot be shown again.

    Examples:
        vorhand admin --token-file admin-token token anna --for 30d
    """
    from vorhand.v1 import admin_pb2

    seconds = servers.seconds_of(span) if span else 0
    request = admin_pb2.CreateTokenRequest(name=name, seconds=seconds, admin=admin)
    typer.echo(_call(context, "CreateToken", request).api_token)


@app.command()
def tokens(context: typer.Context) -> None:
    """List the valid API tokens, without their secrets.

    Examples:
        vorhand admin --token-file admin-token tokens
    """
    from vorhand.v1 import admin_pb2

    found = _call(context, "ListTokens", admin_pb2.ListTokensRequest()).tokens
    shown = Table("token", "account", "ends", "may administrate", box=None)
    for kept in found:
        admin = "yes" if kept.admin else ""
        shown.add_row(kept.token_id, kept.name, servers.moment(kept.expires), admin)
    Console().print(shown)


@app.command()
def revoke(
    context: typer.Context,
    which: Annotated[str, typer.Argument(help="A token, as `tokens` lists it, or an account.")],
    account: Annotated[
        bool, typer.Option("--account", help="All tokens of the account of this name.")
    ] = False,
) -> None:
    """Revoke API tokens; everything opened with them ends at once.

    Examples:
        vorhand admin --token-file admin-token revoke anna --account
    """
    from vorhand.v1 import admin_pb2

    request = admin_pb2.RevokeTokenRequest()
    setattr(request, "name" if account else "token_id", which)
    revoked = _call(context, "RevokeToken", request).revoked
    typer.echo(f"{revoked} tokens revoked")


def _kind(whom: str) -> str:
    """Return "address" if a text is an address or network, else "name": the fields of a ban."""
    import ipaddress

    try:
        ipaddress.ip_network(whom, strict=False)
    except ValueError:
        return "name"
    return "address"

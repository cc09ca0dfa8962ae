"""``vorhand tables`` and ``vorhand ratings``: the tables and the players of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from vorhand.cli import servers
from vorhand.cli.errors import OptionError
from vorhand.cli.servers import CertificateOption, ConnectOption, TokenOption

if TYPE_CHECKING:
    from vorhand.v1 import tables_pb2


def tables(
    connect: ConnectOption = servers.ADDRESS,
    game: Annotated[str, typer.Option(help="Only tables of this game.")] = "",
    mine: Annotated[
        bool, typer.Option("--mine", help="Tables that you made or sit at, open or not.")
    ] = False,
    token_file: TokenOption = None,
    certificate: CertificateOption = None,
) -> None:
    """List a server's tables with an open seat, and their players.

    Examples:
        vorhand tables --connect 127.0.0.1:50051
    """
    from vorhand.v1 import tables_pb2, tables_pb2_grpc

    if mine and token_file is None:
        raise OptionError("--mine: expected --token-file with it")
    request = tables_pb2.ListTablesRequest(game=game, mine=mine, limit=100)
    with servers.connected(connect, token_file, certificate) as connection:
        stub = tables_pb2_grpc.TablesServiceStub(connection.channel)
        found = connection.call(stub.ListTables, request).tables
    console = Console()
    if not found:
        console.print("there are no such tables; `vorhand play --connect` makes one")
        return
    shown = Table("table", "game", "seats", "deals", box=None)
    for table in found:
        rounds = ", Bock rounds" if table.HasField("bock_deals") else ""
        name = f"{table.game}{rounds}{' (by invitation)' if table.unlisted else ''}"
        deals = f"{table.deals_finished} of {table.deals}"
        shown.add_row(table.table_id, name, ", ".join(map(seated, table.seats)), deals)
    console.print(shown)


def seated(seat: tables_pb2.Seat) -> str:
    """Return the occupant of a seat, as a cell of a printed table."""
    return escape(seat.agent or seat.name or ("player" if seat.taken else "open"))


def ratings(
    game: Annotated[
        str, typer.Argument(help="The game, with or without parameters; without it all games.")
    ] = "",
    connect: ConnectOption = servers.ADDRESS,
    least_deals: Annotated[
        int, typer.Option(min=0, help="Leave out players with fewer finished deals.")
    ] = 0,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Most rows for each game.")] = 20,
    token_file: TokenOption = None,
    certificate: CertificateOption = None,
) -> None:
    """List the ratings of people and agents at a table server, the best first.

    Examples:
        vorhand ratings --connect 127.0.0.1:50051
    """
    from vorhand.v1 import ratings_pb2, ratings_pb2_grpc

    request = ratings_pb2.ListRatingsRequest(game=game, limit=limit, least_deals=least_deals)
    with servers.connected(connect, token_file, certificate) as connection:
        stub = ratings_pb2_grpc.RatingsServiceStub(connection.channel)
        found = connection.call(stub.ListRatings, request).ratings
    console = Console()
    for name in dict.fromkeys(rating.game for rating in found):
        shown = Table("", "", "rating", "mean", "deviation", "deals", "score a deal", title=name)
        theirs = [rating for rating in found if rating.game == name]
        for place, rating in enumerate(theirs, 1):
            numbers = (rating.rating, rating.mean, rating.deviation)
            who = f"{'[dim]agent[/dim] ' * rating.agent}{escape(rating.name)}"
            row = [f"{number:.1f}" for number in numbers]
            shown.add_row(str(place), who, *row, f"{rating.deals}", f"{rating.mean_score:+.2f}")
        console.print(shown)
    if not found:
        console.print("nobody has finished a rated deal yet")

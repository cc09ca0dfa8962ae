"""``vorhand ratings``: ratings of accounts and agents at a table server."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from vorhand.cli import servers
from vorhand.cli.servers import CertificateOption, ConnectOption, TokenOption


def ratings(
    game: Annotated[
        str, typer.Argument(help="The game, with or without parameters; without it all games.")
    ] = "",
    connect: ConnectOption = servers.ADDRESS,
    least_deals: Annotated[
        int, typer.Option(min=0, help="Leaves out who has finished fewer deals.")
    ] = 0,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="At most so many a game.")] = 20,
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
            who = f"[dim]agent[/dim] {rating.name}" if rating.agent else rating.name
            row = [f"{number:.1f}" for number in numbers]
            shown.add_row(str(place), who, *row, f"{rating.deals}", f"{rating.mean_score:+.2f}")
        console.print(shown)
    if not found:
        console.print("nobody has finished a rated deal yet")

"""``vorhand serve``: a table server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def serve(
    listen: Annotated[str, typer.Option(help="Host and port; port 0 is any.")] = "127.0.0.1:50051",
    journal: Annotated[str, typer.Option(help="SQLite file, or a PostgreSQL URL.")] = "tables.db",
    token_file: Annotated[
        Path | None, typer.Option(help="Where the API token is; made if there is none.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes for agents that think.")] = 1,
    port_file: Annotated[
        Path | None, typer.Option(help="Write the port there once it is listened at.")
    ] = None,
) -> None:
    """Serves tables to programs in any language (see proto/vorhand/v1)."""
    import asyncio

    from vorhand.service import running
    from vorhand.service.server import Server, serve
    from vorhand.service.settings import Settings

    url = running.journal_url(journal)
    running.set_up_logs()
    token = running.api_token(url, token_file)
    server = Server(url, listen, Settings(workers=workers))

    def started(server: Server) -> None:
        if token:
            typer.echo(f"API token, shown only now: {token}")
        if port_file is not None:
            port_file.write_text(f"{server.port}\n")

    asyncio.run(serve(server, started))

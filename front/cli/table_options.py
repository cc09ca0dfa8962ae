"""Options of commands that start a table server."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

Dial: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(help="HOST:PORT of an agent that the table server may dial; default: none."),
]
Unjoined: TypeAlias = Annotated[
    float,
    typer.Option(
        min=1.0,
        help="Seconds after which the table server ends a table where play has not begun and no "
        "player is connected.",
    ),
]
UNJOINED_S = 300.0

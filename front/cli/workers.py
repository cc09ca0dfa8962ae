"""The options for the number and place of worker processes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from vorhand.cli.errors import OptionError

if TYPE_CHECKING:
    from vorhand.evaluation.workers.processes import Workers

Processes: TypeAlias = Annotated[
    int | None, typer.Option(min=1, help="Number of processes; default: one a core.")
]
RayAddress: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--ray", help="A Ray cluster instead of processes: host:port, ray://..., auto or local."
    ),
]


def workers_of(processes: int | None, ray: str | None) -> Workers:
    """Return the workers for the two options; raise ValueError for both or without Ray."""
    from vorhand.evaluation.workers.processes import Ray, usable_cores
    from vorhand.games.extras import require

    if ray is None:
        return processes or usable_cores()
    if processes is not None:
        raise OptionError(f"--workers {processes} and --ray {ray}: expected only one of the two")
    require("ray")
    return Ray(ray)

"""``vorhand benchmark``."""

from __future__ import annotations

import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vorhand.cli.options import AsJson, OwnFiles, Processes, import_own_files, workers_of
from vorhand.cli.outputs import check_folder, print_json, progress_on_stderr, wide_console

if TYPE_CHECKING:
    from rich.progress import ProgressColumn


def benchmark(
    game: Annotated[str, typer.Argument(help="Any game of `vorhand match`.")],
    agent: Annotated[
        str | None, typer.Argument(help="The agent's spec; default: only show earlier results.")
    ] = None,
    own_files: OwnFiles = None,
    deals: Annotated[
        int | None, typer.Option(min=2, help="For slow agents: only the first deals; default: all.")
    ] = None,
    log: Annotated[
        Path | None, typer.Option(help="Folder of logs; interrupted play continues from them.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="File of results to which the agent's row is added.")
    ] = None,
    workers: Processes = None,
    as_json: AsJson = False,
) -> None:
    """Rate an agent on fixed deals against fixed opponents; `rule` has the rating 0.

    Examples:
        vorhand benchmark kuhn_poker pimc
        vorhand benchmark python_skat "my_agent" --import mine.py
    """
    from vorhand.evaluation.benchmark import DEALS, VERSION, play, ratings, read_rows, save_row
    from vorhand.evaluation.benchmark.leaderboard import anchor_of, tables
    from vorhand.evaluation.benchmark.play import count
    from vorhand.evaluation.benchmark.rows import file_of

    if save is not None:
        check_folder("--save", save)
    import_own_files(own_files)
    rows = read_rows(file_of(game))
    if save is not None:
        saved = read_rows(save)
        known = {row.agent for row in saved}
        rows = [*saved, *(row for row in rows if row.agent not in known)]
    if agent is not None:
        chosen = deals or DEALS
        folder = nullcontext(str(log)) if log else tempfile.TemporaryDirectory()
        with folder as logs, progress_on_stderr(*_columns()) as bar:
            task = bar.add_task(game, total=count(game, agent, chosen))
            row = play(
                game,
                agent,
                Path(logs),
                deals=chosen,
                workers=workers_of(workers, None),
                progress=lambda done: bar.update(task, completed=done),
            )
        rows = [row, *(other for other in rows if other.agent != row.agent)]
        if save is not None:
            save_row(save, row)
    anchor = anchor_of(rows)
    if as_json:
        found = [
            row.to_dict() | {"ratings": [r.to_dict() for r in ratings(row, anchor)]} for row in rows
        ]
        print_json({"benchmark": VERSION, "game": game, "anchor": anchor.agent, "rows": found})
        return
    console = wide_console()
    console.print(
        f"{game}, benchmark {VERSION}: points a game above {anchor.agent} in the same seats and "
        "deals; 95% intervals",
        soft_wrap=True,
        highlight=False,
    )
    for table in tables(rows):
        console.print(table)


def _columns() -> tuple[ProgressColumn | str, ...]:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    return (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("deals"),
        TimeRemainingColumn(),
    )

"""``vorhand benchmark``."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vorhand.cli.options import AsJson, OwnFiles, Processes, import_own_files, workers_of
from vorhand.cli.outputs import (
    check_folder,
    deal_columns,
    print_json,
    progress_on_stderr,
    wide_console,
)

if TYPE_CHECKING:
    from vorhand.evaluation.benchmark import Row


def benchmark(
    game: Annotated[str, typer.Argument(help="Any game of `vorhand match`.")],
    agent: Annotated[
        str | None, typer.Argument(help="The agent's spec; default: only show earlier results.")
    ] = None,
    own_files: OwnFiles = None,
    deals: Annotated[
        int | None,
        typer.Option(min=2, help="Play only the first deals; default: as many as the anchor has."),
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
    """Rate an agent on fixed deals against fixed opponents.

    The player `rule`, or `random` in games without it, has the rating 0.

    Examples:
        vorhand benchmark kuhn_poker pimc
        vorhand benchmark python_skat lowest --import mine.py
    """
    from vorhand.evaluation.benchmark import VERSION, rated, read_rows, save_row, tables
    from vorhand.evaluation.benchmark.leaderboard import anchor_of
    from vorhand.evaluation.benchmark.ratings import comparable
    from vorhand.evaluation.benchmark.rows import shipped_rows

    if save is not None:
        check_folder("--save", save)
    import_own_files(own_files)
    saved = [] if save is None else [row for row in read_rows(save) if row.game == game]
    known = {row.agent for row in saved}
    rows = saved + [row for row in shipped_rows(game) if row.agent not in known]
    if agent is not None:
        row = _play(game, agent, saved, rows, deals, log, workers)
        rows = [row, *(other for other in rows if other.agent != row.agent)]
        if save is not None:
            save_row(save, row)
    anchor = anchor_of(game, rows)
    rows, left_out = comparable(rows, anchor)
    if as_json:
        data = [
            row.to_dict() | {"ratings": [rating.to_dict() for rating in found]}
            for row, found in rated(rows, anchor)
        ]
        about = {"benchmark": VERSION, "game": game, "anchor": anchor.agent}
        print_json(about | {"rows": data, "left_out": left_out})
        return
    console = wide_console()
    console.print(
        f"{game}, benchmark {VERSION}: points a game above {anchor.agent} in the same seats and "
        "deals; 95% intervals, those of ratings all at once in each table",
        soft_wrap=True,
        highlight=False,
    )
    for table in tables(game, rows):
        console.print(table)
    for reason in left_out:
        console.print(f"left out: {reason}", soft_wrap=True, highlight=False, markup=False)


def _play(
    game: str,
    agent: str,
    saved: Sequence[Row],
    rows: Sequence[Row],
    deals: int | None,
    log: Path | None,
    workers: int | None,
) -> Row:
    """Let the agent play, by default as many deals as the anchor; refuse incomparable results.

    Args:
        game: the game string.
        agent: the spec.
        saved: the rows of the game in the file to which the new row is added.
        rows: the saved rows and those that come with Vorhand.
        deals: number of deals.
        log: folder of logs.
        workers: number of processes.
    """
    from vorhand.evaluation.benchmark import DEALS, field_of, play
    from vorhand.evaluation.benchmark.leaderboard import anchor_of
    from vorhand.evaluation.benchmark.play import count
    from vorhand.evaluation.benchmark.ratings import check_anchor, check_comparable

    field = field_of(game)
    if agent == field.anchor:
        chosen = deals or DEALS
        check_anchor(game, chosen, field, saved)
    else:
        anchor = anchor_of(game, rows)
        chosen = deals or anchor.deals
        check_comparable(game, agent, chosen, field.with_shares, field.weights(game), anchor)
    folder = nullcontext(str(log)) if log else tempfile.TemporaryDirectory()
    with folder as logs, progress_on_stderr(*deal_columns()) as bar:
        task = bar.add_task(game, total=count(game, agent, chosen))
        return play(
            game,
            agent,
            Path(logs),
            deals=chosen,
            workers=workers_of(workers, None),
            progress=lambda done: bar.update(task, completed=done),
        )

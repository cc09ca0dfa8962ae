"""``vorhand log``: the contents of a match's log."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from vorhand.cli.options import (
    AsJson,
    OwnFiles,
    Processes,
    RayAddress,
    import_own_files,
    refuse_both,
    workers_of,
)
from vorhand.cli.outputs import check_picture, draw_results, print_json


def log(
    file: Annotated[
        Path,
        typer.Argument(help="The log of a match, whole or interrupted; plain, .gz, .bz2 or .xz."),
    ],
    as_lines: Annotated[
        bool,
        typer.Option(
            "--lines", help="Print each seat of each game as a line of JSON, with score and facts."
        ),
    ] = False,
    as_records: Annotated[
        bool,
        typer.Option(
            "--records",
            help="Print the records that the lines hold, for programs that do not know logs "
            "(docs/records.md).",
        ),
    ] = False,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the figures as CSV.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Differences and their course, as PNG, SVG or PDF.")
    ] = None,
    confidence: Annotated[
        float | None,
        typer.Option(
            min=0.5,
            max=0.9999,
            help="Confidence level of the intervals; default: that of --until, or 0.95.",
        ),
    ] = None,
    any_time: Annotated[
        bool,
        typer.Option(
            "--any-time",
            help="Intervals that are valid at any stopping time, for a number of deals that was "
            "not fixed in advance; always so after --until.",
        ),
    ] = False,
    workers: Processes = None,
    ray: RayAddress = None,
    own_files: OwnFiles = None,
) -> None:
    """Show the results in the log of a match again, as tables, data or a picture.

    pandas.read_json(file, lines=True) and polars.read_ndjson(file) read the log itself as a table:
    it has one JSON object per line and game.

    Examples:
        vorhand log match.jsonl
        vorhand log match.jsonl --plot match.svg
        vorhand log match.jsonl --lines
        vorhand log match.jsonl --records
    """
    from vorhand.evaluation import arena, frames
    from vorhand.evaluation.arena.estimates import any_stopping_time
    from vorhand.evaluation.arena.log import own_records

    refuse_both(lines=as_lines, records=as_records, json=as_json, csv=as_csv)
    check_picture("--plot", plot)
    import_own_files(own_files, ray)
    results = arena.read_log(file, workers_of(workers, ray))
    console = Console(stderr=as_lines or as_records or as_json or as_csv)
    planned = arena.confidence_until(file)
    confidence = confidence or planned or 0.95
    with any_stopping_time(any_time or planned is not None):
        if as_lines or as_records:
            for line in own_records(file) if as_records else frames.lines(results):
                print(line)
        elif as_json:
            print_json(arena.as_data(results, confidence))
        elif as_csv:
            print(arena.as_csv(results, confidence), end="")
        elif len(results):
            console.print(arena.summary(results, confidence), soft_wrap=True, highlight=False)
            for table in arena.tables(results, confidence):
                console.print(table)
        else:
            console.print("no whole deal")
        if plot is not None:
            draw_results(results, plot, confidence, console)

"""The ``vorhand`` command line: one module a command."""

import sys

import typer

from vorhand.cli import (
    analyse,
    bench,
    lab,
    listing,
    match,
    match_values,
    pipma,
    play,
    records,
    reproduce,
    review,
    serve,
    solve,
)

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Card games and card-playing agents for OpenSpiel.",
)
app.command()(match.match)
app.command()(play.play)
app.command()(solve.solve)
app.command()(review.review)
app.command()(pipma.pipma)
app.command()(serve.serve)
app.command()(serve.serve_agent)
app.command()(analyse.analyse)
app.command()(match_values.match_values)
app.command()(listing.agents)
app.command()(listing.games)
app.command()(reproduce.reproduce)
app.add_typer(bench.app, name="bench")
app.add_typer(lab.app, name="lab")
app.add_typer(records.app, name="records")


@app.callback()
def _root() -> None:
    """Card games and card-playing agents for OpenSpiel."""


def main() -> None:
    """Entry point of the ``vorhand`` program; errors in the input end it with one line."""
    try:
        app()
    except (ValueError, OSError) as error:
        print(f"vorhand: {type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(2)

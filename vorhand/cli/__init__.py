"""The ``vorhand`` command line: one module a command."""

import typer

app = typer.Typer(no_args_is_help=True, help="Card games and card-playing agents for OpenSpiel.")


@app.callback()
def _root() -> None:
    """Card games and card-playing agents for OpenSpiel."""


def main() -> None:
    """Entry point of the ``vorhand`` program."""
    app()

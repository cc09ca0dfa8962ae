"""The program ``vorhand`` with all its commands."""

from typing import Annotated

import typer

from vorhand.cli import (
    admin,
    bench,
    journal,
    lab,
    listing,
    lobby,
    log,
    match,
    play,
    ratings,
    reproduce,
    review,
    serve,
    show_version,
    sign_in,
    tournament,
    train,
    web,
)
from vorhand.cli.commands import add_commands_of_games
from vorhand.cli.errors import show_tracebacks
from vorhand.cli.examples import show_examples

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Card games and card-playing agents for OpenSpiel.",
)
app.command()(match.match)
app.command()(tournament.tournament)
app.command()(log.log)
app.command()(review.review)
app.command()(play.play)
app.command()(web.web)
app.command()(serve.serve)
app.command()(serve.serve_agent)
app.command()(sign_in.login)
app.command()(sign_in.logout)
app.command()(lobby.tables)
app.command()(ratings.ratings)
app.command()(listing.agents)
app.command()(listing.games)
app.command()(reproduce.reproduce)
app.command()(train.train)
app.add_typer(admin.app, name="admin")
app.add_typer(bench.app, name="bench")
app.add_typer(journal.app, name="journal")
app.add_typer(lab.app, name="lab")
add_commands_of_games(app, "root")
show_examples(app)


def _version(asked: bool) -> None:
    if asked:
        show_version()
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Show the whole traceback of any error.")
    ] = False,
) -> None:
    """Card games and card-playing agents for OpenSpiel."""
    show_tracebacks(traceback)

"""The program ``vorhand`` with all its commands."""

import inspect
from typing import Annotated

import typer

from vorhand.cli import (
    admin,
    analyse,
    bench,
    benchmark,
    journal,
    lab,
    listing,
    lobby,
    log,
    match,
    play,
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

_EXAMPLES = "\n\nExamples:\n"


def _show_examples(app: typer.Typer) -> None:
    """Move the section Examples of each command's docstring to the end of its help.

    Typer joins only the lines of the first paragraph, so this function joins those of the rest. The
    examples keep their lines, so that they can be copied.
    """
    for command in app.registered_commands:
        text, heading, examples = (inspect.getdoc(command.callback) or "").partition(_EXAMPLES)
        if heading:
            paragraphs = text.split("\n\n")
            command.help = "\n\n".join(" ".join(lines.split("\n")) for lines in paragraphs)
            command.epilog = "\n\n".join(["Examples:", *examples.split("\n")])
    for group in app.registered_groups:
        if group.typer_instance is not None:
            _show_examples(group.typer_instance)


app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Card games and card-playing agents for OpenSpiel.",
)
app.command()(match.match)
app.command()(benchmark.benchmark)
app.command()(tournament.tournament)
app.command()(log.log)
app.command()(review.review)
app.command()(analyse.analyse)
app.command()(play.play)
app.command()(web.web)
app.command()(serve.serve)
app.command()(serve.serve_agent)
app.command()(sign_in.login)
app.command()(sign_in.logout)
app.command()(lobby.tables)
app.command()(lobby.ratings)
app.command()(listing.agents)
app.command()(listing.games)
app.command()(reproduce.reproduce)
app.command()(train.train)
app.add_typer(admin.app, name="admin")
app.add_typer(bench.app, name="bench")
app.add_typer(journal.app, name="journal")
app.add_typer(lab.app, name="lab")
add_commands_of_games(app, "root")
_show_examples(app)


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

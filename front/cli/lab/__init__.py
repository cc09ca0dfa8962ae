"""``vorhand lab``: one module a command; measurements on games and equilibrium players."""

import typer

from vorhand.cli.lab import exploitability, properties, skat_endings, solve

app = typer.Typer(no_args_is_help=True, help="Measurements on games, and equilibrium players.")
app.command("solve")(solve.command)
app.command("properties")(properties.command)
app.command("skat-endings")(skat_endings.command)
app.command("exploitability")(exploitability.command)

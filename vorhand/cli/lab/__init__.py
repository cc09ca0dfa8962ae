"""``vorhand lab``: one module a command; measurements on games and equilibrium players."""

import typer

from vorhand.cli.lab import properties, solve

app = typer.Typer(no_args_is_help=True, help="Measurements on games, and equilibrium players.")
app.command("solve")(solve.command)
app.command("properties")(properties.command)

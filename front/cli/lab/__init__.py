"""``vorhand lab``: measurements on games, and equilibrium players."""

import typer

from vorhand.cli.commands import add_commands_of_games
from vorhand.cli.lab import exploitability, properties, solve

app = typer.Typer(no_args_is_help=True, help="Measurements on games, and equilibrium players.")
app.command("solve")(solve.command)
app.command("properties")(properties.command)
app.command("exploitability")(exploitability.command)
add_commands_of_games(app, "lab")

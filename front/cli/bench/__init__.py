"""``vorhand bench``: benchmarks, one command each; most print ratios of speeds."""

import typer

from vorhand.cli.bench import agents, server
from vorhand.cli.commands import add_commands_of_games

app = typer.Typer(no_args_is_help=True, help="Speed, as ratios measured in one run.")
for command in (
    agents.decisions,
    agents.tricks,
    agents.observations,
    server.service,
    server.fairness,
    server.takeover,
    server.soak,
    agents.start,
    server.journal,
):
    app.command()(command)
add_commands_of_games(app, "bench")

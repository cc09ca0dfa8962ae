"""``vorhand bench``: benchmarks, each of which is a command that prints ratios."""

import typer

from vorhand.cli.bench import (
    decisions,
    fairness,
    journal,
    service,
    soak,
    start,
    takeover,
    trick_search,
)
from vorhand.cli.commands import add_commands_of_games

app = typer.Typer(no_args_is_help=True, help="Speed, as ratios measured in one run.")
app.command("decisions")(decisions.command)
app.command("tricks")(trick_search.command)
app.command("service")(service.command)
app.command("fairness")(fairness.command)
app.command("takeover")(takeover.command)
app.command("soak")(soak.command)
app.command("start")(start.command)
app.command("journal")(journal.command)
add_commands_of_games(app, "bench")

"""``vorhand bench``: one module a benchmark; each is a command that prints ratios."""

import typer

from vorhand.cli.bench import agents, games, lab, records, rule, schnapsen, service, solver

app = typer.Typer(no_args_is_help=True, help="Speed, as ratios measured in one run.")
app.command("games")(games.command)
app.command("records")(records.command)
app.command("lab")(lab.command)
app.command("schnapsen")(schnapsen.command)
app.command("rule")(rule.command)
app.command("solver")(solver.command)
app.command("agents")(agents.command)
app.command("service")(service.command)

"""The modules with the layers' code for Schnapsen."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="schnapsen",
        games=("python_schnapsen", "python_kinderschnapsen"),
        rules="vorhand.games.schnapsen.registration",
        agents="vorhand.agents.schnapsen",
        envs="vorhand.envs.schnapsen",
        service="vorhand.service.games.schnapsen",
        terminal="vorhand.cli.terminal.schnapsen",
        arena="vorhand.evaluation.arena.schnapsen",
        web="vorhand.web.games.schnapsen",
        equilibrium="vorhand.evaluation.equilibrium.subjects.schnapsen",
        cli="vorhand.cli.schnapsen",
    ),
)

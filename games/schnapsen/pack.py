"""The modules with the layers' code for Schnapsen."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="schnapsen",
        games=("python_schnapsen", "python_kinderschnapsen"),
        rules="vorhand.games.schnapsen",
        agents="vorhand.agents.schnapsen",
        wire="vorhand.service.games.schnapsen",
        screen="vorhand.cli.screens.schnapsen",
        arena="vorhand.evaluation.arena.schnapsen",
        page="vorhand.web.games.schnapsen",
        properties="vorhand.evaluation.equilibrium.subjects.schnapsen",
        commands="vorhand.cli.schnapsen",
    ),
)

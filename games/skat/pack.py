"""The modules with the layers' code for Skat."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="skat",
        games=("python_skat",),
        rules="vorhand.games.skat",
        agents="vorhand.agents.skat",
        wire="vorhand.service.games.skat",
        screen="vorhand.cli.screens.skat",
        arena="vorhand.evaluation.arena.skat.match_profile",
        page="vorhand.web.games.skat",
        properties="vorhand.evaluation.equilibrium.subjects.skat",
        commands="vorhand.cli.skat",
        by_default=True,
    ),
)

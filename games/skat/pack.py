"""The modules with the layers' code for Skat."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="skat",
        games=("python_skat",),
        rules="vorhand.games.skat.registration",
        agents="vorhand.agents.skat",
        envs="vorhand.envs.skat",
        service="vorhand.service.games.skat",
        terminal="vorhand.cli.terminal.skat",
        arena="vorhand.evaluation.arena.skat",
        web="vorhand.web.games.skat",
        equilibrium="vorhand.evaluation.equilibrium.subjects.skat",
        cli="vorhand.cli.skat",
        by_default=True,
    ),
)

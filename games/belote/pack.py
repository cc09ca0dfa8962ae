"""The modules with the layers' code for Belote."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="belote",
        games=("python_belote",),
        rules="vorhand.games.belote.registration",
        agents="vorhand.agents.belote",
        envs="vorhand.envs.belote",
        arena="vorhand.evaluation.arena.belote",
        equilibrium="vorhand.evaluation.equilibrium.subjects.belote",
    ),
)

"""Where the layers keep what they know of Belote."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="belote",
        games=("python_belote",),
        rules="vorhand.games.belote",
        agents="vorhand.agents.belote",
        properties="vorhand.evaluation.equilibrium.subjects.belote",
    ),
)

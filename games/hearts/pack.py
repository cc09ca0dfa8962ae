"""Where the layers keep what they know of OpenSpiel's hearts."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="hearts",
        games=("hearts",),
        properties="vorhand.evaluation.equilibrium.subjects.hearts",
    ),
)

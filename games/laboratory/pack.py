"""Where the layers keep what they know of the games of the laboratory."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="laboratory",
        games=("python_bcd_tree", "python_prefix_tree", "python_xi", "python_xx"),
        rules="vorhand.games.laboratory",
        agents="vorhand.agents.laboratory",
        commands="vorhand.cli.laboratory",
    ),
)

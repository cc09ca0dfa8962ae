"""The modules with the layers' code for the laboratory games."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="laboratory",
        games=("python_bcd_tree", "python_prefix_tree", "python_xi", "python_xx"),
        rules="vorhand.games.laboratory.registration",
        agents="vorhand.agents.laboratory",
        cli="vorhand.cli.laboratory",
    ),
)

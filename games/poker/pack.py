"""The modules with the layers' code for OpenSpiel's poker games."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="poker",
        games=("kuhn_poker", "leduc_poker"),
        agents="vorhand.agents.poker",
        equilibrium="vorhand.evaluation.equilibrium.subjects.poker",
    ),
    Pack(name="holdem", games=("universal_poker",), agents="vorhand.agents.poker.holdem"),
)

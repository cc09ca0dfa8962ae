"""The modules with the layers' code for OpenSpiel's hearts."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="hearts",
        games=("hearts",),
        agents="vorhand.agents.openspiel_tricks",
        envs="vorhand.envs.openspiel_tricks",
        arena="vorhand.evaluation.arena.tricks",
        equilibrium="vorhand.evaluation.equilibrium.subjects.openspiel_tricks",
    ),
)

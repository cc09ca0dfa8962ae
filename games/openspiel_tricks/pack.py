"""The modules with the layers' code for OpenSpiel's own trick-taking games."""

from vorhand.games.packs import Pack

PACKS = (
    Pack(
        name="openspiel_tricks",
        games=("euchre", "oh_hell", "spades"),
        agents="vorhand.agents.openspiel_tricks",
        equilibrium="vorhand.evaluation.equilibrium.subjects.openspiel_tricks",
    ),
    Pack(
        name="openspiel_bridge",
        games=("bridge",),
        agents="vorhand.agents.openspiel_tricks.bridge",
        arena="vorhand.evaluation.arena.openspiel_bridge",
        equilibrium="vorhand.evaluation.equilibrium.subjects.openspiel_tricks",
    ),
    Pack(
        name="openspiel_uncontested",
        games=("bridge_uncontested_bidding",),
        agents="vorhand.agents.openspiel_tricks.uncontested",
    ),
    Pack(
        name="openspiel_skat",
        games=("skat",),
        agents="vorhand.agents.openspiel_tricks.skat",
        equilibrium="vorhand.evaluation.equilibrium.subjects.openspiel_tricks",
    ),
    Pack(
        name="openspiel_tarok",
        games=("tarok",),
        agents="vorhand.agents.openspiel_tricks.tarok",
        equilibrium="vorhand.evaluation.equilibrium.subjects.openspiel_tricks",
    ),
)

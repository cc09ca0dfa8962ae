"""The modules with the layers' code for OpenSpiel's own trick-taking games."""

from vorhand.games.packs import Pack

_AGENTS = "vorhand.agents.openspiel_tricks"
_ENVS = "vorhand.envs.openspiel_tricks"
_ARENA = "vorhand.evaluation.arena.tricks"
_SUBJECTS = "vorhand.evaluation.equilibrium.subjects.openspiel_tricks"

PACKS = (
    Pack(
        "openspiel_tricks",
        ("euchre", "oh_hell", "spades"),
        agents=_AGENTS,
        envs=_ENVS,
        arena=_ARENA,
        equilibrium=_SUBJECTS,
    ),
    Pack(
        "openspiel_bridge",
        ("bridge",),
        agents=f"{_AGENTS}.bridge",
        envs=_ENVS,
        arena="vorhand.evaluation.arena.openspiel_bridge",
        equilibrium=_SUBJECTS,
        cli="vorhand.cli.openspiel_bridge",
    ),
    Pack("openspiel_uncontested", ("bridge_uncontested_bidding",), agents=f"{_AGENTS}.uncontested"),
    Pack("openspiel_skat", ("skat",), agents=f"{_AGENTS}.skat", envs=_ENVS, equilibrium=_SUBJECTS),
    Pack(
        "openspiel_tarok",
        ("tarok",),
        agents=f"{_AGENTS}.tarok",
        envs=_ENVS,
        arena=_ARENA,
        equilibrium=_SUBJECTS,
    ),
)

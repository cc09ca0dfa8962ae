"""Adapter of OpenSpiel's Bridge to the frame: open hands by DDS, bids by expected scores."""

from dataclasses import replace

from vorhand.agents import openspiel_tricks
from vorhand.agents.discovery import modules_of
from vorhand.agents.spec import Spec

GAMES = ("bridge",)

AGENTS = replace(
    openspiel_tricks.AGENTS,
    games=GAMES,
    modules={
        **openspiel_tricks.AGENTS.modules,
        **modules_of(
            __name__,
            beliefs="bids",
            evaluators="alpha_mu epimc open_hand",
            players="told",
        ),
    },
    belief=lambda worlds: Spec("bids"),
    worlds={"": 10, "iimc": 100},
)

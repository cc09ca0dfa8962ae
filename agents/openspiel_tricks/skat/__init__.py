"""OpenSpiel's own Skat in the frame: open hands by the solver for Skat, from the first card."""

from dataclasses import replace

from vorhand.agents import openspiel_tricks
from vorhand.agents.discovery import modules_of

GAMES = ("skat",)

AGENTS = replace(
    openspiel_tricks.AGENTS,
    games=GAMES,
    modules=modules_of(__name__, openspiel_tricks.AGENTS.modules, evaluators="open_hand"),
    worlds={"": 20, "iimc": 100, "ppp": 10, "pvp": 10},
)
